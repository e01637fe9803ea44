import { type Ref, useState } from 'react'
import { preferenceNames } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SelectField } from '../ui/select-field.tsx'
import css from './bulk-panel.module.css'
import { useBulkUpdate } from './user-preferences-api.ts'
import { type Choice, changesOf, noChoices } from './user-preferences-state.ts'
import { texts } from './user-preferences-texts.ts'

interface Props {
  ref: Ref<HTMLElement>
  selected: ReadonlySet<string>
  onUpdated: () => void
}

/** Where the button of the selection leads. */
export const bulkId = 'operaciones'

/** Changes the preferences of all who are selected at once (SPEC §5). */
export function BulkPanel({ ref, selected, onUpdated }: Props) {
  const [choices, setChoices] = useState(noChoices)
  const [isComplaining, setComplaining] = useState(false)
  const update = useBulkUpdate()
  const preferences = changesOf(choices)

  function missing() {
    if (selected.size === 0) return texts.noUser
    return Object.keys(preferences).length === 0 ? texts.noPreference : undefined
  }
  const complaint = isComplaining ? missing() : undefined

  function apply() {
    if (update.isPending) return
    update.reset()
    setComplaining(true)
    if (missing()) return
    update.mutate(
      { user_ids: [...selected], preferences },
      {
        onSuccess: () => {
          setChoices(noChoices)
          setComplaining(false)
          onUpdated()
        },
      },
    )
  }

  return (
    <section ref={ref} aria-labelledby={bulkId} className={css.panel}>
      <div className={css.words}>
        <h2 id={bulkId} tabIndex={-1} className={css.heading}>
          {texts.bulk}
        </h2>
        <p className={css.hint}>{texts.bulkHint}</p>
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
      {complaint && <ErrorNote>{complaint}</ErrorNote>}
      {update.error && <ErrorNote>{messageOf(update.error, texts.bulkFailed)}</ErrorNote>}
    </section>
  )
}
