import type { FirstSteps, MissingCode, SetAside, StepName } from '../../contract/operator/first-steps.ts'
import { hasPassword } from '../accounts/account-state.ts'
import { findUserRow } from '../accounts/queries.ts'
import { hasChosenPassword } from '../audit/queries.ts'
import { record } from '../audit/rules.ts'
import { findLastDone } from '../backups/queries.ts'
import { initialAdmin } from '../config.ts'
import type { UserRow } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { hasImported } from '../imports/queries.ts'
import { hostOf, isLoopback } from '../lib/network.ts'
import { toIso } from '../lib/time.ts'
import { findHold } from '../mail/queries.ts'
import type { Services } from '../services.ts'
import {
  deleteSetAside,
  findLastTest,
  hasAcceptedMail,
  hasCategory,
  hasOthers,
  insertSetAside,
  listSetAside,
} from './queries.ts'

/** The trail keeps its events for this long at least. */
const trailMs = 90 * 24 * 60 * 60_000

/** The steps as they are for this administrator: the first one is about the own account. */
export async function readFirstSteps(services: Services, { id }: { id: string }): Promise<FirstSteps> {
  const { db } = services
  const user = (await findUserRow(db, id)) ?? fail('unauthenticated')
  const setAside: string[] = await listSetAside(db)
  const missing = await listMissing(services, user)
  return {
    is_put_away: setAside.includes('all'),
    steps: Object.entries(missing).map(([name, codes]) => ({
      name: name as StepName,
      missing: codes,
      is_set_aside: setAside.includes(name),
    })),
    test_mail: await readTestMail(services, user),
  }
}

/** In the order of the list. */
async function listMissing(services: Services, user: UserRow): Promise<Record<StepName, MissingCode[]>> {
  const { db, now, backups, settings } = services
  const { publicUrl, sendsMail } = settings
  const isLocal = isLoopback(hostOf(publicUrl))
  const made = backups && (await findLastDone(db, 'snapshot', now()))
  return {
    account: await listMissingOfAccount(services, user),
    categories: (await hasCategory(db)) ? [] : ['categories'],
    address: isLocal ? ['public_url'] : publicUrl.startsWith('https:') ? [] : ['https'],
    mail: sendsMail ? ((await hasAcceptedMail(services.readDb)) ? [] : ['accepted_mail']) : ['mail_server'],
    snapshots: backups ? (made ? [] : ['snapshot']) : ['snapshot_place'],
    invitations: (await hasOthers(db, user.id)) ? [] : ['others'],
    imports: (await hasImported(db)) ? [] : ['imports'],
  }
}

async function listMissingOfAccount({ readDb, now }: Services, user: UserRow) {
  const missing: MissingCode[] = []
  if (user.name === initialAdmin.name) missing.push('own_name')
  if (user.email === initialAdmin.email) missing.push('own_address')
  const mayBeGiven = hasPassword(user) && now() - user.created_at < trailMs
  if (mayBeGiven && !(await hasChosenPassword(readDb, user.id))) missing.push('own_password')
  return missing
}

async function readTestMail({ db }: Services, { id }: UserRow): Promise<FirstSteps['test_mail']> {
  const test = await findLastTest(db, id)
  if (!test) return null
  const { email, created_at, state } = test
  // while the whole queue waits, its reason is the answer to this one
  const reason = test.reason ?? (state === 'queued' ? ((await findHold(db))?.reason ?? null) : null)
  const sent = { email, queued_at: toIso(created_at) }
  if (state === 'sent') return { ...sent, state: reason === null ? 'accepted' : 'saved', reason: null }
  if (state === 'queued') return { ...sent, state: reason === null ? 'waiting' : 'refused', reason }
  return { ...sent, state: 'failed', reason }
}

/** For the whole community: an administrator who comes later isn't asked again. */
export async function setStepAside(services: Services, by: SignedIn, { name, is_set_aside }: SetAside) {
  await transaction(services.db, async (tx) => {
    const isChanged = await (is_set_aside ? insertSetAside(tx, name, services.now()) : deleteSetAside(tx, name))
    if (!isChanged) return
    const target = { all: null, mail: 'Correo', imports: 'Traer lo anterior' }[name]
    await record(services, tx, by, is_set_aside ? 'first_step_set_aside' : 'first_step_taken_back', { target })
  })
  return readFirstSteps(services, by)
}
