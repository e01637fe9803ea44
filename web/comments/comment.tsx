import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { Comment } from '../../contract/comments.ts'
import { anchorOf } from '../../contract/content/places.ts'
import { permissions } from '../../contract/permissions.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { Reactions } from '../reactions/reactions.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { When } from '../ui/format/when.tsx'
import { ItemActions } from '../ui/lists/item-actions.tsx'
import lists from '../ui/lists/lists.module.css'
import { useEditDraft, useInlineEdit } from '../ui/lists/use-inline-edit.ts'
import { SideNote } from '../ui/page/notice.tsx'
import { AnsweredQuote } from './answered.tsx'
import { useDeleteComment, useUpdateComment } from './api.ts'
import { CommentForm, commentForm } from './comment-form.tsx'
import css from './comments.module.css'
import { texts } from './texts.ts'

interface Props {
  comment: Comment
  /** True for the comment of the address's fragment, or one just sent. */
  isHighlighted: boolean
  onEditing: (comment: Comment, isEditing: boolean) => void
  onAnswer: (comment: Comment) => void
  /** Called with the element to focus. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

function useCommentEdit({ id, post_id, content, updated_at }: Comment, element: RefObject<HTMLElement | null>) {
  const draft = useEditDraft<{ content: string }>(`comment ${id}`)
  const update = useUpdateComment(post_id, id, draft.clear)
  return useInlineEdit({
    ...commentForm,
    element,
    stored: { content },
    updatedAt: updated_at,
    draft,
    // replaces the displayed version: a change by somebody else is shown above the form
    save: ({ content }) => update.mutateAsync({ content, over: updated_at }),
    savedText: texts.updated,
    failureText: texts.updateFailed,
  })
}

export function CommentItem({ comment, isHighlighted, onEditing, onAnswer, onDeleted }: Props) {
  const me = useMember()
  const element = useRef<HTMLLIElement>(null)
  const author = useId()
  const editing = useCommentEdit(comment, element)
  const remove = useDeleteComment(comment.post_id, comment.id)
  const mayEdit = me !== undefined && permissions['comment.edit'](me, comment)
  const isEditing = mayEdit && editing.isOpen
  const notify = useEffectEvent((isEditing: boolean) => onEditing(comment, isEditing))
  useEffect(() => notify(isEditing), [isEditing])

  return (
    <li
      ref={element}
      id={anchorOf.comment(comment.id)}
      tabIndex={-1}
      aria-labelledby={author}
      className={cx(css.comment, isHighlighted && lists.highlighted)}
    >
      <Avatar name={comment.author_name} size={40} className={css.avatar} />
      <div className={css.commentHead}>
        <p className={css.byline}>
          <bdi id={author} className={css.writer}>
            {comment.author_name}
          </bdi>
          <Link to={`#${anchorOf.comment(comment.id)}`} className={`muted undecorated ${css.when}`}>
            <When at={comment.created_at} />
          </Link>
          {comment.updated_at !== comment.created_at && (
            <When at={comment.updated_at} format={() => texts.edited} className="muted italic" />
          )}
        </p>
        {mayEdit && !isEditing && (
          <ItemActions
            texts={texts}
            item={element}
            onEdit={editing.open}
            question={{ title: texts.deleteTitle(comment.author_name), text: texts.confirmDelete }}
            remove={() => remove.mutateAsync()}
            onFail={(error) => toast.error(messageOf(error, texts.deleteFailed))}
            onDeleted={onDeleted}
          />
        )}
      </div>
      {isEditing ? (
        <CommentForm
          form={editing.form}
          label={texts.editing}
          hideLabel
          rows={3}
          field={editing.field}
          sendLabel={texts.update}
          onCancel={() => void editing.cancel()}
        >
          <SideNote>
            {editing.isOutdated && (
              <>
                <p>{texts.changedMeanwhile}</p>
                <CommentText comment={comment} />
              </>
            )}
          </SideNote>
        </CommentForm>
      ) : (
        <>
          <AnsweredQuote comment={comment} />
          <CommentText comment={comment} />
          <div className="row wrap gap-0-2 above-1">
            <Button
              variant="quiet"
              size="s"
              icon="reply"
              className={css.answer}
              aria-describedby={author}
              data-print="no"
              onClick={() => onAnswer(comment)}
            >
              {texts.answer}
            </Button>
            <Reactions kind="comment" id={comment.id} reactions={comment.reactions} />
          </div>
        </>
      )}
    </li>
  )
}

const CommentText = ({ comment }: { comment: Comment }) => (
  <div className={css.text}>
    <LazyMarkdown id={anchorOf.comment(comment.id)} text={comment.content} level={3} />
  </div>
)
