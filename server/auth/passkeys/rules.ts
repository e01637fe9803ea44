import type { InvitedPasskey, NewPasskey, Passkey } from '../../../contract/auth/passkeys.ts'
import { limits } from '../../../contract/limits.ts'
import { hasOnlyPasskeys, onlyPasskeys } from '../../accounts/account-state.ts'
import { deviceOf } from '../../accounts/device.ts'
import { findUserRow, setChosenPassword } from '../../accounts/queries.ts'
import { record } from '../../audit/rules.ts'
import { isTaken } from '../../db/errors.ts'
import type { Db, PasskeyRow } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { Answer } from '../../http/reply.ts'
import type { ClientInfo, SignedIn } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { addFactor, changeFactors, refreshFactors } from '../factors/rules.ts'
import { makeRecoveryCodes, storeRecoveryCodes } from '../factors/second-step.ts'
import { type OnAcceptance, readLink, takeLink } from '../links/rules.ts'
import { beginSession } from '../rules.ts'
import { countChange } from '../sign-in-limit.ts'
import { creationOptions, type Party } from './challenges.ts'
import { countPasskeys, deletePasskey, findPasskeyOf, insertPasskey, listPasskeys, updatePasskey } from './queries.ts'
import { countBegun } from './sign-in.ts'
import { readCredential } from './verify.ts'

const serializePasskey = ({ id, name, created_at, last_used_at, backed_up }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: toIso(created_at),
  last_used_at: last_used_at === null ? null : toIso(last_used_at),
  is_synced: backed_up === 1,
})

export async function readPasskeys({ db }: Services, user: SignedIn) {
  const account = await findUserRow(db, user.id)
  return {
    passkeys: (await listPasskeys(db, user.id)).map(serializePasskey),
    has_password: !account || !hasOnlyPasskeys(account),
  }
}

const proposedName = (agent: string | null) => deviceOf(agent) ?? 'Llave de acceso'
const described = (name: string) => `llave de acceso «${name}»`

const addingIn = ({ session_id }: SignedIn) => ({ kind: 'add', bound_to: session_id }) as const

export async function beginAdding(services: Services, party: Party, user: SignedIn, agent: string | null) {
  const existing = await listPasskeys(services.db, user.id)
  if (existing.length >= limits.passkeys.maxPerPerson) fail('too_many_passkeys')
  return { options: await creationOptions(services, party, addingIn(user), user, existing), name: proposedName(agent) }
}

const refuseKnown = (error: unknown) => {
  if (isTaken(error, 'credential_id')) fail('passkey_known')
  throw error
}

type Columns = NonNullable<Awaited<ReturnType<typeof readCredential>>>

/** Stores a passkey of a locked account. */
async function storePasskey(
  { newId, now }: Services,
  tx: Db,
  userId: string,
  columns: Columns & { name: string; device_since: number },
) {
  if ((await countPasskeys(tx, userId)) >= limits.passkeys.maxPerPerson) fail('too_many_passkeys')
  await insertPasskey(tx, { ...columns, id: newId(), user_id: userId, created_at: now(), last_used_at: null })
}

export async function addPasskey(services: Services, party: Party, user: SignedIn, { name, credential }: NewPasskey) {
  const columns = await readCredential(services, party, addingIn(user), credential)
  if (!columns) return fail('wrong_passkey')
  return addFactor(services, user, async (tx, device_since) => {
    await storePasskey(services, tx, user.id, { ...columns, name, device_since })
    return { action: 'factor_added', detail: described(name), mail: 'passkey_added' }
  }).catch(refuseKnown)
}

export const renamePasskey = ({ db }: Services, user: SignedIn, id: string, name: string) =>
  transaction(db, async (tx) => {
    const passkey = (await findPasskeyOf(tx, user.id, id)) ?? fail('not_found')
    await updatePasskey(tx, id, { name })
    return serializePasskey({ ...passkey, name })
  })

/** The last passkey of somebody without a password stays: nothing else opens the account. */
export const removePasskey = (services: Services, user: SignedIn, id: string) =>
  changeFactors(services, user, undefined, async (tx, account) => {
    const { name } = (await findPasskeyOf(tx, user.id, id)) ?? fail('not_found')
    await countChange(services, tx, user)
    if (hasOnlyPasskeys(account) && (await countPasskeys(tx, user.id)) === 1) fail('last_way_in')
    await deletePasskey(tx, id)
    return { action: 'factor_removed', detail: described(name), mail: 'passkey_removed' }
  })

const acceptingBy = (link: { id: string }) => ({ kind: 'invitation', bound_to: link.id }) as const

export async function beginInvitation(services: Services, party: Party, token: string, client: ClientInfo) {
  const link = await readLink(services, services.db, 'invitation', token)
  await countBegun(services, client)
  const user = { id: link.user_id, name: link.name }
  return {
    options: await creationOptions(services, party, acceptingBy(link), user, []),
    name: proposedName(client.agent),
  }
}

/** In place of a password, and a second factor too: the account has no password until its person asks for a link. */
export async function acceptWithPasskey(
  services: Services,
  party: Party,
  { token, name, credential }: InvitedPasskey,
  client: ClientInfo,
  onAcceptance: OnAcceptance,
) {
  const link = await readLink(services, services.db, 'invitation', token)
  const columns = await readCredential(services, party, acceptingBy(link), credential)
  if (!columns) return fail('wrong_passkey')
  const codes = await makeRecoveryCodes()
  const opened = await transaction(services.db, async (tx) => {
    const { user } = await takeLink(services, tx, 'invitation', token)
    const at = services.now()
    await setChosenPassword(tx, user.id, onlyPasskeys)
    await storePasskey(services, tx, user.id, { ...columns, name, device_since: at })
    await storeRecoveryCodes(services, tx, user.id, codes)
    await refreshFactors(services, tx, user)
    const person = { ...user, address: client.address }
    await record(services, tx, person, 'invitation_accepted')
    await onAcceptance(services, tx, user)
    await record(services, tx, person, 'factor_added', { detail: described(name) })
    // as it is now: with a factor
    const account = (await findUserRow(tx, user.id)) ?? fail('invitation_ended')
    return beginSession(services, tx, account, client, { means: 'passkey', at })
  }).catch(refuseKnown)
  return new Answer({ ...opened.body, recovery_codes: codes.codes }, opened.headers)
}
