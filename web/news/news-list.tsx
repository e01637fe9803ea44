import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useOnNear } from '../ui/use-near.ts'
import type { useNews } from './api.ts'
import css from './news-item.module.css'
import { NewsCard } from './news-item.tsx'
import { texts } from './texts.ts'
import type { Fail } from './use-failure.ts'
import type { Shown, useHeld } from './use-held.ts'

interface Props {
  query: ReturnType<typeof useNews>
  shown: Shown[]
  hold: ReturnType<typeof useHeld>['hold']
  marked: string | undefined
  onFail: Fail
  onDeleted: (neighbour: HTMLElement | null) => void
}

/** The links that are loaded, and more of them as one comes near the end. */
export function NewsList({ query, shown, hold, marked, onFail, onDeleted }: Props) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const fetchMore = () => {
    if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage()
  }
  const watchEnd = useOnNear(() => {
    if (!isFetchNextPageError) fetchMore()
  })
  return (
    <>
      <ol className={css.list}>
        {shown.map((item) => (
          <NewsCard
            key={item.id}
            item={item}
            isMarked={item.id === marked}
            onEditing={hold}
            onFail={onFail}
            onDeleted={onDeleted}
          />
        ))}
      </ol>
      {/* anew for each page: the one before may have left it where it was */}
      {hasNextPage && <span key={shown.length} ref={watchEnd} />}
      {isFetchNextPageError && (
        <ErrorNote onRetry={fetchMore} busy={isFetchingNextPage}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button busy={isFetchingNextPage} onClick={fetchMore} className={css.more}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
