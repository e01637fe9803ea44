import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'
import type { Snapshot } from '../sync/conversation.ts'

/** Distance from the bottom, in pixels, that counts as the bottom. */
const bottomTolerance = 80
/** Distance from the top, in heights of the list, at which older messages are fetched. */
const prefetchHeights = 2

interface Options {
  divider: number | undefined
  /** A message to show in the middle, once for each `key`; without a `seq` while it isn't loaded. */
  target: { seq: number | undefined; key: string } | undefined
  /** Called when the person scrolls from a target to the bottom. */
  onReturn: () => void
}

/**
 * Keeps the scroll position while content above, below or inside changes: the bottom if it is shown, otherwise the
 * first visible message. The browser's own scroll anchoring is off: Safari lacks it, and it stops working at the top.
 * Near an end of what is loaded the next messages are fetched. A newer pending message scrolls to the bottom from anywhere.
 */
export function useHistoryScroll(
  list: RefObject<HTMLElement | null>,
  snapshot: Snapshot,
  { divider, target, onReturn }: Options,
) {
  const { messages, pending, hasOlder, isLoadingOlder, olderError } = snapshot
  const { conversation } = useChat()
  const isReady = messages.length + pending.length > 0
  const sentAt = pending.at(-1)?.at ?? 0
  // messages are missing below the last one: there is no bottom to keep
  const hasNewer = snapshot.missing > 0
  const region = useRef<HTMLDivElement>(null)
  /** The first visible message and its offset in the content. */
  const anchor = useRef<{ element: Element; top: number }>(undefined)
  const staysAtBottom = useRef(true)
  const wasPlaced = useRef(false)
  const wantsBottom = useRef(false)
  const lastSentAt = useRef(sentAt)
  const lastDivider = useRef<number>(undefined)
  /** The target on screen, until the person scrolls. */
  const shownTarget = useRef<{ element: Element; scrollTop: number }>(undefined)
  const lastTarget = useRef<string>(undefined)
  const mayReturn = useRef(false)
  const restored = useRef({ height: 0, visible: 0, scrollTop: 0 })
  // false until the first placement: the messages below are unread until then
  const [isAtBottom, setAtBottom] = useState(false)
  const [seen, setSeen] = useState<number>()

  const update = useEffectEvent(() => {
    const box = region.current
    if (!box || !wasPlaced.current) return
    const below = box.scrollHeight - box.clientHeight - box.scrollTop
    staysAtBottom.current = below <= bottomTolerance && !hasNewer
    setAtBottom(staysAtBottom.current)
    if (staysAtBottom.current) setSeen(messages.at(-1)?.seq ?? 0)
    const shown = shownTarget.current
    if (shown && (!shown.element.isConnected || Math.abs(box.scrollTop - shown.scrollTop) > 1)) {
      shownTarget.current = undefined
      mayReturn.current = shown.element.isConnected
    }
    if (mayReturn.current && staysAtBottom.current) {
      mayReturn.current = false
      onReturn()
    }
    const element = shownTarget.current?.element ?? firstVisible(box, list.current)
    anchor.current = element && { element, top: topIn(box, element) }
    restored.current = { height: box.scrollHeight, visible: box.clientHeight, scrollTop: box.scrollTop }
    const nearPx = prefetchHeights * box.clientHeight
    if (box.scrollTop < nearPx && hasOlder && !isLoadingOlder && !olderError) void conversation.loadOlder()
    if (hasNewer && below < nearPx) conversation.loadNewer()
  })

  const showTarget = useEffectEvent((box: HTMLElement) => {
    if (target?.seq === undefined || target.key === lastTarget.current) return false
    const element = list.current?.querySelector<HTMLElement>(`[data-seq="${target.seq}"]`)
    if (!element) return false
    lastTarget.current = target.key
    staysAtBottom.current = wantsBottom.current = mayReturn.current = false
    box.scrollTop = topIn(box, element) - Math.max(0, (box.clientHeight - element.offsetHeight) / 2)
    shownTarget.current = { element, scrollTop: box.scrollTop }
    element.focus({ preventScroll: true })
    return true
  })

  const restore = useEffectEvent(() => {
    const box = region.current
    if (!box || !isReady) return
    const isNewDivider = divider !== lastDivider.current
    lastDivider.current = divider
    if (wantsBottom.current && !hasNewer) staysAtBottom.current = true
    wantsBottom.current &&= hasNewer
    if (showTarget(box)) lastDivider.current = divider
    else if (staysAtBottom.current)
      box.scrollTop = Math.max(box.scrollTop, isNewDivider || document.hidden ? maxScrollTop(box) : box.scrollHeight)
    else if (anchor.current?.element.isConnected)
      box.scrollTop += topIn(box, anchor.current.element) - anchor.current.top
    if (shownTarget.current) shownTarget.current.scrollTop = box.scrollTop
    wasPlaced.current = true
    update()
  })

  // A scroll event may come after the content has grown, or after a keyboard has covered the bottom, and before
  // `restore` has seen it (in Firefox also late, with an older position): updating the anchor then would mistake that
  // for scrolling by the person. A covered bottom stays: the list may have been higher in between, as when the navigation
  // goes before the keyboard comes, which moves it back as scrolling would.
  const onScroll = useEffectEvent(() => {
    const box = region.current
    if (!box) return
    const hasGrown = box.scrollHeight !== restored.current.height
    const hasBottomCovered = staysAtBottom.current && box.clientHeight < restored.current.visible
    const isLeavingBottom = staysAtBottom.current && box.scrollTop < restored.current.scrollTop
    if (hasBottomCovered || (hasGrown && !isLeavingBottom)) restore()
    else update()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `restore` measures what was rendered
  useLayoutEffect(() => {
    if (sentAt > lastSentAt.current) {
      staysAtBottom.current = true
      wantsBottom.current = hasNewer
      shownTarget.current = undefined
      lastDivider.current = divider
    }
    lastSentAt.current = Math.max(sentAt, lastSentAt.current)
    restore()
  }, [snapshot, divider, target?.seq, target?.key])

  useEffect(() => {
    const box = region.current
    if (!box || !list.current) return
    const listener = () => onScroll()
    const observer = new ResizeObserver(() => restore())
    observer.observe(box)
    observer.observe(list.current)
    box.addEventListener('scroll', listener, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', listener)
    }
  }, [list])

  function scrollToBottom() {
    staysAtBottom.current = true
    wantsBottom.current = hasNewer
    shownTarget.current = undefined
    mayReturn.current = false
    region.current?.scrollTo({ top: region.current.scrollHeight, behavior: 'instant' })
    // the pressed button disappears
    region.current?.focus({ preventScroll: true })
  }

  return { region, isAtBottom, /** The newest `seq` when the bottom was shown. */ seen, scrollToBottom }
}

/** The bottom, but not past the divider: for a new divider, and while the page is hidden. */
function maxScrollTop(box: HTMLElement) {
  const divider = box.querySelector('[data-new]')
  return divider ? topIn(box, divider) - box.clientHeight / 6 : box.scrollHeight
}

/** The element's offset in the scrolled content; scrolling doesn't change it. */
const topIn = (box: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop

/** The text of the first visible message; its name disappears when an older message of the same person comes above it. */
function firstVisible(box: HTMLElement, list: HTMLElement | null) {
  const edge = box.getBoundingClientRect().top
  const block = firstBelow(list?.children, edge)
  let item = firstBelow(block?.children, edge)
  while (item && !item.hasAttribute('data-seq')) item = item.nextElementSibling ?? undefined
  return item?.querySelector('[data-message-body]') ?? undefined
}

/** The first of several stacked elements that ends below an edge. */
function firstBelow(elements: HTMLCollection | undefined, edge: number) {
  let [low, high] = [0, elements?.length ?? 0]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements?.[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) low = middle + 1
    else high = middle
  }
  return elements?.[low]
}
