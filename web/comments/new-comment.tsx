import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isBlank } from '../../contract/fields.ts'
import { useMember } from '../api/session.ts'
import { useUnsent } from '../api/unsent.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useCreateComment } from './api.ts'
import { CommentForm } from './comment-form.tsx'
import css from './comments.module.css'
import { texts } from './texts.ts'

/** The form that a button opens and closes; open from the start when something in it was not sent. */
export function NewComment({ postId, onSent }: { postId: string; onSent: (id: string) => void }) {
  const id = useId()
  const me = useMember()
  const toast = useToast()
  const confirm = useConfirm()
  const unsent = useUnsent(`comment ${postId}`, '')
  const [isOpen, setOpen] = useState(!isBlank(unsent.typed))
  const field = useRef<HTMLTextAreaElement>(null)
  const toggleButton = useRef<HTMLButtonElement>(null)
  const clear = () => {
    unsent.type('')
    unsent.forget()
  }
  const create = useCreateComment(postId, clear)

  function toggle() {
    flushSync(() => setOpen(!isOpen))
    field.current?.focus()
  }

  function send() {
    if (create.isPending || !me?.name) return
    create.mutate(unsent.typed, {
      onSuccess: (comment) => {
        setOpen(false)
        toast.success(texts.sent)
        onSent(comment.id)
      },
    })
  }

  /** What was typed goes: that is asked. */
  async function cancel() {
    const question = { text: texts.confirmDiscard, action: texts.discard, danger: true }
    if (!isBlank(unsent.typed) && !(await confirm(question))) return
    clear()
    create.reset()
    setOpen(false)
    toggleButton.current?.focus()
  }

  return (
    <div className={css.new} data-print="no">
      <Button
        ref={toggleButton}
        icon={isOpen ? 'close' : 'quill'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {texts.write}
      </Button>
      {isOpen && (
        <div id={id} className={css.paper}>
          <CommentForm
            label={texts.comment}
            rows={4}
            field={field}
            content={unsent.typed}
            onType={unsent.type}
            isSaving={create.isPending}
            failure={create.error}
            failed={texts.createFailed}
            send={texts.send}
            onSend={send}
            onCancel={() => void cancel()}
          >
            <TextField label={texts.author} value={me?.name ?? ''} readOnly />
          </CommentForm>
        </div>
      )}
    </div>
  )
}
