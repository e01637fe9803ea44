import { useEffect, useState } from 'react'
import type { FileKind } from '../../../contract/content/file-kinds.ts'
import { cx } from '../../ui/cx.ts'
import { KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import css from './thumbnail.module.css'

/** Long delays, as the server may have hundreds of thumbnails to make first. */
const retryDelaysMs = [3, 10, 30, 60, 120, 240].map((seconds) => seconds * 1000)

interface Props {
  address: string
  kind?: FileKind
  alt?: string
  className?: string | undefined
}

/** Fills its positioned parent. The first URL is used until it fails: each load of the list has another signed URL for the same picture. */
export function Thumbnail({ address, kind = 'image', alt = '', className }: Props) {
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
      className={cx(css.picture, className)}
      src={source}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={source === address ? scheduleRetry : restart}
    />
  )
}
