import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, schema } from './fields.ts'
import { Role } from './users.ts'

export const OnlineUser = schema('OnlineUser', { id: Id, name: z.string(), role: Role })
export type OnlineUser = z.output<typeof OnlineUser>

export const presence = {
  heartbeat: endpoint('POST', '/auth/heartbeat', 'member', {
    summary: 'Count the caller as online; sent every 60 s',
    response: z.object({ status: z.literal('ok') }),
  }),
  list: endpoint('GET', '/auth/online-users', 'member', {
    summary: 'People online, by name',
    response: z.object({ online_users: z.array(OnlineUser) }),
  }),
}
