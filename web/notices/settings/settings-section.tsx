import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { noticeKinds } from '../../../contract/notices/notices.ts'
import type { NoticeChoice, NoticeSettings, NoticeSettingsChanges } from '../../../contract/notices/settings.ts'
import { messageOf } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { formatDayAndTime } from '../../ui/format/dates.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { useSaveSettings, useSettings } from '../api.ts'
import css from '../notices.module.css'
import { texts } from './texts.ts'

const anchor = 'avisos'

/** The kinds of notices that the person gets, and where. */
export default function SettingsSection() {
  const query = useSettings()
  const { data } = query
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
      {data ? <SettingsForm settings={data} /> : <QueryState query={query} texts={texts} shape="fields" count={6} />}
    </section>
  )
}

const firstHours = { from: '22:00', to: '08:00' }

const checkHours = ({ from, to }: typeof firstHours): { from?: string; to?: string } => ({
  ...(from === '' && { from: texts.hourMissing }),
  ...(to === '' ? { to: texts.hourMissing } : to === from && { to: texts.hoursEqual }),
})

const hourMs = 60 * 60_000

/** The moment at which a silence ends that is chosen now. */
function endOf(silence: string) {
  const now = new Date()
  if (silence === 'none') return null
  if (silence === 'morning') return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).toISOString()
  return new Date(now.getTime() + (silence === 'hour' ? hourMs : 7 * 24 * hourMs)).toISOString()
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

const withChanges = (settings: NoticeSettings, { kinds, ...others }: NoticeSettingsChanges) =>
  ({ ...settings, ...others, kinds: { ...settings.kinds, ...kinds } }) as NoticeSettings

/** Each choice is saved at once; if that fails, the stored ones are shown again. */
function SettingsForm({ settings }: { settings: NoticeSettings }) {
  const isAdmin = useMember()?.role === 'admin'
  const { mutateAsync } = useSaveSettings()
  const [stored, setStored] = useState(settings)
  const [unsaved, setUnsaved] = useState<NoticeSettingsChanges[]>([])
  const { kinds, chat, silence_until, quiet_hours } = unsaved.reduce(withChanges, stored)
  /** Hours that aren't being saved yet. */
  const [typed, setTyped] = useState<typeof firstHours>()
  /** Choice that is being saved; its end is shown once it is stored. */
  const [silence, setSilence] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const latest = useRef<NoticeSettingsChanges>(undefined)
  const hours = typed ?? quiet_hours ?? firstHours
  const errors = checkHours(hours)

  async function save(changes: NoticeSettingsChanges) {
    latest.current = changes
    setFailure(undefined)
    setUnsaved((all) => [...all, changes])
    try {
      setStored(await mutateAsync(changes))
      // of several choices the last one is told, also after the page was left
      if (latest.current === changes) toast.success(texts.saved)
    } catch (error) {
      setFailure(messageOf(error, texts.saveFailed))
    }
    setUnsaved((all) => all.filter((one) => one !== changes))
    // others may have been typed meanwhile
    setTyped((now) => (now === changes.quiet_hours ? undefined : now))
    if (latest.current === changes) setSilence(undefined)
  }

  function saveHours() {
    const isChanged = hours.from !== quiet_hours?.from || hours.to !== quiet_hours.to
    if (isChanged && Object.keys(errors).length === 0) void save({ quiet_hours: hours })
  }

  const select = (value: string, changesOf: (value: string) => NoticeSettingsChanges) => ({
    value,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => void save(changesOf(target.value)),
  })
  const hour = (name: 'from' | 'to') => ({
    type: 'time',
    required: true,
    value: hours[name],
    error: errors[name],
    onBlur: saveHours,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...hours, [name]: target.value }),
  })
  const silentUntil = silence_until === null ? undefined : new Date(silence_until)
  const isSilent = silentUntil !== undefined && silentUntil.getTime() > Date.now()
  return (
    <div className="stack gap-5">
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.things}</legend>
        {noticeKinds
          .filter((kind) => kind !== 'invitation' || isAdmin)
          .map((kind) => (
            <SelectField
              key={kind}
              {...select(kinds[kind], (value) => ({ kinds: { [kind]: value as NoticeChoice } }))}
              label={texts.kinds[kind]}
            >
              {optionsOf(texts.choices)}
            </SelectField>
          ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.chat}</legend>
        <SelectField
          {...select(chat, (value) => ({ chat: value as NoticeSettings['chat'] }))}
          label={texts.chatMessages}
        >
          {optionsOf(texts.chatChoices)}
        </SelectField>
        <SelectField
          {...select(silence ?? (isSilent ? 'stored' : 'none'), (value) => {
            setSilence(value)
            return { silence_until: endOf(value) }
          })}
          label={texts.silence}
          hint={texts.silenceHint}
        >
          {isSilent && silence === undefined && (
            <option value="stored">{texts.silentUntil(formatDayAndTime(silentUntil))}</option>
          )}
          {optionsOf(texts.silences)}
        </SelectField>
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.rest}</legend>
        <Checkbox
          label={texts.hasQuietHours}
          hint={texts.quietHoursHint}
          checked={quiet_hours !== null}
          onCheckedChange={(hasQuietHours) => {
            setTyped(undefined)
            // taken back before it was saved, the choice of no hours leaves the stored ones
            void save({ quiet_hours: hasQuietHours ? (stored.quiet_hours ?? firstHours) : null })
          }}
          className="whole-row"
        />
        {quiet_hours && (
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
