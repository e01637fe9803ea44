import type { Store } from '../api/store.ts'
import type { IconName } from '../ui/icons.tsx'

/** As drawn and as read aloud after the label ('3', ', 3 mensajes sin leer'). */
export interface NavBadge {
  short: string
  label: string
}

export type NavEntry = {
  to: string
  label: string
  icon: IconName
  /** Disables the entry, with the reason ('Login required'). */
  disabledHint?: string
  /** Disables the entry until access is known. */
  isPending?: boolean
  badge?: Store<NavBadge | undefined>
  /**
   * Absent for the five entries of the phone's bar; 'more' is inline on wide windows and in the menu 'Más' on narrower ones;
   * 'account' is an icon next to the greeting on wide windows; 'menu' is in a menu on all windows.
   */
  position?: 'more' | 'account' | 'menu'
}
