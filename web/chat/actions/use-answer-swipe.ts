import { type PointerEvent, useRef } from 'react'

/** The message follows the finger so far, and is answered from there. */
const answersFromPx = 56
/** Below, a movement has no direction yet. */
const startsAtPx = 10

interface Swipe {
  message: HTMLElement
  pointer: number
  x: number
  y: number
  /** Undefined until the finger has moved enough: a vertical movement scrolls. */
  isSideways?: boolean
}

/**
 * Handlers of the list: a message that a finger pulls towards the end of its line is answered. The list's `touch-action` leaves
 * vertical movements to the browser, which then cancels the pointer.
 */
export function useAnswerSwipe(onAnswer: (message: Element) => void) {
  const swipe = useRef<Swipe>(undefined)

  function end() {
    swipe.current?.message.style.removeProperty('translate')
    swipe.current = undefined
  }

  const pulledPx = (from: Swipe, { clientX }: PointerEvent) =>
    getComputedStyle(from.message).direction === 'rtl' ? from.x - clientX : clientX - from.x

  function onPointerDown({ target, pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) {
    end()
    const message = target instanceof Element && target.closest<HTMLElement>('[data-seq]')
    if (!message || !isPrimary || pointerType !== 'touch' || (visualViewport?.scale ?? 1) > 1.01) return
    swipe.current = { message, pointer: pointerId, x: clientX, y: clientY }
  }

  function onPointerMove(event: PointerEvent) {
    const from = swipe.current
    if (!from || from.pointer !== event.pointerId) return
    const [pulled, y] = [pulledPx(from, event), Math.abs(event.clientY - from.y)]
    if (from.isSideways === undefined && Math.max(Math.abs(pulled), y) > startsAtPx) from.isSideways = pulled > 2 * y
    if (from.isSideways === false) return end()
    if (from.isSideways) from.message.style.translate = `${Math.max(0, Math.min(pulled, answersFromPx))}px`
  }

  function onPointerUp(event: PointerEvent) {
    const from = swipe.current
    const isAnswer = from?.isSideways && from.pointer === event.pointerId && pulledPx(from, event) >= answersFromPx
    end()
    if (isAnswer) onAnswer(from.message)
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end }
}
