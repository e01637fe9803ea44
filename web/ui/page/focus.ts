export const pageHeading = () => document.querySelector<HTMLElement>('main h1')

export const focusPageHeading = () => pageHeading()?.focus({ preventScroll: true })

/**
 * True if the focus was in `element`, which is being removed, or nowhere, and should be moved; false if another element
 * has been focused. A question, or a dialog that is fading out, counts as nowhere.
 */
export function hadFocus(element: Element | null) {
  const { activeElement } = document
  const isHere = activeElement === document.body || (element?.contains(activeElement) ?? true)
  return isHere || Boolean(activeElement?.closest('[role=alertdialog], [role=dialog][data-closed]'))
}

/** Moves the focus from an item that is about to leave its list to its neighbour, or else to the page's heading. */
export function focusNeighbour(item: Element | null | undefined) {
  if (!hadFocus(item ?? null)) return
  const isItem = (one: Element | null | undefined): one is HTMLElement => one?.tagName === item?.tagName
  const neighbour = [item?.nextElementSibling, item?.previousElementSibling].find(isItem)
  if (!neighbour) return focusPageHeading()
  neighbour.tabIndex = -1
  neighbour.focus()
}
