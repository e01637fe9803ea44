import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme' // read by web/public/theme.js too, before the first paint
const changed = new EventTarget()

function stored(): Theme {
  try {
    const theme = localStorage.getItem(key)
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  } catch {
    return 'system'
  }
}

function apply(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme ?? 'light'
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`
    else meta.media = own === theme ? 'all' : 'not all'
  }
}

function subscribe(notify: () => void) {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    apply(stored())
    notify()
  }
  changed.addEventListener('change', notify)
  window.addEventListener('storage', elsewhere)
  return () => {
    changed.removeEventListener('change', notify)
    window.removeEventListener('storage', elsewhere)
  }
}

export function setTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // a private window without storage: the choice holds until it is closed
  }
  apply(theme)
  changed.dispatchEvent(new Event('change'))
}

/** The person's choice, the same in every tab, and how to change it. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, stored, () => 'system' as const)
  return { theme, setTheme }
}
