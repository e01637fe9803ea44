import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { anchorOf } from '../../contract/content/places.ts'
import { limits } from '../../contract/limits.ts'
import { whatsNew } from '../../contract/whats-new.ts'
import { call } from '../api/call.ts'
import { whatsNewKeys } from '../api/keys.ts'
import { isComplete, itemsOf, type PagedData, totalOf } from '../api/paged.ts'
import { useMember } from '../api/session.ts'
import { useChange } from '../api/use-change.ts'
import { useIsVisible } from '../ui/hooks/use-is-visible.ts'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useRetainedItems, withRetained } from '../ui/lists/use-retained-items.ts'
import { useScrollToItem } from '../ui/lists/use-scroll-to-item.ts'
import { Notice } from '../ui/page/notice.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { answeredBy } from './answered.tsx'
import { countingKeys, useComments } from './api.ts'
import { CommentItem } from './comment.tsx'
import css from './comments.module.css'
import { NewComment, type NewCommentHandle } from './new-comment.tsx'
import { texts } from './texts.ts'

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
  const { data } = query
  const items = data ? itemsOf(data) : []
  const { missing, retain } = useRetainedItems(items)
  // a comment missing from the list was deleted
  const edited = missing.filter(({ isEdited }) => isEdited).map(({ item }) => item)
  const shown = withRetained(items, edited, 'oldest first')
  if (!data) return <QueryState query={query} texts={texts} shape="bubbles" count={3} />
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
      <MoreItems query={query} texts={texts} className={css.more} />
    </>
  )
}

type Loaded = PagedData<Comment>

/** Count of others' comments between two reads; while pages are missing at the end, only the total is known. */
function countNew(before: Loaded, now: Loaded, me: string | undefined) {
  if (!isComplete(before) || !isComplete(now)) return Math.max(0, totalOf(now) - totalOf(before))
  const known = new Set(itemsOf(before).map(({ id }) => id))
  return itemsOf(now).filter(({ id, author_id }) => !known.has(id) && author_id !== me).length
}

/** Count of others' comments since the page was opened; with `isOwn` the current change is the person's own. */
function useNewCommentCount(comments: Loaded | undefined, isOwn: boolean) {
  const me = useMember()?.id
  const before = useRef(comments)
  const [count, setCount] = useState(0)
  const client = useQueryClient()

  useEffect(() => {
    const last = before.current
    before.current = comments
    if (!last || !comments || last === comments) return
    if (totalOf(last) !== totalOf(comments))
      for (const queryKey of countingKeys) void client.invalidateQueries({ queryKey })
    if (!isOwn) setCount((count) => count + countNew(last, comments, me))
  }, [comments, isOwn, me, client])
  return count
}

/** Reports others' new comments as seen once they are on a visible page; a failure is silent, as a later visit reports again. */
function useSeenConversation(postId: string, comments: Loaded | undefined) {
  const me = useMember()?.id
  const { mutate, variables, isError } = useChange(
    (until: string) => call(whatsNew.markConversationSeen, { params: { id: postId }, body: { until } }),
    [whatsNewKeys.visit(me)],
  )
  const newest = comments && itemsOf(comments).findLast(({ author_id }) => author_id !== me)?.created_at
  const isVisible = useIsVisible()
  const report = useEffectEvent(() => {
    const wasReported = newest === variables && !isError
    if (newest === undefined || wasReported || !isVisible) return
    if (Date.now() - Date.parse(newest) <= limits.newCommentMs) mutate(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when a newer comment has come
  useEffect(() => {
    report()
  }, [newest, isVisible])
}
