import { useLayoutEffect, useRef, useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import css from './archive-images.module.css'
import { Thumbnail } from './thumbnail.tsx'

interface Props {
  files: readonly ArchiveFile[]
  current: number
  onChoose: (id: string) => void
}

/** Width of a thumbnail with its gap. */
const stepPx = 72
/** Thumbnails rendered beyond each edge. */
const overscan = 6

const visibleRangeOf = ({ scrollLeft, clientWidth }: Element) => ({ left: scrollLeft, width: clientWidth })

/** Thumbnails of the set; only the visible ones are rendered, as there may be thousands. */
export function ThumbnailStrip({ files, current, onChoose }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState({ left: 0, width: 0 })

  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    element.scrollTo({ left: current * stepPx - (element.clientWidth - stepPx) / 2 })
    setVisible(visibleRangeOf(element))
  }, [current])

  const first = Math.max(0, Math.floor(visible.left / stepPx) - overscan)
  const last = Math.ceil((visible.left + visible.width) / stepPx) + overscan
  return (
    <div ref={strip} className={css.strip} onScroll={({ currentTarget }) => setVisible(visibleRangeOf(currentTarget))}>
      <ul className={css.row} aria-label={texts.images} style={{ width: files.length * stepPx }}>
        {files.slice(first, last).map((file, index) => (
          <li key={file.id} className={css.item} style={{ left: (first + index) * stepPx }}>
            <button
              type="button"
              className={css.thumb}
              aria-label={file.original_name}
              aria-current={first + index === current ? 'true' : undefined}
              onClick={() => onChoose(file.id)}
            >
              {file.thumb_url ? <Thumbnail address={file.thumb_url} /> : <Icon name="image" size={28} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
