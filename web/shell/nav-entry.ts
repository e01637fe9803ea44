import type { IconName } from '../ui/icons.tsx'

export type NavEntry = {
  to: string
  label: string
  icon: IconName
  /** The entry is there but can't be followed, and this says why ('Login required'). */
  disabledHint?: string
  /** What is to be seen there, in short and as it is said after the label ('3', ', 3 mensajes sin leer'). */
  useMark?: () => { short: string; said: string } | undefined
  /**
   * 'main' (default) is one of the five places of the phone's bar; 'more' is inline on wide windows and behind 'Más'
   * below them; 'account' is an icon beside the greeting on wide windows.
   */
  place?: 'main' | 'more' | 'account'
}

/** The entry with the longest address that leads to this page: /blog/drafts is Mis Borradores, not Blog. */
export function activeEntry(entries: NavEntry[], pathname: string) {
  return entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0]?.to
}
