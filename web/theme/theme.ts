import { readEntry, storeEntry } from '../api/local-entries.ts'
import { createStore, useStore } from '../api/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme' // read by web/public/start.js too, before the first paint

function stored(): Theme {
  const theme = readEntry(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const store = createStore<Theme>('system')

function apply(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme ?? 'light'
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`
    else meta.media = own === theme ? 'all' : 'not all'
  }
  store.set(theme)
}

/** Applies the choice, which another tab may have changed since the first paint, and follows it. Called once, at page start. */
export function startTheme() {
  apply(stored())
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) apply(stored())
  })
}

function setTheme(theme: Theme) {
  // in a private window without storage the choice holds until it is closed
  storeEntry(key, theme === 'system' ? null : theme)
  apply(theme)
}

export const useTheme = () => ({ theme: useStore(store), setTheme })
