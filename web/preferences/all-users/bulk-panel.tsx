import { type Ref, useState } from 'react'
import { type PreferenceChanges, type PreferenceName, preferenceNames } from '../../../contract/preferences.ts'
import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from './all-users.module.css'
import { useBulkUpdate } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  ref: Ref<HTMLElement>
  selected: ReadonlySet<string>
  onUpdated: () => void
}

type Choice = '' | 'on' | 'off'
type Choices = Record<PreferenceName, Choice>

const noChoices: Choices = { new_posts: '', admin_notifications: '', comment_replies: '', weekly_digest: '' }

const changesOf = (choices: Choices): PreferenceChanges =>
  Object.fromEntries(preferenceNames.flatMap((name) => (choices[name] ? [[name, choices[name] === 'on']] : [])))

/** The heading's id, for the link of the selection. */
export const bulkId = 'operaciones'

/** Changes the preferences of all selected users (SPEC §5). */
export function BulkPanel({ ref, selected, onUpdated }: Props) {
  const [choices, setChoices] = useState(noChoices)
  const [showsErrors, setShowsErrors] = useState(false)
  const update = useBulkUpdate()
  const preferences = changesOf(choices)

  function findMissing() {
    if (selected.size === 0) return texts.noUser
    return Object.keys(preferences).length === 0 ? texts.noPreference : undefined
  }
  const error = showsErrors ? findMissing() : undefined

  function apply() {
    if (update.isPending) return
    update.reset()
    setShowsErrors(true)
    if (findMissing()) return
    update.mutate(
      { user_ids: [...selected], preferences },
      {
        onSuccess: () => {
          setChoices(noChoices)
          setShowsErrors(false)
          onUpdated()
        },
      },
    )
  }

  return (
    <section ref={ref} aria-labelledby={bulkId} className={css.panel}>
      <div>
        <h2 id={bulkId} tabIndex={-1} className="large">
          {texts.bulk}
        </h2>
        <p className="muted small">{texts.bulkHint}</p>
      </div>
      <div className={css.fields}>
        {preferenceNames.map((name) => (
          <SelectField
            key={name}
            label={texts.names[name]}
            value={choices[name]}
            disabled={update.isPending}
            onChange={(event) => setChoices({ ...choices, [name]: event.target.value as Choice })}
          >
            <option value="">{texts.unchanged}</option>
            <option value="on">{texts.turnOn}</option>
            <option value="off">{texts.turnOff}</option>
          </SelectField>
        ))}
        <Button variant="primary" busy={update.isPending} className={css.apply} onClick={apply}>
          {texts.apply(selected.size)}
        </Button>
      </div>
      {error && <ErrorNote>{error}</ErrorNote>}
      {update.error && <ErrorNote>{messageOf(update.error, texts.bulkFailed)}</ErrorNote>}
    </section>
  )
}
