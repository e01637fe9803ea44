import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { Role } from './users.ts'

export const OnlineUser = z
  .object({ id: Id, name: z.string(), role: Role })
  .register(z.globalRegistry, { id: 'OnlineUser' })
export type OnlineUser = z.output<typeof OnlineUser>

export const presence = {
  heartbeat: endpoint({
    method: 'POST',
    path: '/auth/heartbeat',
    access: 'member',
    summary: 'Count the caller as online; sent every 60 s',
    response: z.object({ status: z.literal('ok') }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth/online-users',
    access: 'member',
    summary: 'People online, by name',
    response: z.object({ online_users: z.array(OnlineUser) }),
  }),
}
