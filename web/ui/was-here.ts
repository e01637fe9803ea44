/**
 * Whether the focus was in what is gone now, so that it needs another place: who went on to something else meanwhile
 * stays there. The question that was asked before may still be fading.
 */
export function wasHere(place: Element | null) {
  const { activeElement } = document
  const isHere = activeElement === document.body || (place?.contains(activeElement) ?? true)
  return isHere || Boolean(activeElement?.closest('[role=alertdialog]'))
}
