import { useRef, useState } from 'react'
import { type EmailPreferences, type PreferenceName, preferenceNames } from '../../contract/preferences.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Switch } from '../ui/controls/choice.tsx'
import { cx } from '../ui/cx.ts'
import { useTemporaryFlag } from '../ui/hooks/use-temporary-flag.ts'
import { Icon } from '../ui/icons.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { usePreferences, useSavePreferences } from './api.ts'
import css from './preferences-panel.module.css'
import { texts } from './texts.ts'

/** Kinds announced in SPEC §2, "Account". */
const comingSoon: readonly PreferenceName[] = ['comment_replies', 'weekly_digest']

/** The own mail preferences. Each is saved at once, and reverted if that fails. */
export function PreferencesPanel() {
  const { query, preferences } = usePreferences()
  const me = useMember()
  const panel = useRef<HTMLDivElement>(null)

  return (
    <div ref={panel} tabIndex={-1} className={css.panel}>
      {preferences ? (
        <PreferenceToggles preferences={preferences} />
      ) : (
        <QueryState query={query} texts={texts} shape="rows" count={4} onRetry={() => panel.current?.focus()} />
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
        {preferenceNames.map((name) => {
          const { label, hint } = texts.preferences[name]
          const isComingSoon = comingSoon.includes(name)
          return (
            <li key={name} className={css.toggle}>
              <Switch
                label={<span className="strong">{label}</span>}
                hint={hint}
                note={isComingSoon && <Badge>{texts.comingSoon}</Badge>}
                checked={preferences[name]}
                disabled={isComingSoon}
                onCheckedChange={(checked) => void choose(name, checked)}
              />
              {failures[name] && (
                <div className={css.failure}>
                  <ErrorNote>{failures[name]}</ErrorNote>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Saves each choice. A failure is shown at its switch until the next choice, a success briefly. */
function usePreferenceChoices() {
  const { mutateAsync: save } = useSavePreferences()
  const [failures, setFailures] = useState<Partial<Record<PreferenceName, string>>>({})
  const [isSaved, showSaved, hideSaved] = useTemporaryFlag()
  const latestChoices = useRef<Partial<Record<PreferenceName, symbol>>>({})

  async function choose(name: PreferenceName, isWanted: boolean) {
    const choice = Symbol(name)
    latestChoices.current[name] = choice
    setFailures(({ [name]: _, ...others }) => others)
    hideSaved()
    try {
      await save({ [name]: isWanted })
      showSaved()
    } catch (error) {
      // superseded by a later choice
      if (latestChoices.current[name] !== choice) return
      setFailures((others) => ({ ...others, [name]: messageOf(error, texts.updateFailed) }))
    }
  }

  return { choose, failures, isSaved }
}
