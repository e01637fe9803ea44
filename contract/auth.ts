import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment, Paging, Search } from './fields.ts'
import { Credentials, NewUser, OnlineUser, PasswordChange, Role, User, UserChanges } from './users.ts'

/** Bodies with a password are small; a large one is refused before anything is hashed. */
const smallBody = 16 * 1024

/** Where one is signed in: a browser, as far as it says which. */
export const Session = z
  .object({
    id: Id,
    /** As 'Firefox en Android'; null when the browser doesn't say. */
    device: z.nullable(z.string()),
    address: z.nullable(z.string()),
    created_at: Moment,
    last_seen_at: Moment,
    /** The one that asks. */
    is_current: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Session' })
export type Session = z.output<typeof Session>

export const userSorts = ['name', 'email', 'role', 'status', 'created'] as const
export type UserSort = (typeof userSorts)[number]

/** `q`: beginnings of words of name, e-mail or phone. */
const UserFilter = z.extend(Paging, {
  q: Search,
  role: z.optional(Role),
  status: z.optional(z.enum(['active', 'inactive'], { error: 'Tiene que ser active o inactive' })),
  sort: z._default(z.enum(userSorts, { error: `Tiene que ser ${userSorts.join(', ')}` }), 'name'),
  direction: z._default(z.enum(['asc', 'desc'], { error: 'Tiene que ser asc o desc' }), 'asc'),
})
export type UserFilter = z.output<typeof UserFilter>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with name and password',
    body: Credentials,
    response: z.object({ access_token: z.string(), user: User }),
    maxBytes: smallBody,
  }),
  logout: endpoint({ method: 'POST', path: '/auth/logout', access: 'member', summary: 'End this session' }),
  me: endpoint({ method: 'GET', path: '/auth/me', access: 'member', summary: 'Who is signed in', response: User }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'member',
    summary: 'Change one’s own password; ends one’s other sessions',
    body: PasswordChange,
    response: z.object({ message: z.string() }),
    maxBytes: smallBody,
  }),
  heartbeat: endpoint({
    method: 'POST',
    path: '/auth/heartbeat',
    access: 'member',
    summary: 'Say that one is here; every 60 s',
    response: z.object({ status: z.literal('ok') }),
  }),
  onlineUsers: endpoint({
    method: 'GET',
    path: '/auth/online-users',
    access: 'member',
    summary: 'Who is here, by name',
    response: z.object({ online_users: z.array(OnlineUser) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    summary: 'Where one is signed in, the last used first',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'member',
    summary: 'Sign out one of one’s own sessions',
    params: ById,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'member',
    summary: 'Sign out all of one’s sessions but this one',
    response: z.object({ ended: z.int() }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/auth/users',
    access: 'admin',
    summary: 'All accounts, by name unless asked otherwise',
    query: UserFilter,
    response: z.array(User),
    paged: true,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/auth/users',
    access: 'admin',
    summary: 'Make an account',
    body: NewUser,
    response: User,
    status: 201,
    maxBytes: smallBody,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/auth/users/:id',
    access: 'admin',
    summary: 'Change the given fields of an account',
    params: ById,
    body: UserChanges,
    response: User,
    maxBytes: smallBody,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/auth/users/:id',
    access: 'admin',
    summary: 'Delete an account; what the person wrote stays under the name',
    params: ById,
  }),
  toggleUserStatus: endpoint({
    method: 'POST',
    path: '/auth/users/:id/toggle-status',
    access: 'admin',
    summary: 'Deactivate an active account, activate an inactive one',
    params: ById,
    response: User,
  }),
}
