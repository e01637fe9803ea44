import { useEffect, useEffectEvent } from 'react'

interface Keys {
  toggle: () => void
  step: (by: 1 | -1) => void
  changeVolumeBy: (by: number) => void
}

const isText = (element: Element) =>
  element.matches('textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=button])')

/** Space and arrow keys, unless the focused element uses the key itself (DECISIONS §3). */
export function usePlayerKeys({ toggle, step, changeVolumeBy }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const focused = event.target instanceof Element ? event.target : document.body
    if (isText(focused)) return
    const usesSpace = focused.closest('button, a, summary') !== null
    const usesArrows = focused.matches('input[type=range]')
    if (event.key === ' ' ? usesSpace : usesArrows) return
    if (event.key === ' ') toggle()
    else if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowUp') changeVolumeBy(0.1)
    else if (event.key === 'ArrowDown') changeVolumeBy(-0.1)
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // capture: the dialog stops arrow keys from bubbling
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}
