import { createContext } from 'react'

interface ImageConsent {
  areShown: boolean
  /** Increased when consent is withdrawn, which also hides images that were requested one by one. */
  round: number
}

export const ImageConsent = createContext<ImageConsent>({ areShown: false, round: 0 })

/** Set inside a link, where an image can't contain a button or a link of its own. */
export const InLink = createContext<{ areShown: boolean } | null>(null)

const keyOf = (id: string) => `images ${id}`

/** Only saved texts have a permanent id; a preview has none. */
export const canRemember = (id: string) => /^[0-9a-f]{32}$/.test(id)

export function isRemembered(id: string): boolean {
  if (!canRemember(id)) return false
  try {
    return localStorage.getItem(keyOf(id)) === '1'
  } catch {
    return false // storage is blocked: asked each time
  }
}

export function remember(id: string, areShown: boolean): void {
  if (!canRemember(id)) return
  try {
    if (areShown) localStorage.setItem(keyOf(id), '1')
    else localStorage.removeItem(keyOf(id))
  } catch {
    // storage is blocked: the choice lasts until the page is left
  }
}
