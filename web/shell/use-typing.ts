import { useEffect } from 'react'

const typed = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file])'

/**
 * Marks the document while something is being typed, so that the phone's bar makes room for the keyboard.
 * It comes back a moment late: at once, it would push the button away that the finger is on.
 */
export function useTyping() {
  useEffect(() => {
    const root = document.documentElement
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      if (document.activeElement?.matches(typed)) root.dataset.typing = ''
      else timer = setTimeout(() => delete root.dataset.typing, 300)
    }
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', update)
    return () => {
      clearTimeout(timer)
      delete root.dataset.typing
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', update)
    }
  }, [])
}
