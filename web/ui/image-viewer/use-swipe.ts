import { type TouchEvent, useRef } from 'react'

const minDistancePx = 50

/** Handlers for a horizontal swipe. On a zoomed image or page the finger pans instead. */
export function useSwipe(onStep: (by: 1 | -1) => void) {
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
    if (Math.abs(x) > minDistancePx && Math.abs(x) > 2 * Math.abs(y)) onStep(x < 0 ? 1 : -1)
  }

  return { onTouchStart, onTouchEnd }
}
