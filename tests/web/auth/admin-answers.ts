import type { HttpHandler } from 'msw'
import { factorDemand } from '../../../contract/auth/factors.ts'
import { invitations } from '../../../contract/auth/password-links.ts'
import { state } from '../../../contract/state.ts'
import { type Account, users } from '../../../contract/users.ts'
import { hipatia, idOf, personNamed } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { fine } from '../state/fine.ts'

export const account = (n: number, name: string, more: Partial<Account> = {}): Account => ({
  ...personNamed(name, idOf(n)),
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

/** What the page /admin asks for, on a server that needs nothing. */
export const adminAnswers = (...accounts: Account[]): HttpHandler[] => [
  answer(users.list, [ownAccount, ...accounts]),
  answer(invitations.list, []),
  answer(factorDemand.read, nothingDemanded),
  answer(state.read, fine),
]
