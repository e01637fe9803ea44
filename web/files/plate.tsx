import { useEffect, useState } from 'react'
import type { FileKind } from '../../contract/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { KindIcon } from './kind-icon.tsx'
import css from './plate.module.css'

interface Props {
  file: ArchiveFile
  kind: FileKind
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

/** The upper part of a card: the picture itself, or what kind of file it is. A mouse may press it, as it may the button. */
export function Plate({ file, kind, onView, onPlay }: Props) {
  const open = file.thumb_url ? onView : kind === 'audio' && file.source_type === 'upload' ? onPlay : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the button below
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a larger target for the button below
    <div className={css.plate} data-kind={kind} data-opens={open ? '' : undefined} onClick={() => open?.(file)}>
      {file.thumb_url ? <Thumb address={file.thumb_url} kind={kind} /> : <KindIcon kind={kind} size={64} />}
    </div>
  )
}

/** Milliseconds until a smaller version that couldn't be had is asked for again: hundreds may be made before it. */
const pauses = [3, 10, 30, 60, 120, 240].map((seconds) => seconds * 1000)

/**
 * A picture's smaller version. Its address changes each time the list is asked for, the picture doesn't: the first one
 * stays until it fails.
 */
export function Thumb({ address, kind = 'image' }: { address: string; kind?: FileKind }) {
  const [shown, setShown] = useState(address)
  const [failures, setFailures] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const pause = isWaiting ? pauses[failures - 1] : undefined

  function begin() {
    setShown(address)
    setFailures(0)
    setWaiting(false)
  }
  if (isWaiting && shown !== address) begin()

  function wait() {
    setFailures(failures + 1)
    setWaiting(true)
  }

  useEffect(() => {
    if (pause === undefined) return
    const timer = setTimeout(() => setWaiting(false), pause)
    return () => clearTimeout(timer)
  }, [pause])

  if (isWaiting) return <KindIcon kind={kind} size={64} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: failing to load is no interaction
    <img
      className={css.thumb}
      src={shown}
      alt=""
      loading="lazy"
      decoding="async"
      onError={shown === address ? wait : begin}
    />
  )
}
