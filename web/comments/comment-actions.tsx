import type { RefObject } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { messageOf } from '../api/call.ts'
import { ItemActions } from '../ui/item-actions.tsx'
import { useToast } from '../ui/toast.tsx'
import { useDeleteComment } from './api.ts'
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
  const toast = useToast()
  const remove = useDeleteComment(comment.post_id, comment.id)
  return (
    <ItemActions
      texts={texts}
      place={place}
      onEdit={onEdit}
      question={{ title: texts.deleteTitle(comment.author_name), text: texts.confirmDelete }}
      remove={() => remove.mutateAsync()}
      onFail={(error) => toast.error(messageOf(error, texts.deleteFailed))}
      onDeleted={onDeleted}
    />
  )
}
