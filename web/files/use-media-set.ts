import { useEffect, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { useFiles } from './api.ts'

/** Files of a page: one goes through them quickly. */
const perPage = 100
/** How close to the last one that is known the next ones are asked for. */
const ahead = 10

/**
 * The pictures or the recordings of the section that one was opened from, and which of them is shown. Pages are asked
 * for until that one is found; meanwhile it stands alone.
 */
export function useMediaSet(kind: 'image' | 'audio', category: string, opened: ArchiveFile) {
  const [current, setCurrent] = useState(opened.id)
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useFiles({
    category_id: category,
    kind,
    limit: perPage,
  })
  const known = data?.pages.flatMap((page) => page.items) ?? []
  const found = known.findIndex(({ id }) => id === current)
  const isShort = found < 0 || found >= known.length - ahead
  const wantsMore = isShort && hasNextPage && !isFetching && !isError

  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  const files = found < 0 ? [opened] : known
  const index = Math.max(0, found)
  const total = found < 0 ? 1 : Math.max(data?.pages[0]?.total ?? 0, known.length)
  return {
    files,
    file: files[index] ?? opened,
    index,
    total,
    hasPrevious: index > 0,
    hasNext: index < total - 1,
    choose: setCurrent,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    /** By one, forwards or back; at the end of what is known the rest is asked for, also after a failure. */
    step(by: 1 | -1) {
      const next = files[index + by]
      if (next) setCurrent(next.id)
      else if (by === 1 && hasNextPage) void fetchNextPage()
    },
  }
}
