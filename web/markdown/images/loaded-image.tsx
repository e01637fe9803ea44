import { type KeyboardEvent, useContext, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import { FailedImage } from './failed-image.tsx'
import { InLink } from './image-consent.ts'
import { ImageViewerContext } from './viewer-context.ts'

interface Props {
  src: string
  alt: string
  title?: string
  host?: string
  /** True for the only content of its paragraph. */
  isAlone: boolean
  /** True if it replaces a button that was just pressed. */
  takesFocus: boolean
}

const maxAttempts = 2

/**
 * Once loaded, the image opens in the image viewer, unless it is in a link. The frame isn't a `button` element: changing the
 * element after loading would load the image again, and buttons aren't printed.
 */
export function LoadedImage({ src, alt, title, host, isAlone, takesFocus }: Props) {
  const isInLink = useContext(InLink) !== null
  const enlarge = useContext(ImageViewerContext)
  const [attempt, setAttempt] = useState(1)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading')
  const frame = useRef<HTMLSpanElement>(null)
  const hasFocus = useRef(takesFocus)

  function takeFocus(element: HTMLElement | null) {
    if (!element || !hasFocus.current) return
    hasFocus.current = false
    element.focus({ preventScroll: true })
  }

  function fail() {
    hasFocus.current = document.activeElement === frame.current
    setPhase('failed')
  }

  function retry() {
    hasFocus.current = true
    setAttempt(attempt + 1)
    setPhase('loading')
  }

  if (phase === 'failed') {
    const onRetry = attempt < maxAttempts && !isInLink ? retry : undefined
    return <FailedImage {...{ src, alt, title, host, isAlone, isInLink, onRetry }} focusRef={takeFocus} />
  }
  const image = (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is no interaction
    <img
      className={cx(!isAlone && css.inline)}
      src={src}
      alt={alt}
      title={title}
      loading="lazy"
      decoding="async"
      onLoad={() => setPhase('shown')}
      onError={fail}
    />
  )
  if (isInLink) return image

  const open = () => frame.current && enlarge(frame.current)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open()
  }
  const button = phase === 'shown' && {
    role: 'button',
    tabIndex: 0,
    'aria-label': texts.enlarge(alt),
    'aria-haspopup': 'dialog' as const,
    'data-enlarges': true,
    onClick: open,
    onKeyDown,
  }
  const setFrame = (element: HTMLSpanElement | null) => {
    frame.current = element
    takeFocus(element)
  }
  return (
    <span ref={setFrame} tabIndex={-1} className={cx(css.frame, isAlone && css.frameAlone)} {...button}>
      {image}
    </span>
  )
}
