import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { noticeKinds } from '../../../contract/notices/notices.ts'
import { type NoticeSettings, NoticeSettingsChanges } from '../../../contract/notices/settings.ts'
import { messageOf } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useToast } from '../../ui/dialogs/toast.tsx'
import { FormElement } from '../../ui/form/form-element.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatDayAndTime } from '../../ui/format/day-and-time.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useSaveSettings, useSettings } from './api.ts'
import { type Choices, changesOf, choicesOf, type Silence } from './choices.ts'
import css from './settings-section.module.css'
import { texts } from './texts.ts'

const anchor = 'avisos'

/** The kinds of notices that the person gets, and where. */
export default function SettingsSection() {
  const { data, error, isPending, isError, isFetching, refetch } = useSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLedHere = useLocation().hash === `#${anchor}`
  useEffect(() => {
    if (!isLedHere) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isLedHere])
  return (
    <section aria-labelledby={anchor} className={css.section}>
      <SectionHead id={anchor} title={texts.title} headingRef={heading} intro={texts.intro} className={css.head} />
      {isPending && <Skeleton label={texts.loading} shape="fields" count={6} />}
      {isError && !data && (
        <ErrorNote busy={isFetching} onRetry={() => void refetch()}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
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

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

function SettingsForm({ settings }: { settings: NoticeSettings }) {
  const toast = useToast()
  const isAdmin = useMember()?.role === 'admin'
  const { mutateAsync } = useSaveSettings()
  const form = useForm({
    initial: choicesOf(settings),
    schema: NoticeSettingsChanges,
    toInput: (choices) => changesOf(choices),
    check: checkHours,
    save: mutateAsync,
    onSaved: (saved) => {
      form.set(choicesOf(saved))
      toast.success(texts.saved)
    },
    failureText: texts.saveFailed,
  })
  const { values } = form
  const stored = settings.silence_until === null ? undefined : new Date(settings.silence_until)
  const silences: Partial<Record<Silence, string>> = {
    ...(stored && values.silence === 'stored' && { stored: texts.silentUntil(formatDayAndTime(stored)) }),
    ...texts.silences,
  }
  return (
    <FormElement form={form} className={css.form}>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.things}</legend>
        {noticeKinds
          .filter((kind) => kind !== 'invitation' || isAdmin)
          .map((kind) => (
            <SelectField key={kind} {...form.field(kind)} label={texts.kinds[kind]}>
              {optionsOf(texts.choices)}
            </SelectField>
          ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.chat}</legend>
        <SelectField {...form.field('chat')} label={texts.chatMessages}>
          {optionsOf(texts.chatChoices)}
        </SelectField>
        <SelectField {...form.field('silence')} label={texts.silence} hint={texts.silenceHint}>
          {optionsOf(silences)}
        </SelectField>
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>{texts.rest}</legend>
        <Checkbox
          label={texts.hasQuietHours}
          hint={texts.quietHoursHint}
          checked={values.hasQuietHours}
          onCheckedChange={(hasQuietHours) => form.set({ hasQuietHours })}
          className={css.whole}
        />
        {values.hasQuietHours && (
          <>
            <TextField {...form.field('from')} label={texts.from} type="time" required />
            <TextField {...form.field('to')} label={texts.to} type="time" required />
          </>
        )}
      </fieldset>
      {form.failure && <ErrorNote>{form.failure}</ErrorNote>}
      <Button type="submit" variant="primary" icon="check" busy={form.isBusy} className={css.save}>
        {texts.save}
      </Button>
    </FormElement>
  )
}
