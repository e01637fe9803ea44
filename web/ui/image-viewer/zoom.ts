// Zoom of the image in a scroll area, around the pointer: wheel, two fingers, a double click or tap, keys. Panning is
// scrolling: by finger, by the mouse's button, by keys. The size is a style of the image, so that the next one begins anew.
import { limits } from '../../../contract/limits.ts'

const maxFactor = 8
const doubleFactor = 2.5
const keyFactor = 1.5
const doubleMs = 400
/** A pointer that moves further drags. */
const dragPx = 5
/** A long image with a narrower smaller version is unreadable: its original is shown. */
const readablePx = 600

interface Point {
  x: number
  y: number
}

const factorOf = (image: HTMLImageElement) => Number(image.dataset.zoom ?? 1)

/** Place of a point of the window in the image, in parts of its width and height. */
function placeIn(image: HTMLImageElement, { x, y }: Point): Point {
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x: (x - left) / width, y: (y - top) / height }
}

/** Replaces a smaller version by the original, if the browser can show it. */
function showOriginal(image: HTMLImageElement) {
  const { original } = image.dataset
  if (!original) return
  delete image.dataset.original
  const whole = new Image()
  whole.src = original
  whole.decode().then(
    () => image.setAttribute('src', original),
    () => {},
  )
}

/** `place` of the image comes to the point `at` of the window. */
function zoomTo(frame: HTMLElement, image: HTMLImageElement, factor: number, at: Point, place = placeIn(image, at)) {
  const fittingWidth = image.getBoundingClientRect().width / factorOf(image)
  const next = Math.min(maxFactor, Math.max(1, factor))
  if (next === 1) delete image.dataset.zoom
  else image.dataset.zoom = `${next}`
  image.style.width = next === 1 ? '' : `${fittingWidth * next}px`
  if (next > 1) showOriginal(image)
  const { left, top, width, height } = image.getBoundingClientRect()
  frame.scrollBy(left + place.x * width - at.x, top + place.y * height - at.y)
  makeFocusable(frame)
}

/** An area that scrolls can be reached by keyboard. */
function makeFocusable(frame: HTMLElement) {
  const scrolls = frame.scrollHeight > frame.clientHeight || frame.scrollWidth > frame.clientWidth
  // without any it would lose the focus that it may have
  frame.tabIndex = scrolls ? 0 : -1
}

/** Parts of the visible width and height by which keys scroll. */
const scrolls: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -0.15],
  ArrowDown: [0, 0.15],
  PageUp: [0, -0.9],
  PageDown: [0, 0.9],
  'Shift+ArrowLeft': [-0.15, 0],
  'Shift+ArrowRight': [0.15, 0],
}

const atPointer = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

function fingersOf({ touches: [one, other] }: TouchEvent) {
  if (!one || !other) return undefined
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  }
}

/** As a ref of the scroll area; returns its end. Keys are those of the dialog around it. */
export const attachZoom = (frame: HTMLElement | null) => (frame ? attachTo(frame) : undefined)

function attachTo(frame: HTMLElement) {
  const ends = new AbortController()
  const { signal } = ends
  const image = () => frame.querySelector('img')
  let dragged = 0
  let lastClick = Number.NEGATIVE_INFINITY
  let pinch: { distance: number; factor: number; place: Point } | undefined

  function fit() {
    const shown = image()
    if (!shown) return
    const { naturalWidth: width, naturalHeight: height } = shown
    const short = Math.min(width, height)
    shown.toggleAttribute('data-long', height > limits.longImageRatio * width)
    if (Math.max(width, height) > limits.longImageRatio * short && short < readablePx) showOriginal(shown)
    makeFocusable(frame)
  }

  function onKey(event: KeyboardEvent) {
    const shown = image()
    if (!shown || event.ctrlKey || event.metaKey || event.altKey) return
    const { left, top, width, height } = frame.getBoundingClientRect()
    const by = scrolls[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
    const factor = { '+': factorOf(shown) * keyFactor, '-': factorOf(shown) / keyFactor, '0': 1 }[event.key]
    if (by && frame.tabIndex === 0) frame.scrollBy(by[0] * width, by[1] * height)
    else if (factor) zoomTo(frame, shown, factor, { x: left + width / 2, y: top + height / 2 })
    else return
    event.preventDefault()
  }

  function onWheel(event: WheelEvent) {
    const shown = image()
    if (!shown || (shown.hasAttribute('data-long') && !event.ctrlKey)) return
    event.preventDefault()
    // a trackpad's pinch is a wheel with Ctrl, in smaller steps
    const factor = factorOf(shown) * 2 ** (-event.deltaY / (event.ctrlKey ? 100 : 300))
    zoomTo(frame, shown, factor, atPointer(event))
  }

  function onPointerMove({ pointerType, buttons, movementX, movementY }: PointerEvent) {
    const drags = pointerType === 'mouse' && buttons === 1
    dragged = drags ? dragged + Math.abs(movementX) + Math.abs(movementY) : 0
    if (drags) frame.scrollBy(-movementX, -movementY)
  }

  function onClick(event: MouseEvent) {
    const shown = image()
    // the end of a drag is no click beside the image
    if (dragged > dragPx) event.stopPropagation()
    else if (shown && event.target === shown) {
      const isDouble = event.timeStamp - lastClick < doubleMs
      lastClick = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (isDouble) zoomTo(frame, shown, factorOf(shown) > 1 ? 1 : doubleFactor, atPointer(event))
    }
  }

  function onTouch(event: TouchEvent) {
    const [shown, fingers] = [image(), fingersOf(event)]
    if (!shown || !fingers) pinch = undefined
    else if (event.type === 'touchstart' || !pinch)
      pinch = { ...fingers, factor: factorOf(shown), place: placeIn(shown, fingers.middle) }
    else {
      if (event.cancelable) event.preventDefault()
      zoomTo(frame, shown, (pinch.factor * fingers.distance) / pinch.distance, fingers.middle, pinch.place)
    }
  }

  frame.addEventListener('load', fit, { signal, capture: true })
  frame.closest<HTMLElement>('[role=dialog]')?.addEventListener('keydown', onKey, { signal })
  frame.addEventListener('wheel', onWheel, { signal, passive: false })
  frame.addEventListener('pointerdown', () => (dragged = 0), { signal })
  frame.addEventListener('pointermove', onPointerMove, { signal })
  frame.addEventListener('dragstart', (event) => frame.tabIndex === 0 && event.preventDefault(), { signal })
  frame.addEventListener('click', onClick, { signal })
  for (const type of ['touchstart', 'touchmove'] as const)
    frame.addEventListener(type, onTouch, { signal, passive: type === 'touchstart' })
  return () => ends.abort()
}
