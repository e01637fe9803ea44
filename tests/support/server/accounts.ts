/** Accounts as admins create, change, list and delete them. */
import type { User } from '../../../contract/users.ts'
import { type Community, expectDone, type Person } from './community.ts'

export function accountsOf(community: Community) {
  const { hipatia } = community
  type Admin = Person | typeof hipatia
  let count = 0
  const newNumber = () => ++count
  const newEmail = () => `persona${newNumber()}@alejandria.example`
  return {
    newNumber,
    newEmail,
    create: (user: object, admin: Admin = hipatia) =>
      admin.post<User>('/auth/users', {
        name: `Persona ${newNumber()}`,
        email: newEmail(),
        password: 'secreto',
        ...user,
      }),
    update: (id: string, changes: object, admin: Admin = hipatia) => admin.put<User>(`/auth/users/${id}`, changes),
    toggle: (id: string, admin: Admin = hipatia) => admin.post<User>(`/auth/users/${id}/toggle-status`),
    remove: (id: string) => hipatia.delete(`/auth/users/${id}`),
    list: async () => expectDone(await hipatia.get<User[]>('/auth/users?limit=200')),
  }
}
