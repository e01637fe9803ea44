import { useId, useRef } from 'react'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/choice.tsx'
import { TextArea, TextField } from '../ui/controls/text-field.tsx'
import { RestoredNote } from '../ui/form/form-parts.tsx'
import { Icon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { useSendTest } from './api.ts'
import css from './broadcasts.module.css'
import { texts } from './texts.ts'
import { useBroadcastForm } from './use-broadcast-form.ts'

const Preview = lazyPart(() => import('./broadcast-preview.tsx'))

/** Subject, message and recipients (SPEC §2, §5). The draft is kept until it is sent. */
export function BroadcastForm() {
  const form = useBroadcastForm()
  const { values, count, preview, isBusy } = form
  return (
    <form
      ref={form.formRef}
      className={`stack gap-4 ${css.form}`}
      noValidate
      aria-labelledby="write"
      onSubmit={(event) => event.preventDefault()}
    >
      {form.wasRestored && <RestoredNote>{texts.restored}</RestoredNote>}
      <TextField
        {...form.field('subject')}
        label={texts.subject}
        className={css.subject}
        required
        autoComplete="off"
        readOnly={isBusy}
        hint={texts.counter(lengthOf(values.subject), limits.broadcastSubject)}
      />
      <TextArea
        {...form.field('message')}
        label={texts.message}
        rows={8}
        grow
        required
        readOnly={isBusy}
        hint={texts.messageHint}
      />
      <Checkbox
        label={texts.include}
        hint={texts.includeHint}
        checked={values.include_unsubscribed}
        disabled={isBusy}
        onCheckedChange={(include_unsubscribed) => form.set({ include_unsubscribed })}
      />
      {form.error && <ErrorNote>{form.error}</ErrorNote>}
      <Outcome text={form.outcome} />
      <div className={css.buttons}>
        <TestMail />
        <Button variant="primary" icon="send" busy={isBusy} onClick={form.openPreview}>
          {count === undefined ? texts.send : texts.sendTo(count)}
        </Button>
      </div>
      {preview && (
        <Preview
          draft={preview}
          count={count}
          open={form.isPreviewOpen}
          isSending={isBusy}
          onClose={form.closePreview}
          onSend={() => void form.submit()}
        />
      )}
    </form>
  )
}

const Outcome = ({ text }: { text: string | undefined }) => (
  <p role="status" className={text === undefined ? undefined : css.sent}>
    {text !== undefined && (
      <>
        <Icon name="check" size={18} />
        <span>{text}</span>
      </>
    )}
  </p>
)

/** Sends the caller the mail of a new post. */
function TestMail() {
  const id = useId()
  const test = useSendTest()
  const isSending = useRef(false)

  function send() {
    // a double click comes before `isPending` is rendered
    if (isSending.current) return
    isSending.current = true
    test.mutate(undefined, {
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  return (
    <div className={css.test}>
      <Button icon="mail" aria-describedby={id} busy={test.isPending} onClick={send}>
        {texts.test}
      </Button>
      <p id={id} className="muted small tight">
        {texts.testHint}
      </p>
      {test.error && <ErrorNote>{messageOf(test.error, texts.testFailed)}</ErrorNote>}
      <Outcome text={test.data && (test.data.message || texts.testSent)} />
    </div>
  )
}
