import type { HttpHandler } from 'msw'
import { factorDemand } from '../../../contract/auth/factor-demand.ts'
import { invitations } from '../../../contract/auth/password-links.ts'
import { state } from '../../../contract/state.ts'
import { type Account, type Role, users } from '../../../contract/users.ts'
import { earlier, hipatia, idOf } from '../../support/web/screen.tsx'
import { answer, holdBack } from '../../support/web/server.ts'

export const account = (n: number, name: string, more: Partial<Account> = {}): Account => ({
  id: idOf(n),
  name,
  role: 'normal' as Role,
  email: `${name.toLowerCase()}@alejandria.example`,
  phone: null,
  avatar: null,
  avatar_url: null,
  is_active: true,
  created_at: earlier,
  has_second_factor: false,
  ...more,
})
export const ownAccount = account(2, 'Hipatia', { id: hipatia.id, role: 'admin', has_second_factor: true })

export const nothingDemanded = {
  admins_from: null,
  everybody_from: null,
  members: 3,
  members_without: 2,
  admins_without: 1,
}

/** What the page /admin asks for; the state of the server is still to come. */
export const adminAnswers = (...accounts: Account[]): HttpHandler[] => [
  answer(users.list, [ownAccount, ...accounts]),
  answer(invitations.list, []),
  answer(factorDemand.read, nothingDemanded),
  holdBack(state.read).handler,
]
