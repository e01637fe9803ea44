import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which one is at the end. */
const near = 80
/** Windows' heights from the top at which older messages are asked for. */
const ahead = 2

interface Options {
  list: RefObject<HTMLElement | null>
  /** Something that is another each time the messages are drawn anew. */
  drawn: unknown
  /** Whether there is anything to be placed yet. */
  isReady: boolean
  /** The newest of one's own: with another one the end is shown, wherever one was. */
  sent: string | undefined
  onNearTop: () => void
}

/**
 * Keeps what one reads where it is, whatever comes above, below or into it: at the end the end, elsewhere the first
 * message that is seen. The browser's own anchoring, which Safari lacks and which lets go at the top, is off.
 */
export function useScroll({ list, drawn, isReady, sent, onNearTop }: Options) {
  const region = useRef<HTMLDivElement>(null)
  const held = useRef<{ element: Element; top: number }>(undefined)
  const sticks = useRef(true)
  const wasPlaced = useRef(false)
  const lastSent = useRef(sent)
  // not before it was placed: what is below is unread until then
  const [isAtEnd, setAtEnd] = useState(false)

  const look = useEffectEvent(() => {
    const box = region.current
    if (!box || !wasPlaced.current) return
    sticks.current = box.scrollHeight - box.clientHeight - box.scrollTop <= near
    setAtEnd(sticks.current)
    const element = firstSeen(box, list.current)
    held.current = element && { element, top: topIn(box, element) }
    if (box.scrollTop < ahead * box.clientHeight) onNearTop()
  })

  const keep = useEffectEvent(() => {
    const box = region.current
    if (!box || !isReady) return
    const mark = wasPlaced.current ? null : box.querySelector('[data-new]')
    if (mark) box.scrollTop = topIn(box, mark) - box.clientHeight / 6
    else if (sticks.current) box.scrollTop = box.scrollHeight
    else if (held.current?.element.isConnected) box.scrollTop += topIn(box, held.current.element) - held.current.top
    wasPlaced.current = true
    look()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is looked at in the document
  useLayoutEffect(() => {
    if (sent && sent !== lastSent.current) sticks.current = true
    lastSent.current = sent
    keep()
  }, [drawn, isReady, sent])

  useEffect(() => {
    const box = region.current
    if (!box || !list.current) return
    const onScroll = () => look()
    const observer = new ResizeObserver(() => keep())
    observer.observe(box)
    observer.observe(list.current)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [list])

  function toEnd() {
    sticks.current = true
    region.current?.scrollTo({ top: region.current.scrollHeight, behavior: 'instant' })
    // the button that was pressed goes
    region.current?.focus({ preventScroll: true })
  }

  return { region, isAtEnd, toEnd }
}

/** Where something stands in what is scrolled. */
const topIn = (box: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop

/** The words of the first message in sight; its name goes when an older message of the same person comes above it. */
function firstSeen(box: HTMLElement, list: HTMLElement | null) {
  const edge = box.getBoundingClientRect().top
  const block = firstBelow(list?.children, edge)
  let item = firstBelow(block?.children, edge)
  while (item && !item.hasAttribute('data-seq')) item = item.nextElementSibling ?? undefined
  return item?.lastElementChild ?? undefined
}

/** The first of some elements, one under the other, that ends below an edge. */
function firstBelow(elements: HTMLCollection | undefined, edge: number) {
  let [low, high] = [0, elements?.length ?? 0]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements?.[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) low = middle + 1
    else high = middle
  }
  return elements?.[low]
}
