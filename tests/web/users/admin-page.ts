import { factorDemand } from '../../../contract/auth/factor-demand.ts'
import { invitations } from '../../../contract/auth/password-links.ts'
import { state } from '../../../contract/state.ts'
import { users } from '../../../contract/users.ts'
import { answer } from '../../support/web/server.ts'
import { fine } from '../state/fine.ts'

/** What /admin asks for beside its tab; nobody has to be invited or reminded. */
export const adminPage = [
  answer(state.read, fine),
  answer(users.list, []),
  answer(invitations.list, []),
  answer(factorDemand.read, {
    admins_from: null,
    everybody_from: null,
    members: 1,
    members_without: 0,
    admins_without: 0,
  }),
]
