import { createContext } from 'react'

interface Agreement {
  /** Whether the reader wants to see all of this text's images, wherever they come from. */
  areShown: boolean
  /** Grows when that is taken back: images that were asked for one by one before are hidden with the others. */
  round: number
}

export const Agreement = createContext<Agreement>({ areShown: false, round: 0 })

const keyOf = (id: string) => `images ${id}`

/** Only what is stored has an id that is the same tomorrow: a preview's is not. */
export const canRemember = (id: string) => /^[0-9a-f]{32}$/.test(id)

export function isRemembered(id: string): boolean {
  if (!canRemember(id)) return false
  try {
    return localStorage.getItem(keyOf(id)) === '1'
  } catch {
    return false // a browser that keeps nothing: asked again
  }
}

export function remember(id: string, areShown: boolean): void {
  if (!canRemember(id)) return
  try {
    if (areShown) localStorage.setItem(keyOf(id), '1')
    else localStorage.removeItem(keyOf(id))
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}
