import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import type { LargePicture } from './gallery.ts'
import css from './lightbox.module.css'
import { texts } from './texts.ts'
import { useSwipe } from './use-swipe.ts'

interface Props {
  pictures: LargePicture[]
  first: number
  /** Where the focus goes back to. */
  frame: HTMLElement
  open: boolean
  onClose: () => void
  /** Out of sight. */
  onClosed: () => void
}

/** The pictures of a text, one at a time, over the whole window. */
export default function Lightbox({ pictures, first, frame, open, onClose, onClosed }: Props) {
  const [index, setIndex] = useState(first)
  const popup = useRef<HTMLDivElement>(null)
  const last = pictures.length - 1
  const picture = pictures[index]
  const swipe = useSwipe(go)
  const caption = picture?.alt || picture?.title

  function go(by: 1 | -1) {
    const next = Math.min(Math.max(index + by, 0), last)
    setIndex(next)
    // a button that is disabled at the end would take the keys along
    if (next === 0 || next === last) popup.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else return
    event.preventDefault()
  }

  const leave = (event: MouseEvent) => event.target === event.currentTarget && onClose()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            ref={popup}
            className={css.room}
            initialFocus={popup}
            finalFocus={() => frame}
            onKeyDown={onKeyDown}
          >
            <header className={css.head}>
              <Base.Title className={css.title}>
                <VisuallyHidden>{texts.lightbox}</VisuallyHidden>
              </Base.Title>
              <p className={css.position} aria-live="polite">
                {texts.position(index + 1, pictures.length)}
              </p>
              <Base.Close render={<IconButton icon="close" label={texts.closeWithEscape} />} />
            </header>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the button do the same */}
            {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape and the button do the same */}
            <div className={css.stage} onClick={leave} {...swipe}>
              {picture && <img key={index} className={css.picture} src={picture.src} alt={picture.alt} />}
              {last > 0 && (
                <>
                  <IconButton
                    icon="chevron"
                    className={css.previous}
                    label={texts.previousImage}
                    disabled={index === 0}
                    onClick={() => go(-1)}
                  />
                  <IconButton
                    icon="chevron"
                    className={css.next}
                    label={texts.nextImage}
                    disabled={index === last}
                    onClick={() => go(1)}
                  />
                </>
              )}
            </div>
            {/* what the picture says itself to those who listen */}
            {caption && (
              <p className={css.caption} aria-hidden={Boolean(picture?.alt)}>
                {caption}
              </p>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
