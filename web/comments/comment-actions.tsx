import type { RefObject } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { messageOf } from '../api/call.ts'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { useDeleteComment } from './api.ts'
import css from './comment.module.css'
import { texts } from './texts.ts'

interface Props {
  comment: Comment
  /** The comment's element. */
  place: RefObject<HTMLElement | null>
  onEdit: () => void
  /** With what has the focus when it is gone. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

/** Edit and delete: for the author and admins. */
export function CommentActions({ comment, place, onEdit, onDeleted }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useDeleteComment(comment.post_id, comment.id)

  async function deleteComment() {
    if (remove.isPending) return
    if (!(await confirm({ text: texts.confirmDelete, action: texts.delete, danger: true }))) return
    const item = place.current
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    try {
      // not `onSuccess`: by then this is gone
      await remove.mutateAsync()
    } catch (error) {
      return toast.error(messageOf(error, texts.deleteFailed))
    }
    toast.success(texts.deleted)
    if (wasHere(item)) onDeleted(neighbour instanceof HTMLElement ? neighbour : null)
  }

  return (
    <span className={css.actions} data-print="no">
      <IconButton icon="edit" label={texts.edit} onClick={onEdit} />
      <IconButton
        icon="trash"
        label={texts.delete}
        danger
        aria-busy={remove.isPending || undefined}
        onClick={() => void deleteComment()}
      />
    </span>
  )
}
