import { createStore } from '../api/store.ts'
import { needsInstalling } from '../push/browser.ts'

/** The browser's own question, which may be asked once. Missing in the types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** The event may come before this code: web/public/start.js remembers it. */
const early = (globalThis as { installPrompt?: InstallPrompt }).installPrompt

/** Defined while the browser offers to install the app. */
export const installPrompt = createStore<InstallPrompt | undefined>(early)

addEventListener('beforeinstallprompt', (event) => installPrompt.set(event as InstallPrompt))
addEventListener('appinstalled', () => installPrompt.set(undefined))

/** Asks the browser's question; the browser offers it again when it likes. */
export async function install() {
  const event = installPrompt.get()
  installPrompt.set(undefined)
  await event?.prompt()
}

const hintKey = 'install-hint'

/** True in a browser that has no button for it, that of iPhones and iPads, and hasn't shown the hint yet. */
export function needsHint() {
  try {
    return needsInstalling() && localStorage.getItem(hintKey) === null
  } catch {
    return false // the storage is blocked
  }
}

export const hintShown = () => localStorage.setItem(hintKey, '1')
