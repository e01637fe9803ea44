import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '../../contract/comments.ts'
import { useUnsent } from '../api/unsent.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { useUpdateComment } from './api.ts'
import { texts } from './texts.ts'

/** What is typed over a comment, and over which version of it: that of a moment. */
interface Edit {
  content: string
  over: string
}

/** Editing a comment in its place, from 'Editar' to 'Actualizar' or 'Cancelar'; a reload goes on with it. */
export function useEdit(comment: Comment, place: RefObject<HTMLElement | null>) {
  const unsent = useUnsent<Edit | null>(`comment ${comment.id}`, null)
  const edit = unsent.typed
  const toast = useToast()
  const confirm = useConfirm()
  const field = useRef<HTMLTextAreaElement>(null)
  const clear = () => {
    unsent.type(null)
    unsent.forget()
  }
  const update = useUpdateComment(comment.post_id, comment.id, clear)
  const toPlace = () => place.current?.focus({ preventScroll: true })

  return {
    edit,
    field,
    isSaving: update.isPending,
    failure: update.error,
    /** Somebody else changed what is being edited. */
    isOutdated: edit !== null && edit.over !== comment.updated_at && !update.isPending,
    open() {
      flushSync(() => unsent.type({ content: comment.content, over: comment.updated_at }))
      field.current?.focus()
      field.current?.setSelectionRange(comment.content.length, comment.content.length)
    },
    type: (content: string) => edit && unsent.type({ ...edit, content }),
    save() {
      if (!edit || update.isPending) return
      // what others made of it is shown beside: whoever saves then has seen it
      update.mutate(
        { content: edit.content, over: comment.updated_at },
        {
          onSuccess: () => {
            toast.success(texts.updated)
            toPlace()
          },
        },
      )
    },
    /** What was typed goes: that is asked. */
    async cancel() {
      const question = { text: texts.confirmDiscard, action: texts.discard, danger: true }
      if (edit && edit.content !== comment.content && !(await confirm(question))) return
      clear()
      update.reset()
      toPlace()
    },
  }
}
