import { createContext } from 'react'
import { readEntry, storeEntry } from '../../api/local-entries.ts'

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

/** Where storage is blocked the choice lasts until the page is left. */
export const isRemembered = (id: string) => canRemember(id) && readEntry(keyOf(id)) === '1'

export function remember(id: string, areShown: boolean): void {
  if (canRemember(id)) storeEntry(keyOf(id), areShown ? '1' : null)
}
