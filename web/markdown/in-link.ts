import { createContext } from 'react'

/**
 * Set within a link, where images can't hold buttons or links of their own: whether its foreign images were asked for.
 */
export const InLink = createContext<{ areShown: boolean } | null>(null)
