import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type NoticeKind, noticeKinds } from '../../../contract/notices/notices.ts'
import type { NoticeSettings } from '../../../contract/notices/settings.ts'
import { messageOf } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { formatDayAndTime } from '../../ui/format/dates.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useSaveSettings, useSettings } from '../api.ts'
import css from '../notices.module.css'
import { type Choices, changesOf, choicesOf, type Silence } from './choices.ts'
import { texts } from './texts.ts'

const anchor = 'avisos'

/** The kinds of notices that the person gets, and where. */
export default function SettingsSection() {
  const query = useSettings()
  const { data, error, isPending, isError } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const isLedHere = useLocation().hash === `#${anchor}`
  useEffect(() => {
    if (!isLedHere) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isLedHere])
  return (
    <section aria-labelledby={anchor} className={`above-7 ${css.section}`}>
      <SectionHead id={anchor} title={texts.title} headingRef={heading} intro={texts.intro} className="below-3" />
      {isPending && <Skeleton label={texts.loading} shape="fields" count={6} />}
      {isError && !data && <ErrorNote query={query}>{messageOf(error, texts.fetchFailed)}</ErrorNote>}
      {data && <SettingsForm settings={data} />}
    </section>
  )
}

function checkHours({ hasQuietHours, from, to }: Choices): { from?: string; to?: string } {
  if (!hasQuietHours) return {}
  return {
    ...(from === '' && { from: texts.hourMissing }),
    ...(to === '' ? { to: texts.hourMissing } : to === from && { to: texts.hoursEqual }),
  }
}

const isValid = (choices: Choices) => Object.keys(checkHours(choices)).length === 0

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** Choices that changed while `sent` was being saved. */
const changedSince = (sent: Choices, now: Choices): Partial<Choices> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Choices]))

/** Each choice is saved at once; if that fails, the stored ones are shown again. */
function SettingsForm({ settings }: { settings: NoticeSettings }) {
  const toast = useToast()
  const isAdmin = useMember()?.role === 'admin'
  const { mutateAsync } = useSaveSettings()
  const [values, setValues] = useState(() => choicesOf(settings))
  const [failure, setFailure] = useState<string>()
  const latest = useRef<Choices>(values)
  const stored = useRef(settings)
  const errors = checkHours(values)

  function change(changes: Partial<Choices>) {
    const next = { ...values, ...changes }
    setValues(next)
    return next
  }

  async function save(next: Choices) {
    latest.current = next
    setFailure(undefined)
    try {
      stored.current = await mutateAsync(changesOf(next))
      if (latest.current === next) toast.success(texts.saved)
    } catch (error) {
      if (latest.current === next) setFailure(messageOf(error, texts.saveFailed))
    }
    // the answer to a choice before the last one is old
    if (latest.current === next) setValues((now) => ({ ...choicesOf(stored.current), ...changedSince(next, now) }))
  }

  function choose(changes: Partial<Choices>) {
    const next = change(changes)
    const { from, to } = choicesOf(stored.current)
    void save(isValid(next) ? next : { ...next, from, to })
  }

  function saveHours() {
    const { quiet_hours } = stored.current
    const isChanged = values.from !== quiet_hours?.from || values.to !== quiet_hours.to
    if (isChanged && isValid(values)) void save(values)
  }

  const select = (name: NoticeKind | 'chat' | 'silence') => ({
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => choose({ [name]: target.value }),
  })
  const hour = (name: 'from' | 'to') => ({
    type: 'time',
    required: true,
    value: values[name],
    error: errors[name],
    onBlur: saveHours,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  })
  const silent = settings.silence_until === null ? undefined : new Date(settings.silence_until)
  const silences: Partial<Record<Silence, string>> = {
    ...(silent && values.silence === 'stored' && { stored: texts.silentUntil(formatDayAndTime(silent)) }),
    ...texts.silences,
  }
  return (
    <div className="stack gap-5">
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.things}</legend>
        {noticeKinds
          .filter((kind) => kind !== 'invitation' || isAdmin)
          .map((kind) => (
            <SelectField key={kind} {...select(kind)} label={texts.kinds[kind]}>
              {optionsOf(texts.choices)}
            </SelectField>
          ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.chat}</legend>
        <SelectField {...select('chat')} label={texts.chatMessages}>
          {optionsOf(texts.chatChoices)}
        </SelectField>
        <SelectField {...select('silence')} label={texts.silence} hint={texts.silenceHint}>
          {optionsOf(silences)}
        </SelectField>
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.rest}</legend>
        <Checkbox
          label={texts.hasQuietHours}
          hint={texts.quietHoursHint}
          checked={values.hasQuietHours}
          onCheckedChange={(hasQuietHours) => choose({ hasQuietHours })}
          className="whole-row"
        />
        {values.hasQuietHours && (
          <>
            <TextField {...hour('from')} label={texts.from} />
            <TextField {...hour('to')} label={texts.to} />
          </>
        )}
      </fieldset>
      {failure && <ErrorNote>{failure}</ErrorNote>}
    </div>
  )
}
