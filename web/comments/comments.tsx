import { useId, useRef } from 'react'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useComments } from './api.ts'
import { CommentItem } from './comment.tsx'
import css from './comments.module.css'
import { itemsOf, totalOf } from './loaded.ts'
import { NewComment } from './new-comment.tsx'
import { texts } from './texts.ts'
import { useHeld } from './use-held.ts'
import { useNews } from './use-news.ts'
import { useSought } from './use-sought.ts'

/** What members say about a post, oldest first, and where one joins in. */
export default function Comments({ postId }: { postId: string }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useComments(postId)
  const { seek, isSeeking, marked } = useSought(query)
  const news = useNews(query.data, isSeeking)

  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 ref={heading} id={id} tabIndex={-1} className={css.title}>
          {texts.comments} {query.data && <span className={css.count}>{totalOf(query.data)}</span>}
        </h2>
        <p role="status" className={css.news} data-print="no">
          {news > 0 && texts.fresh(news)}
        </p>
      </div>
      <List query={query} marked={marked} onDeleted={(neighbour) => (neighbour ?? heading.current)?.focus()} />
      <NewComment postId={postId} onSent={seek} />
    </section>
  )
}

interface ListProps {
  query: ReturnType<typeof useComments>
  marked: string | undefined
  onDeleted: (neighbour: HTMLElement | null) => void
}

function List({ query, marked, onDeleted }: ListProps) {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    query
  const { shown, hold } = useHeld(data ? itemsOf(data) : [])
  if (!data)
    return query.isError ? (
      <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
        {messageOf(error, texts.fetchFailed)}
      </ErrorNote>
    ) : (
      <Skeleton label={texts.loading} shape="rows" count={3} />
    )
  if (shown.length === 0) return <p className={css.none}>{texts.none}</p>
  return (
    <>
      <ol className={css.list}>
        {shown.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            isMarked={comment.id === marked}
            onEditing={hold}
            onDeleted={onDeleted}
          />
        ))}
      </ol>
      {isFetchNextPageError && (
        <ErrorNote onRetry={() => void fetchNextPage()} busy={isFetchingNextPage}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button className={css.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
