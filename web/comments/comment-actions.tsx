import type { RefObject } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { messageOf } from '../api/call.ts'
import { useToast } from '../ui/dialogs/toast.tsx'
import { ItemActions } from '../ui/lists/item-actions.tsx'
import { useDeleteComment } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  comment: Comment
  element: RefObject<HTMLElement | null>
  onEdit: () => void
  /** Called with the element to focus. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function CommentActions({ comment, element, onEdit, onDeleted }: Props) {
  const toast = useToast()
  const remove = useDeleteComment(comment.post_id, comment.id)
  return (
    <ItemActions
      texts={texts}
      item={element}
      onEdit={onEdit}
      question={{ title: texts.deleteTitle(comment.author_name), text: texts.confirmDelete }}
      remove={() => remove.mutateAsync()}
      onFail={(error) => toast.error(messageOf(error, texts.deleteFailed))}
      onDeleted={onDeleted}
    />
  )
}
