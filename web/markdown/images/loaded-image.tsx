import { type KeyboardEvent, useContext, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useNearViewport } from '../../ui/lists/use-near-viewport.ts'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import { boxOf, frameOf, type ImagePlace, type ImageSize, sourcesOf } from './image-frame.ts'
import { FailedImage } from './image-placeholder.tsx'
import { ImageViewerContext, offerImage } from './viewer-context.ts'
import { InLink } from './with-image-consent.tsx'

interface ArchivedImage {
  /** A smaller version of the whole image. */
  thumb: string | null
  /** For a new tab. */
  original: string
  /** Shown by the viewer, and by it when the image is enlarged. */
  viewed: string
  enlarged: string | undefined
  /** Undefined until it is known. */
  size: ImageSize | undefined
  /** Finds the addresses again, and returns that of the viewer. */
  reload: () => Promise<string>
  /** Until the next attempt. */
  isWaiting: boolean
  hasFailed: boolean
  fail: () => void
  restart: () => void
}

interface Props {
  src: string
  alt: string
  title?: string
  host?: string
  place: ImagePlace
  /** True if it replaces a button that was just pressed. */
  takesFocus: boolean
  /** Its address is known to be good: it opens in the viewer while it is loading too. */
  archived?: ArchivedImage
}

const maxAttempts = 2

/**
 * Once loaded, the image opens in the image viewer, unless it is in a link. The frame isn't a `button` element: changing the
 * element after loading would load the image again, and buttons aren't printed.
 */
export function LoadedImage({ src, alt, title, host, place, takesFocus, archived }: Props) {
  const isInLink = useContext(InLink) !== null
  const enlarge = useContext(ImageViewerContext)
  const [attempt, setAttempt] = useState(1)
  const [phase, setPhase] = useState<'loading' | 'shown' | 'failed'>('loading')
  const frame = useRef<HTMLSpanElement>(null)
  const hasFocus = useRef(takesFocus)
  const [isNear, setNear] = useState(false)
  const near = useNearViewport(() => setNear(true), '200px 0px')
  /** Without a network only that version may be on the device. */
  const [isThumb, setThumb] = useState(false)
  const thumb = archived?.thumb

  /** The focus goes over to the element that replaces the one that has it. */
  function passFocus(element: HTMLElement | null) {
    if (!element) return
    if (hasFocus.current) element.focus({ preventScroll: true })
    hasFocus.current = false
    return () => {
      hasFocus.current ||= document.activeElement === element
    }
  }

  function fail() {
    if (thumb && !isThumb) return setThumb(true)
    setThumb(false)
    setPhase(archived ? 'loading' : 'failed')
    archived?.fail()
  }

  function retry() {
    hasFocus.current = true
    setAttempt(attempt + 1)
    setPhase('loading')
    archived?.restart()
  }

  if (phase === 'failed' || archived?.hasFailed) {
    const onRetry = (archived || attempt < maxAttempts) && !isInLink ? retry : undefined
    const opened = archived?.original ?? src
    return (
      <FailedImage
        {...{ alt, title, host, isInLink, onRetry }}
        src={opened}
        isAlone={place !== 'inline'}
        focusRef={passFocus}
      />
    )
  }
  const size = archived?.size
  const sources = thumb && size && !isThumb ? sourcesOf(place, size, { thumb, screen: src }) : undefined
  const image = archived?.isWaiting ? (
    <span role="img" aria-label={alt || texts.image} />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: loading is no interaction
    <img
      key={`${isThumb}`}
      ref={sources && near}
      className={cx(place === 'inline' && css.inline)}
      loading="lazy"
      {...sources}
      // far from the window the smallest one, so that a post with many photos is read with little data
      {...(sources && !isNear && { sizes: '1px' })}
      src={isThumb ? (thumb ?? src) : src}
      alt={alt}
      title={title}
      decoding="async"
      onLoad={() => setPhase('shown')}
      onError={fail}
    />
  )
  const isAwaited = archived && phase === 'loading'
  const look = {
    className: cx(frameOf(place), isAwaited && css.awaited, (size || isAwaited) && css.sized),
    style: size || isAwaited ? boxOf(place, size) : undefined,
  }
  if (isInLink) return archived ? <span {...look}>{image}</span> : image

  const open = () => frame.current && enlarge(frame.current)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open()
  }
  const button = (phase === 'shown' || archived) && {
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
    if (element)
      offerImage(element, {
        alt,
        title,
        src: archived?.viewed ?? src,
        original: archived?.enlarged,
        reload: archived?.reload ?? (async () => src),
      })
    return passFocus(element)
  }
  return (
    <span ref={setFrame} tabIndex={-1} {...look} {...button}>
      {image}
    </span>
  )
}
