/** The bell, as people see it. */
import type { Notice } from '../../../contract/notices/notices.ts'
import { expectDone, type Person } from '../../support/server/community.ts'

export const noticesOf = async (who: Person, query = '') => expectDone(await who.get<Notice[]>(`/notices${query}`))

export const unreadOf = async (who: Person) => Number((await who.get<Notice[]>('/notices')).headers.get('x-unread'))

export const naming = ({ id, name }: { id: string; name: string }) => `@[${name}](${id})`

export const reads = async (who: Person, body: object) =>
  expectDone(await who.put<{ unread: number }>('/notices/read', body)).unread
