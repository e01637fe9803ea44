import { useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { useSignal } from '../../api/live.ts'
import { useRefetchFile } from '../api.ts'

/** The server announces the titles of younger links. */
const recentMs = 60 * 60_000

/** The file with the title of its page, which arrives a little after a link was added. */
export function useAwaitedTitle(file: ArchiveFile): ArchiveFile {
  const { id, source_type, uploaded_at } = file
  const refetch = useRefetchFile()
  const [arrived, setArrived] = useState<string | null>(null)
  const [isRecent] = useState(() => Date.now() - Date.parse(uploaded_at) < recentMs)
  const title = file.title ?? arrived
  const isAwaited = isRecent && source_type === 'url' && !title

  useSignal('section_changed', (area) => {
    if (!isAwaited || area !== 'files') return
    // without an answer the next load of the list shows it
    refetch(id).then(
      ({ title }) => setArrived(title),
      () => undefined,
    )
  })

  return title === file.title ? file : { ...file, title }
}
