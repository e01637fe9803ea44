import { lazy, Suspense, useId, useRef } from 'react'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useSendTest } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import css from './broadcast-form.module.css'
import { useBroadcastForm } from './broadcast-state.ts'

const Preview = lazy(() => import('./broadcast-preview.tsx'))

/** Subject, message and to whom (SPEC §2, §5); what is typed stays until it was sent. */
export function BroadcastForm() {
  const form = useBroadcastForm()
  const { writing, errors, count, shown } = form
  return (
    <form className={css.form} noValidate aria-labelledby="write" onSubmit={(event) => event.preventDefault()}>
      {form.wasFound && (
        <p role="status" className={css.restored}>
          {texts.restored}
        </p>
      )}
      <TextField
        ref={form.subject}
        label={texts.subject}
        className={css.subject}
        required
        autoComplete="off"
        value={writing.subject}
        readOnly={form.isSending}
        hint={texts.counter(lengthOf(writing.subject), limits.broadcastSubject)}
        error={errors.subject}
        onChange={(event) => form.set({ subject: event.target.value })}
      />
      <TextArea
        ref={form.message}
        label={texts.message}
        rows={8}
        grow
        required
        value={writing.message}
        readOnly={form.isSending}
        hint={texts.messageHint}
        error={errors.message}
        onChange={(event) => form.set({ message: event.target.value })}
      />
      <Checkbox
        label={texts.include}
        hint={texts.includeHint}
        checked={writing.include_unsubscribed}
        disabled={form.isSending}
        onCheckedChange={(include_unsubscribed) => form.set({ include_unsubscribed })}
      />
      {form.complaint && <ErrorNote>{form.complaint}</ErrorNote>}
      <p role="status" className={form.sentTo === undefined ? undefined : css.sent}>
        {form.sentTo !== undefined && (
          <>
            <Icon name="check" size={18} />
            <span>{texts.sent(form.sentTo)}</span>
          </>
        )}
      </p>
      <div className={css.buttons}>
        <TestMail />
        <Button variant="primary" icon="send" busy={form.isSending} onClick={form.ask}>
          {count === undefined ? texts.send : texts.sendTo(count)}
        </Button>
      </div>
      {shown && (
        <Suspense>
          <Preview
            writing={shown}
            count={count}
            open={form.isAsking}
            isSending={form.isSending}
            onClose={form.close}
            onSend={form.send}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Mails the caller what a new post looks like. */
function TestMail() {
  const id = useId()
  const test = useSendTest()
  const isUnderWay = useRef(false)

  function send() {
    // the second click of a double one comes before the first one is seen to be pending
    if (isUnderWay.current) return
    isUnderWay.current = true
    test.mutate(undefined, {
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }

  return (
    <div className={css.test}>
      <Button icon="mail" aria-describedby={id} busy={test.isPending} onClick={send}>
        {texts.test}
      </Button>
      <p id={id} className={css.hint}>
        {texts.testHint}
      </p>
      {test.error && <ErrorNote>{messageOf(test.error, texts.testFailed)}</ErrorNote>}
      <p role="status" className={test.data ? css.sent : undefined}>
        {test.data && (
          <>
            <Icon name="check" size={18} />
            <span>{test.data.message || texts.testSent}</span>
          </>
        )}
      </p>
    </div>
  )
}
