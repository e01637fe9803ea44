/** Keys of an input method that composes a character: as browsers tell of them, and as Safari does of the last one. */
export function composeWith(element: Element, key: string) {
  for (const told of [{ isComposing: true }, { keyCode: 229 }])
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...told }))
}
