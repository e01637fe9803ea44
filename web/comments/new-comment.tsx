import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isBlank } from '../../contract/fields.ts'
import { useDraft } from '../api/drafts.ts'
import { useMember } from '../api/session.ts'
import { addMentionWriter, mentionWriters } from '../markdown/person/mention-writers.ts'
import { AskAfterWriting } from '../push/ask-after-writing.tsx'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { confirm, discardQuestion } from '../ui/dialogs/confirm.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useForm } from '../ui/form/use-form.ts'
import { type Answered, AnsweredNote } from './answered.tsx'
import { useCreateComment } from './api.ts'
import { CommentForm, commentForm } from './comment-form.tsx'
import css from './comments.module.css'
import { texts } from './texts.ts'

export interface NewCommentHandle {
  /** Opens the form for an answer. */
  answer: (comment: Answered) => void
}

/** The answered comment is kept with a text only, of the same tab. */
interface Draft {
  content: string
  answered: Answered | null
}
const emptyDraft: Draft = { content: '', answered: null }

interface Props {
  postId: string
  onSent: (id: string) => void
  handle: Ref<NewCommentHandle>
}

/** The form and the button that opens it; open from the start with a draft of an earlier visit. */
export function NewComment({ postId, onSent, handle }: Props) {
  const id = useId()
  const me = useMember()
  const draft = useDraft(`new-comment ${postId}`, emptyDraft)
  const { content } = draft.value
  /** Chosen before the text. */
  const [chosen, setChosen] = useState<Answered | null>(null)
  const answered = isBlank(content) ? chosen : draft.value.answered
  const [wasOpened, setOpen] = useState<boolean>()
  const isOpen = wasOpened ?? draft.wasRestored
  const [hasSent, setSent] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const toggleButton = useRef<HTMLButtonElement>(null)
  const clear = () => {
    draft.setValue(emptyDraft)
    setChosen(null)
  }
  function change(content: string, to: Answered | null) {
    draft.setValue({ content, answered: isBlank(content) ? null : to })
    setChosen(to)
  }
  function answer(to: Answered | null) {
    flushSync(() => {
      change(content, to)
      setOpen(true)
    })
    field.current?.focus()
  }
  useImperativeHandle(handle, () => ({ answer }))
  useEffect(() => {
    if (isOpen) return
    return addMentionWriter((person) => {
      flushSync(() => setOpen(true))
      // that of the field
      mentionWriters.get().at(-1)?.(person)
    })
  }, [isOpen])
  const create = useCreateComment(postId, draft.id, clear)
  const form = useForm({
    ...commentForm,
    initial: { content: '' },
    state: [{ content }, ({ content }) => change(content, answered)],
    save: ({ content }) => create.mutateAsync({ content, reply_to: answered?.id ?? null }),
    onSaved(comment) {
      setOpen(false)
      setSent(true)
      toast.success(texts.sent)
      onSent(comment.id)
    },
    failureText: texts.createFailed,
  })

  function toggle() {
    flushSync(() => setOpen(!isOpen))
    field.current?.focus()
  }

  /** The button above closes the form and keeps the text. */
  async function discard() {
    if (!(await confirm(discardQuestion))) return
    clear()
    form.clearErrors()
    setOpen(false)
    toggleButton.current?.focus()
  }

  return (
    <div className="stack start gap-4 above-4" data-print="no">
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
        <div id={id} className={css.panel}>
          <CommentForm
            form={form}
            label={texts.comment}
            rows={4}
            field={field}
            sendLabel={texts.send}
            onCancel={isBlank(content) ? undefined : () => void discard()}
            cancelLabel={texts.discard}
          >
            {answered && <AnsweredNote answered={answered} onCancel={() => answer(null)} />}
            <TextField label={texts.author} value={me?.name ?? ''} readOnly />
          </CommentForm>
        </div>
      )}
      <AskAfterWriting hasWritten={hasSent} onAnswered={() => toggleButton.current?.focus()} />
    </div>
  )
}
