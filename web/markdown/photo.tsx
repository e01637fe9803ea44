import { type KeyboardEvent, useContext, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { FailedPhoto } from './failed-photo.tsx'
import { Gallery } from './gallery.ts'
import { InLink } from './in-link.ts'
import css from './markdown.module.css'
import { texts } from './texts.ts'

interface Props {
  src: string
  alt: string
  title?: string
  /** Where it is, if it isn't ours. */
  host?: string
  /** Has its paragraph for itself. */
  isAlone: boolean
  /** Stands where the reader has just pressed a button. */
  takesFocus: boolean
}

/** How often a picture that doesn't come is asked for. */
const tries = 2

/**
 * A picture that is asked for. Once it is there it is a button that opens it large, unless it is in a link. The frame
 * is not a `button` element: there is none before the picture has come, the picture would be loaded anew in another
 * one, and buttons are not printed.
 */
export function Photo({ src, alt, title, host, isAlone, takesFocus }: Props) {
  const isInLink = useContext(InLink) !== null
  const enlarge = useContext(Gallery)
  const [attempt, setAttempt] = useState(1)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading')
  const frame = useRef<HTMLSpanElement>(null)
  const hasFocus = useRef(takesFocus)

  /** The focus doesn't fall on the floor when what has it is replaced. */
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
    const onRetry = attempt < tries && !isInLink ? retry : undefined
    return <FailedPhoto {...{ src, alt, title, host, isAlone, isInLink, onRetry }} focusRef={takeFocus} />
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
    <span ref={setFrame} tabIndex={-1} className={cx(css.photo, isAlone && css.photoAlone)} {...button}>
      {image}
    </span>
  )
}
