import { messageOf } from '../api/call.ts'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useNearViewport } from '../ui/lists/use-near-viewport.ts'
import type { useNews } from './api.ts'
import type { ShowError } from './error-banner.tsx'
import css from './news.module.css'
import { NewsCard } from './news-item.tsx'
import { texts } from './texts.ts'
import type { ShownNews, useShownNews } from './use-shown-news.ts'

interface Props {
  query: ReturnType<typeof useNews>
  shown: ShownNews[]
  retain: ReturnType<typeof useShownNews>['retain']
  highlighted: string | undefined
  onFail: ShowError
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function NewsList({ query, shown, retain, highlighted, onFail, onDeleted }: Props) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const watchEnd = useNearViewport(() => {
    // after a failure only the button retries, to avoid an endless loop
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void query.fetchNextPage()
  })
  return (
    <>
      <ol className={`plain-list ${css.list}`}>
        {shown.map((item) => (
          <NewsCard
            key={item.id}
            item={item}
            isHighlighted={item.id === highlighted}
            onEditing={retain}
            onFail={onFail}
            onDeleted={onDeleted}
          />
        ))}
      </ol>
      {/* a new element for each page: the observer reports an end that stays visible only once */}
      {hasNextPage && <span key={shown.length} ref={watchEnd} />}
      <MoreItems query={query} label={texts.more} failureText={messageOf(error, texts.fetchFailed)} />
    </>
  )
}
