import type { NewsItem } from '../../contract/news.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useRetainedItems, withRetained } from '../ui/lists/use-retained-items.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type useNews, useNewsItems, useRefreshNews } from './api.ts'
import type { ShowError } from './error-banner.tsx'
import { InitializeButton, offersInitialization } from './initialize-button.tsx'
import css from './news.module.css'
import { NewsCard, type ShownNews } from './news-item.tsx'
import { texts } from './texts.ts'

interface Props {
  query: ReturnType<typeof useNews>
  highlighted: string | undefined
  onFail: ShowError
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function NewsList({ query, highlighted, onFail, onDeleted }: Props) {
  const items = query.data ? itemsOf(query.data) : []
  const { shown, retain } = useShownNews(items)
  const refresh = useRefreshNews()
  const failureText = messageOf(query.error, texts.loadFailed)
  if (query.isPending) return <Skeleton label={texts.loading} count={4} />
  if (query.isLoadingError) {
    const canInitialize = isStatus(query.error, 404) || offersInitialization(failureText)
    return (
      <ErrorNote
        query={query}
        action={canInitialize && <InitializeButton size="s" label={texts.initialize} onFail={onFail} />}
      >
        {failureText}
      </ErrorNote>
    )
  }
  return (
    <>
      <WhatsNewBar area="news" newest={items[0]?.created_at} onShow={refresh} />
      {shown.length === 0 ? (
        <EmptyState drawing="sea" action={<InitializeButton label={texts.initializeWithExample} onFail={onFail} />}>
          {texts.none}
        </EmptyState>
      ) : (
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
          <MoreItems query={query} texts={texts} shown={shown.length} />
        </>
      )}
    </>
  )
}

/** Items of the list and retained ones, which are deleted or on a page that isn't loaded. */
function useShownNews(items: NewsItem[]) {
  const { missing, retain } = useRetainedItems(items)
  const found = useNewsItems(missing.map(({ item }) => item.id))
  const retained = missing.flatMap(({ item, isEdited }, index): ShownNews[] => {
    const isDeleted = isStatus(found[index]?.error, 404)
    return isDeleted && !isEdited ? [] : [{ ...(found[index]?.data ?? item), isDeleted }]
  })
  const listed = items.map((item) => ({ ...item, isDeleted: false }))
  return { shown: withRetained(listed, retained, 'newest first'), retain }
}
