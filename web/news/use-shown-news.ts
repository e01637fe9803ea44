import type { NewsItem } from '../../contract/news.ts'
import { isStatus } from '../api/call.ts'
import { useRetainedItems, withRetained } from '../ui/lists/use-retained-items.ts'
import { useNewsItems } from './api.ts'

export type ShownNews = NewsItem & { isDeleted: boolean }

/** Items of the list and retained ones, which are deleted or on a page that isn't loaded. */
export function useShownNews(items: NewsItem[]) {
  const { missing, retain } = useRetainedItems(items)
  const found = useNewsItems(missing.map(({ item }) => item.id))
  const retained = missing.flatMap(({ item, isEdited }, index): ShownNews[] => {
    const isDeleted = isStatus(found[index]?.error, 404)
    return isDeleted && !isEdited ? [] : [{ ...(found[index]?.data ?? item), isDeleted }]
  })
  const listed = items.map((item) => ({ ...item, isDeleted: false }))
  return { shown: withRetained(listed, retained, 'newest first'), retain }
}
