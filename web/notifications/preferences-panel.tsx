import { useRef } from 'react'
import { type EmailPreferences, type PreferenceName, preferenceNames } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePreferences } from './api.ts'
import { PreferenceToggle } from './preference-toggle.tsx'
import css from './preferences-panel.module.css'
import { useChoices } from './preferences-panel-messages.ts'
import { texts } from './texts.ts'

/** Kinds of mail that the specification announces for later (SPEC §2, "Account"). */
const coming: readonly PreferenceName[] = ['comment_replies', 'weekly_digest']

/** Which mails one wants. Takes effect at once; what can't be saved goes back. */
export function PreferencesPanel() {
  const { query, preferences } = usePreferences()
  const me = useMember()
  const top = useRef<HTMLDivElement>(null)

  // The button that is pressed goes away at once, with the error: the focus goes to what comes instead.
  function retry() {
    top.current?.focus()
    void query.refetch()
  }

  return (
    <div ref={top} tabIndex={-1} className={css.panel}>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={4} />}
      {preferences && <Toggles preferences={preferences} />}
      {query.isError && !preferences && (
        <ErrorNote onRetry={retry}>{messageOf(query.error, texts.fetchFailed)}</ErrorNote>
      )}
      <ul className={css.notes} aria-label={texts.goodToKnow}>
        {texts.notes.map((note) => (
          <li key={note}>
            <Icon name="info" size={18} />
            {note}
          </li>
        ))}
        {me && (
          <li>
            <Icon name="mail" size={18} />
            {texts.sentTo(me.email)}
          </li>
        )}
      </ul>
    </div>
  )
}

function Toggles({ preferences }: { preferences: EmailPreferences }) {
  const { choose, failures, isSaved } = useChoices()
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
      <ul className={css.toggles} aria-label={texts.emailPreferences}>
        {preferenceNames.map((name) => (
          <PreferenceToggle
            key={name}
            name={name}
            isWanted={preferences[name]}
            isComing={coming.includes(name)}
            failure={failures[name]}
            onChoose={(chosen, isWanted) => void choose(chosen, isWanted)}
          />
        ))}
      </ul>
    </>
  )
}
