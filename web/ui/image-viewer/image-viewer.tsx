import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type TouchEvent, useRef } from 'react'
import { IconButton } from '../controls/button.tsx'
import css from './image-viewer.module.css'
import { attachZoom } from './zoom.ts'

const texts = {
  close: 'Cerrar (Esc)',
  image: 'Imagen',
  previous: 'Imagen anterior',
  next: 'Imagen siguiente',
}

interface Props {
  open: boolean
  onClose: () => void
  /** Called after the closing transition. */
  onClosed?: () => void
  title: ReactNode
  hidesTitle?: boolean
  /** '2 of 3' */
  position: string
  actions?: ReactNode
  index: number
  count: number
  onStep: (by: 1 | -1) => void
  /** Receives the focus after closing; by default the element that had it before. */
  opener?: HTMLElement
  children: ReactNode
  footer?: ReactNode
}

/** Images over the whole window, one at a time: arrow keys, swipe, buttons at both sides. zoom.ts enlarges them. */
export function ImageViewer(props: Props) {
  const { open, onClose, onClosed, title, hidesTitle, position, actions, index, count, onStep, opener } = props
  const popup = useRef<HTMLDivElement>(null)
  const swipe = useSwipe(step)

  function step(by: 1 | -1) {
    onStep(by)
    // a button that is disabled at the end would lose the focus, and the arrow keys with it
    if (index + by <= 0 || index + by >= count - 1) popup.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  }

  const closeIfOutside = (event: MouseEvent) => event.target === event.currentTarget && onClose()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <Base.Popup
            ref={popup}
            className={css.viewer}
            data-theme="dark"
            initialFocus={popup}
            finalFocus={() => opener ?? true}
            onKeyDown={onKeyDown}
          >
            <header className={css.head} data-bare={hidesTitle || undefined}>
              <Base.Title className={css.title}>
                {hidesTitle ? <span className="visually-hidden">{title}</span> : title}
              </Base.Title>
              <p className={`rigid muted small tabular ${css.position}`} aria-live="polite">
                {position}
              </p>
              {actions}
              <Base.Close render={<IconButton icon="close" label={texts.close} />} />
            </header>
            <div className={css.stage} {...swipe}>
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
              {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape and the button do the same */}
              <section ref={attachZoom} className={css.frame} aria-label={texts.image} onClick={closeIfOutside}>
                {props.children}
              </section>
              {count > 1 && (
                <>
                  <IconButton
                    icon="chevron"
                    className={css.previous}
                    label={texts.previous}
                    disabled={index === 0}
                    onClick={() => step(-1)}
                  />
                  <IconButton
                    icon="chevron"
                    className={css.next}
                    label={texts.next}
                    disabled={index === count - 1}
                    onClick={() => step(1)}
                  />
                </>
              )}
            </div>
            {props.footer}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const minSwipePx = 50

/** Handlers for a horizontal swipe. On a zoomed image or page the finger pans instead. */
function useSwipe(onStep: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)

  function onTouchStart({ touches, currentTarget }: TouchEvent) {
    const isZoomed = (visualViewport?.scale ?? 1) > 1.01 || currentTarget.querySelector('[data-zoom]')
    const finger = touches.length === 1 && !isZoomed ? touches[0] : undefined
    start.current = finger && { x: finger.clientX, y: finger.clientY }
  }

  function onTouchEnd({ changedTouches, touches }: TouchEvent) {
    const end = changedTouches[0]
    const from = start.current
    start.current = undefined
    if (!from || !end || touches.length > 0) return
    const [x, y] = [end.clientX - from.x, end.clientY - from.y]
    if (Math.abs(x) > minSwipePx && Math.abs(x) > 2 * Math.abs(y)) onStep(x < 0 ? 1 : -1)
  }

  return { onTouchStart, onTouchEnd }
}
