import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type TouchEvent, useRef } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { IconButton } from '../ui/button.tsx'
import { ImageFacts, ImageLinks } from './image-facts.tsx'
import { ImageStage } from './image-stage.tsx'
import css from './image-viewer.module.css'
import { texts } from './texts.ts'
import { ThumbStrip } from './thumb-strip.tsx'
import { useMediaSet } from './use-media-set.ts'

interface Props {
  file: ArchiveFile
  category: string
  open: boolean
  onClose: () => void
}

/** Pixels that a finger moves before it means the next picture. */
const swipe = 50

/** The pictures of a section, one at a time, over the whole window. */
export default function ImageViewer({ file: opened, category, open, onClose }: Props) {
  const set = useMediaSet('image', category, opened)
  const { file, files, index, total, step } = set
  const popup = useRef<HTMLDivElement>(null)
  const touch = useRef<{ x: number; y: number }>(undefined)

  function go(by: 1 | -1) {
    step(by)
    // a button that is disabled at the end would take the keys along
    if (index + by <= 0 || index + by >= total - 1) popup.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else return
    event.preventDefault()
  }

  function onTouchEnd({ changedTouches, touches }: TouchEvent) {
    const end = changedTouches[0]
    const start = touch.current
    touch.current = undefined
    if (!start || !end || touches.length > 0) return
    const [x, y] = [end.clientX - start.x, end.clientY - start.y]
    if (Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <Base.Popup ref={popup} className={css.viewer} initialFocus={popup} onKeyDown={onKeyDown}>
            <header className={css.head}>
              <Base.Title className={css.title}>
                <bdi>{file.original_name}</bdi> <span className={css.escape}>{texts.escape}</span>
              </Base.Title>
              <p className={css.position} aria-live="polite">
                {texts.position(index + 1, total)}
              </p>
              <ImageLinks file={file} />
              <Base.Close render={<IconButton icon="close" label={texts.closeWithEscape} />} />
            </header>
            <div
              className={css.stage}
              onTouchStart={({ touches }) => {
                const finger = touches.length === 1 ? touches[0] : undefined
                touch.current = finger && { x: finger.clientX, y: finger.clientY }
              }}
              onTouchEnd={onTouchEnd}
            >
              <ImageStage
                key={file.id}
                file={file}
                neighbours={[files[index + 1], files[index - 1]]}
                onLeave={onClose}
              />
              {total > 1 && (
                <>
                  <IconButton
                    icon="chevron"
                    className={css.previous}
                    label={texts.previousImage}
                    disabled={!set.hasPrevious}
                    onClick={() => go(-1)}
                  />
                  <IconButton
                    icon="chevron"
                    className={css.next}
                    label={texts.nextImage}
                    disabled={!set.hasNext}
                    onClick={() => go(1)}
                  />
                </>
              )}
            </div>
            <ImageFacts file={file} />
            {total > 1 && <ThumbStrip files={files} current={index} onChoose={set.choose} />}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
