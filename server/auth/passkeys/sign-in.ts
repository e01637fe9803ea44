import { hash } from 'node:crypto'
import type { Assertion } from '../../../contract/auth/passkeys.ts'
import { limits } from '../../../contract/limits.ts'
import { lockUser } from '../../accounts/queries.ts'
import { record } from '../../audit/rules.ts'
import { transaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import type { ClientInfo, SignedIn } from '../../http/serve.ts'
import { networkOf } from '../../lib/network.ts'
import { openFirstLink } from '../../one-time-links/make.ts'
import type { Services } from '../../services.ts'
import { deleteCount, deleteExpiredSessions } from '../queries.ts'
import { beginSession, countWrong, wrongKey } from '../rules.ts'
import { confirmSession, withNewToken } from '../session-tokens.ts'
import { countOrRefuse, type Throttle } from '../sign-in-limit.ts'
import { type Party, requestOptions } from './challenges.ts'
import { listPasskeys } from './queries.ts'
import { readAssertion, storeUse } from './verify.ts'

/** Challenges that a network's visitors ask for are rows until they end. */
export const countBegun = (services: Services, client: ClientInfo) =>
  countOrRefuse(services, services.db, `passkeys ${networkOf(client.address)}`, limits.passkeys.begun)

const signingIn = { kind: 'sign_in', bound_to: '' } as const

export async function beginSignIn(services: Services, party: Party, client: ClientInfo) {
  await countBegun(services, client)
  return requestOptions(services, party, signingIn, [])
}

/** Password and second factor in one: throttled as sign-ins are, and it ends as they do. */
export async function signInWithPasskey(
  services: Services,
  throttle: Throttle,
  party: Party,
  assertion: Assertion,
  client: ClientInfo,
) {
  const { db, now, log } = services
  const { address } = client
  const use = await throttle(address, `passkey ${hash('sha256', assertion.id, 'base64url')}`, () =>
    readAssertion(services, party, signingIn, assertion),
  )
  if (!use) {
    log.info({ address }, 'sign-in with a passkey refused')
    await record(services, db, { address }, 'sign_in_failed', { detail: 'llave de acceso' })
    return fail('wrong_passkey')
  }
  await deleteExpiredSessions(db, now())
  const opened = await transaction(db, async (tx) => {
    const user = await lockUser(tx, use.passkey.user_id)
    if (!user) return 'wrong_passkey'
    if (user.deactivated_at !== null) {
      await record(services, tx, { address }, 'sign_in_failed', { target: user.name, detail: 'cuenta inactiva' })
      return 'inactive_account'
    }
    const at = now()
    if (!(await storeUse(services, tx, user, use, address))) return 'wrong_passkey'
    if (user.must_choose_since !== null) return { path: await openFirstLink(services, tx, user, client) }
    return beginSession(services, tx, user, client, { means: 'passkey', at })
  })
  if (typeof opened === 'string') return fail(opened)
  return 'path' in opened ? fail('must_choose_password', opened) : opened
}

const confirmingBy = ({ session_id }: SignedIn) => ({ kind: 'confirm', bound_to: session_id }) as const

export const beginConfirming = async (services: Services, party: Party, user: SignedIn) =>
  requestOptions(services, party, confirmingBy(user), await listPasskeys(services.db, user.id))

/** In place of the password; refused answers are throttled per person, as wrong passwords are. */
export async function confirmByPasskey(
  services: Services,
  throttle: Throttle,
  party: Party,
  user: SignedIn,
  assertion: Assertion,
) {
  const use = await throttle(`passkey ${user.id}`, user.session_id, async () => {
    const found = await readAssertion(services, party, confirmingBy(user), assertion)
    return found?.passkey.user_id === user.id ? found : undefined
  })
  if (!use) {
    await countWrong(services, user)
    return fail('wrong_passkey')
  }
  const confirmed = await transaction(services.db, async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account || !(await storeUse(services, tx, account, use, user.address))) return undefined
    await deleteCount(tx, wrongKey(user))
    return { token: await confirmSession(services, tx, user) }
  })
  return confirmed ? withNewToken(undefined, confirmed.token) : fail('wrong_passkey')
}
