import { useEffect } from 'react'

const typingFields =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file])'

/** Delay of the navigation's return: at once, it would move the pressed button away from the finger. */
const endDelayMs = 300

/**
 * Sets `data-typing` on the document while a field has the focus: on phones the navigation is hidden for the keyboard.
 */
export function useTyping() {
  useEffect(() => {
    const root = document.documentElement
    let timer: ReturnType<typeof setTimeout> | undefined
    // Firefox and WebKit fire no blur when a focused field is removed
    const removals = new MutationObserver(() => update())
    const end = () => {
      clearTimeout(timer)
      timer = undefined
      removals.disconnect()
      delete root.dataset.typing
    }
    const update = () => {
      if (document.activeElement?.matches(typingFields)) {
        clearTimeout(timer)
        timer = undefined
        root.dataset.typing = ''
        removals.observe(document.body, { childList: true, subtree: true })
      } else timer ??= setTimeout(end, endDelayMs)
    }
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', update)
    return () => {
      end()
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', update)
    }
  }, [])
}
