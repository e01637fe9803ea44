import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { Comment } from '../../contract/comments.ts'
import { permissions } from '../../contract/permissions.ts'
import { useMember } from '../api/session.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import aside from '../ui/aside.module.css'
import { cx } from '../ui/cx.ts'
import { Seal } from '../ui/seal.tsx'
import sought from '../ui/sought.module.css'
import { When } from '../ui/when.tsx'
import { anchorOf } from './anchor.ts'
import css from './comment.module.css'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { texts } from './texts.ts'
import { useEdit } from './use-edit.ts'

interface Props {
  comment: Comment
  /** The address led to it, or it was just sent. */
  isMarked: boolean
  onEditing: (comment: Comment, isEditing: boolean) => void
  /** With what has the focus when it is gone. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function CommentItem({ comment, isMarked, onEditing, onDeleted }: Props) {
  const me = useMember()
  const place = useRef<HTMLLIElement>(null)
  const author = useId()
  const editing = useEdit(comment, place)
  const mayEdit = me !== undefined && permissions['comment.edit'](me, comment)
  const isEditing = mayEdit && editing.edit !== null
  const tell = useEffectEvent((isEditing: boolean) => onEditing(comment, isEditing))
  useEffect(() => tell(isEditing), [isEditing])

  return (
    <li
      ref={place}
      id={anchorOf(comment.id)}
      tabIndex={-1}
      aria-labelledby={author}
      className={cx(css.comment, isMarked && sought.marked)}
    >
      <Seal name={comment.author_name} size={40} className={css.seal} />
      <div className={css.head}>
        <p className={css.who}>
          <bdi id={author} className={css.author}>
            {comment.author_name}
          </bdi>
          <Link to={`#${anchorOf(comment.id)}`} className={css.when}>
            <When at={comment.created_at} />
          </Link>
          {comment.updated_at !== comment.created_at && (
            <When at={comment.updated_at} say={() => texts.edited} className={css.edited} />
          )}
        </p>
        {mayEdit && !isEditing && (
          <CommentActions comment={comment} place={place} onEdit={editing.open} onDeleted={onDeleted} />
        )}
      </div>
      {isEditing ? (
        <CommentForm
          label={texts.editing}
          hideLabel
          rows={3}
          field={editing.field}
          content={editing.edit?.content ?? ''}
          onType={editing.type}
          isSaving={editing.isSaving}
          failure={editing.failure}
          failed={texts.updateFailed}
          send={texts.update}
          onSend={editing.save}
          onCancel={() => void editing.cancel()}
        >
          <div role="status" className={aside.aside}>
            {editing.isOutdated && (
              <>
                <p>{texts.changedMeanwhile}</p>
                <Words comment={comment} />
              </>
            )}
          </div>
        </CommentForm>
      ) : (
        <Words comment={comment} />
      )}
    </li>
  )
}

const Words = ({ comment }: { comment: Comment }) => (
  <div className={css.text}>
    <LazyMarkdown id={anchorOf(comment.id)} text={comment.content} level={3} />
  </div>
)
