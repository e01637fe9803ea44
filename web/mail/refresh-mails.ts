import type { QueryClient } from '@tanstack/react-query'
import { type Mail, mail } from '../../contract/mail.ts'
import { call } from '../api/call.ts'
import { mailKeys } from '../api/keys.ts'
import { itemsOf, type PagedData, prepend, replace } from '../api/paged.ts'

export const mailsPerPage = '10'

/** The loaded mails with the newest ones added; undefined if mails between the two may be missing. */
export function withNewest(mails: PagedData<Mail>, newest: Mail[]): PagedData<Mail> | undefined {
  const known = new Set(itemsOf(mails).map(({ id }) => id))
  const added = newest.filter(({ id }) => !known.has(id))
  if (added.length > 0 && added.length === newest.length && known.size > 0) return undefined
  return added.reduceRight(prepend, newest.reduce(replace, mails))
}

export function hasOlderQueued(mails: PagedData<Mail>, newest: Mail[]) {
  const seen = new Set(newest.map(({ id }) => id))
  return itemsOf(mails).some(({ id, queued }) => queued > 0 && !seen.has(id))
}

/** Fetches the first page, or all loaded ones if the queue has progressed and older mails may have changed. */
export async function refreshNewest(client: QueryClient, hasMoved: boolean): Promise<void> {
  const readAll = () => client.invalidateQueries({ queryKey: mailKeys.list })
  const before = client.getQueryData<PagedData<Mail>>(mailKeys.list)
  if (!before) return
  try {
    const { items } = await call(mail.list, { query: { limit: mailsPerPage } })
    // another read or change in the meantime may be newer or older than this answer
    if (client.getQueryData(mailKeys.list) !== before) return await refreshNewest(client, hasMoved)
    const next = hasMoved && hasOlderQueued(before, items) ? undefined : withNewest(before, items)
    if (!next) return await readAll()
    client.setQueryData(mailKeys.list, next)
  } catch {
    // the list's own query shows the error
    await readAll()
  }
}
