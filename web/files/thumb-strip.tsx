import { useLayoutEffect, useRef, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { Thumb } from './plate.tsx'
import { texts } from './texts.ts'
import css from './thumb-strip.module.css'

interface Props {
  files: readonly ArchiveFile[]
  current: number
  onChoose: (id: string) => void
}

/** Pixels of one thumbnail with its gap. */
const step = 72
/** How many are drawn on each side of those in sight. */
const margin = 6

const sightOf = ({ scrollLeft, clientWidth }: Element) => ({ left: scrollLeft, width: clientWidth })

/** The pictures of the set in small; of thousands only those in sight are in the page. */
export function ThumbStrip({ files, current, onChoose }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ left: 0, width: 0 })

  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    element.scrollTo({ left: current * step - (element.clientWidth - step) / 2 })
    setSight(sightOf(element))
  }, [current])

  const first = Math.max(0, Math.floor(sight.left / step) - margin)
  const last = Math.ceil((sight.left + sight.width) / step) + margin
  return (
    <div ref={strip} className={css.strip} onScroll={({ currentTarget }) => setSight(sightOf(currentTarget))}>
      <ul className={css.row} aria-label={texts.images} style={{ width: files.length * step }}>
        {files.slice(first, last).map((file, index) => (
          <li key={file.id} className={css.item} style={{ left: (first + index) * step }}>
            <button
              type="button"
              className={css.thumb}
              aria-label={file.original_name}
              aria-current={first + index === current ? 'true' : undefined}
              onClick={() => onChoose(file.id)}
            >
              {file.thumb_url && <Thumb address={file.thumb_url} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
