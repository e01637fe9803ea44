import { useEffect, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { type CategoryFilter, offersNew, useFiles } from './api.ts'

/** Properties of the image viewer and the audio player. */
export interface OpenedFileProps {
  file: ArchiveFile
  category: CategoryFilter
  open: boolean
  onClose: () => void
}

/** The same in every list of them, so that they share what is loaded. */
export const mediaPageSize = '100'
/** The next page is loaded this many files before the last loaded one. */
const prefetchDistance = 10

/**
 * The images or recordings of a category or of all, and the current one. Pages are loaded until they contain it; until then
 * it is the only one.
 */
export function useMediaSet(kind: 'image' | 'audio', category: CategoryFilter, opened: ArchiveFile) {
  const [current, setCurrent] = useState(opened.id)
  const filter = { category_id: category, kind, limit: mediaPageSize }
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useFiles(filter, offersNew)
  const loaded = data ? itemsOf(data) : []
  const found = loaded.findIndex(({ id }) => id === current)
  const isShort = found < 0 || found >= loaded.length - prefetchDistance
  const wantsMore = isShort && hasNextPage && !isFetching && !isError

  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  const files = found < 0 ? [opened] : loaded
  const index = Math.max(0, found)
  const total = found < 0 ? 1 : Math.max(totalOf(data), loaded.length)
  return {
    files,
    file: files[index] ?? opened,
    index,
    total,
    hasPrevious: index > 0,
    hasNext: index < total - 1,
    choose: setCurrent,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    /** At the last loaded file it loads the next page, also after a failure. */
    step(by: 1 | -1) {
      const next = files[index + by]
      if (next) setCurrent(next.id)
      else if (by === 1 && hasNextPage) void fetchNextPage()
    },
  }
}
