import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Paging } from './fields.ts'
import { Credentials, NewUser, OnlineUser, PasswordChange, User, UserChanges } from './users.ts'

/** Bodies with a password are small; a large one is refused before anything is hashed. */
const smallBody = 16 * 1024

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
  users: endpoint({
    method: 'GET',
    path: '/auth/users',
    access: 'admin',
    summary: 'All accounts, by name',
    query: Paging,
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
