import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { subscribe } from '../../api/live.ts'
import { fileQuery } from '../api.ts'

/** The server announces the titles of younger links. */
const recentMs = 60 * 60_000

/** The file with the title of its page, which arrives a little after a link was added. */
export function useAwaitedTitle(file: ArchiveFile): ArchiveFile {
  const client = useQueryClient()
  const [isRecent] = useState(() => Date.now() - Date.parse(file.uploaded_at) < recentMs)
  const { data } = useQuery({ ...fileQuery(file.id), enabled: false })
  const title = file.title ?? data?.title ?? null
  const isAwaited = isRecent && file.source_type === 'url' && title === null

  useEffect(() => {
    if (!isAwaited) return
    return subscribe('section_changed', (area) => {
      // without an answer the next load of the list shows it
      if (area === 'files') void client.prefetchQuery({ ...fileQuery(file.id), staleTime: 0 })
    })
  }, [client, file.id, isAwaited])

  return title === file.title ? file : { ...file, title }
}
