import { type TouchEvent, useRef } from 'react'

/** Pixels that a finger moves before it means the next picture. */
const swipe = 50

/** A finger that moves sideways means the next picture or the one before. In a page that is zoomed it looks around. */
export function useSwipe(go: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)

  function onTouchStart({ touches }: TouchEvent) {
    const finger = touches.length === 1 && (visualViewport?.scale ?? 1) <= 1.01 ? touches[0] : undefined
    from.current = finger && { x: finger.clientX, y: finger.clientY }
  }

  function onTouchEnd({ changedTouches, touches }: TouchEvent) {
    const end = changedTouches[0]
    const start = from.current
    from.current = undefined
    if (!start || !end || touches.length > 0) return
    const [x, y] = [end.clientX - start.x, end.clientY - start.y]
    if (Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
  }

  return { onTouchStart, onTouchEnd }
}
