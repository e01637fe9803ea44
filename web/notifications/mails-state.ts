import type { InfiniteData } from '@tanstack/react-query'
import type { Mail } from '../../contract/notifications.ts'
import type { Page } from '../api/call.ts'

export type Mails = InfiniteData<Page<Mail>, string>

const withItems = (mails: Mails, change: (items: Mail[]) => Mail[]): Mails => ({
  ...mails,
  pages: mails.pages.map((page) => ({ ...page, items: change(page.items) })),
})

export const withMail = (mails: Mails, mail: Mail) =>
  withItems(mails, (items) => items.map((other) => (other.id === mail.id ? mail : other)))

/**
 * What was loaded, with the newest as they are now; nothing where they don't reach as far as what was loaded, so that
 * some in between would be missing.
 */
export function withNewest(mails: Mails, newest: Mail[]): Mails | undefined {
  const known = new Set(mails.pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const added = newest.filter(({ id }) => !known.has(id))
  if (added.length > 0 && added.length === newest.length && known.size > 0) return undefined
  const [first, ...others] = newest.reduce(withMail, mails).pages
  return first && { ...mails, pages: [{ ...first, items: [...added, ...first.items] }, ...others] }
}

/** Whether an older one than these is still on its way. */
export function isOlderUnderWay(mails: Mails, newest: Mail[]) {
  const seen = new Set(newest.map(({ id }) => id))
  return mails.pages.some(({ items }) => items.some(({ id, queued }) => queued > 0 && !seen.has(id)))
}
