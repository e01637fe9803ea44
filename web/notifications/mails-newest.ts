import type { QueryClient } from '@tanstack/react-query'
import { notifications } from '../../contract/notifications.ts'
import { call } from '../api/call.ts'
import { mailsAtOnce, mailsKey } from './admin-keys.ts'
import { isOlderUnderWay, type Mails, withNewest } from './mails-state.ts'

/** One page is asked for, not all that are loaded, unless the post has moved and what moved may be further down. */
export async function lookAtNewest(client: QueryClient, hasMoved: boolean): Promise<void> {
  const readAll = () => client.invalidateQueries({ queryKey: mailsKey })
  const before = client.getQueryData<Mails>(mailsKey)
  if (!before) return
  try {
    const { items } = await call(notifications.mails, { query: { limit: mailsAtOnce } })
    // something else was read or changed meanwhile, that may be newer than this answer or older
    if (client.getQueryData(mailsKey) !== before) return await lookAtNewest(client, hasMoved)
    const next = hasMoved && isOlderUnderWay(before, items) ? undefined : withNewest(before, items)
    if (!next) return await readAll()
    client.setQueryData(mailsKey, next)
  } catch {
    // it is asked for as always, which says what is wrong
    await readAll()
  }
}
