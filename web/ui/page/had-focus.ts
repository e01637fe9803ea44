/**
 * True if the focus was in `element`, which is being removed, or nowhere, and should be moved; false if another element
 * has been focused. A confirmation that is fading out counts as nowhere.
 */
export function hadFocus(element: Element | null) {
  const { activeElement } = document
  const isHere = activeElement === document.body || (element?.contains(activeElement) ?? true)
  return isHere || Boolean(activeElement?.closest('[role=alertdialog]'))
}
