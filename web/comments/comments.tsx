import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { anchorOf } from '../../contract/content/places.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useRetainedItems, withRetained } from '../ui/lists/use-retained-items.ts'
import { useScrollToItem } from '../ui/lists/use-scroll-to-item.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { answeredBy } from './answered.tsx'
import { useComments } from './api.ts'
import { CommentItem } from './comment.tsx'
import css from './comments.module.css'
import { NewComment, type NewCommentHandle } from './new-comment.tsx'
import { texts } from './texts.ts'
import { useNewCommentCount } from './use-new-comment-count.ts'
import { useSeenConversation } from './use-seen-conversation.ts'

export default function Comments({ postId }: { postId: string }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useComments(postId)
  const { scrollTo, isScrolling, highlighted, isDeleted, closeNotice } = useScrollToItem({
    query,
    anchorOf: anchorOf.comment,
    order: 'oldest first',
  })
  const section = useRef<HTMLElement>(null)
  const newComment = useRef<NewCommentHandle>(null)
  // the link led here
  useEffect(() => {
    if (isDeleted) section.current?.scrollIntoView()
  }, [isDeleted])
  const newCount = useNewCommentCount(query.data, isScrolling)
  useSeenConversation(postId, query.data)

  return (
    <section ref={section} className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 ref={heading} id={id} tabIndex={-1} className={css.title}>
          {texts.comments} {query.data && <span className={css.count}>{totalOf(query.data)}</span>}
        </h2>
        <p role="status" className={css.newCount} data-print="no">
          {newCount > 0 && texts.newCount(newCount)}
        </p>
      </div>
      {isDeleted && (
        <div className="above-3">
          <Notice icon="info" title={texts.gone} onClose={closeNotice}>
            <p>{texts.goneHint}</p>
          </Notice>
        </div>
      )}
      <List
        query={query}
        highlighted={highlighted}
        onAnswer={(comment) => newComment.current?.answer(answeredBy(comment))}
        onDeleted={(neighbour) => (neighbour ?? heading.current)?.focus()}
      />
      <NewComment postId={postId} onSent={scrollTo} handle={newComment} />
    </section>
  )
}

interface ListProps extends Pick<ComponentProps<typeof CommentItem>, 'onAnswer'> {
  query: ReturnType<typeof useComments>
  highlighted: string | undefined
  onDeleted: (neighbour: HTMLElement | null) => void
}

function List({ query, highlighted, onAnswer, onDeleted }: ListProps) {
  const { data, error } = query
  const items = data ? itemsOf(data) : []
  const { missing, retain } = useRetainedItems(items)
  // a comment missing from the list was deleted
  const edited = missing.filter(({ isEdited }) => isEdited).map(({ item }) => item)
  const shown = withRetained(items, edited, 'oldest first')
  if (!data)
    return query.isError ? (
      <ErrorNote query={query}>{messageOf(error, texts.fetchFailed)}</ErrorNote>
    ) : (
      <Skeleton label={texts.loading} shape="bubbles" count={3} />
    )
  if (shown.length === 0) return <p className={css.none}>{texts.none}</p>
  return (
    <>
      <ol className={`plain-list ${css.list}`}>
        {shown.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isHighlighted={comment.id === highlighted}
            onEditing={retain}
            onAnswer={onAnswer}
            onDeleted={onDeleted}
          />
        ))}
      </ol>
      <MoreItems
        query={query}
        label={texts.more}
        failureText={messageOf(error, texts.fetchFailed)}
        className={css.more}
      />
    </>
  )
}
