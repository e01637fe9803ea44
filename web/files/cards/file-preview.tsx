import { useEffect, useState } from 'react'
import type { FileKind } from '../../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import css from './file-preview.module.css'

interface Props {
  file: ArchiveFile
  kind: FileKind
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

/** The upper half of a card: thumbnail or kind icon. A click does the same as the card's button. */
export function FilePreview({ file, kind, onView, onPlay }: Props) {
  const open = file.thumb_url ? onView : kind === 'audio' && file.source_type === 'upload' ? onPlay : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the button below
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a larger target for the button below
    <div className={css.preview} data-kind={kind} data-opens={open ? '' : undefined} onClick={() => open?.(file)}>
      {file.thumb_url ? <Thumbnail address={file.thumb_url} kind={kind} /> : <KindIcon kind={kind} size={64} />}
    </div>
  )
}

/** Long delays, as the server may have hundreds of thumbnails to make first. */
const retryDelaysMs = [3, 10, 30, 60, 120, 240].map((seconds) => seconds * 1000)

/** The first URL is used until it fails: each load of the list has another signed URL for the same picture. */
export function Thumbnail({ address, kind = 'image' }: { address: string; kind?: FileKind }) {
  const [source, setSource] = useState(address)
  const [failures, setFailures] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const delayMs = isWaiting ? retryDelaysMs[failures - 1] : undefined

  function restart() {
    setSource(address)
    setFailures(0)
    setWaiting(false)
  }
  if (isWaiting && source !== address) restart()

  function scheduleRetry() {
    setFailures(failures + 1)
    setWaiting(true)
  }

  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => setWaiting(false), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])

  if (isWaiting) return <KindIcon kind={kind} size={64} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: failing to load is no interaction
    <img
      className={css.thumb}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={source === address ? scheduleRetry : restart}
    />
  )
}
