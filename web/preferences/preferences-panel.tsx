import { useRef } from 'react'
import { type EmailPreferences, type PreferenceName, preferenceNames } from '../../contract/preferences.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { usePreferences } from './api.ts'
import { PreferenceToggle } from './preference-toggle.tsx'
import css from './preferences-panel.module.css'
import { texts } from './texts.ts'
import { usePreferenceChoices } from './use-preference-choices.ts'

/** Kinds announced in SPEC §2, "Account". */
const comingSoon: readonly PreferenceName[] = ['comment_replies', 'weekly_digest']

/** The own mail preferences. Each is saved at once, and reverted if that fails. */
export function PreferencesPanel() {
  const { query, preferences } = usePreferences()
  const me = useMember()
  const panel = useRef<HTMLDivElement>(null)

  // The pressed button is removed with the error: the focus moves to the panel.
  function retry() {
    panel.current?.focus()
    void query.refetch()
  }

  return (
    <div ref={panel} tabIndex={-1} className={css.panel}>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={4} />}
      {preferences && <PreferenceToggles preferences={preferences} />}
      {query.isError && !preferences && (
        <ErrorNote onRetry={retry}>{messageOf(query.error, texts.fetchFailed)}</ErrorNote>
      )}
      <ul className={`stack gap-1 plain-list above-4 muted small snug ${css.notes}`} aria-label={texts.goodToKnow}>
        {texts.notes.map((note) => (
          <li key={note} className="flex gap-2 shrinks breaks">
            <Icon name="info" size={18} />
            {note}
          </li>
        ))}
        {me && (
          <li className="flex gap-2 shrinks breaks">
            <Icon name="mail" size={18} />
            {texts.sentTo(me.email)}
          </li>
        )}
      </ul>
    </div>
  )
}

function PreferenceToggles({ preferences }: { preferences: EmailPreferences }) {
  const { choose, failures, isSaved } = usePreferenceChoices()
  return (
    <>
      <div className={css.head}>
        <p className={cx(isSaved && css.covered)}>{texts.intro}</p>
        <p role="status" className={css.saved}>
          {isSaved && (
            <>
              <Icon name="check" size={18} />
              {texts.updated}
            </>
          )}
        </p>
      </div>
      <ul className="card plain-list divided" aria-label={texts.emailPreferences}>
        {preferenceNames.map((name) => (
          <PreferenceToggle
            key={name}
            name={name}
            isWanted={preferences[name]}
            isComingSoon={comingSoon.includes(name)}
            failure={failures[name]}
            onChoose={(chosen, isWanted) => void choose(chosen, isWanted)}
          />
        ))}
      </ul>
    </>
  )
}
