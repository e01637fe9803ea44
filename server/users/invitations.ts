import * as z from 'zod/mini'
import {
  type Invitation,
  type InvitationList,
  InvitedPerson,
  type ListedInvitation,
  type SentInvitation,
} from '../../contract/auth/password-links.ts'
import type { Problem } from '../../contract/index.ts'
import type { NewInvitation } from '../../contract/users.ts'
import { isInvited } from '../accounts/account-state.ts'
import { changeAccount, changeAccounts } from '../accounts/change.ts'
import { record, recordEach } from '../audit/rules.ts'
import { beginReading } from '../chat/rules.ts'
import { toEmailKey, toNameKey } from '../db/name-key.ts'
import type { Db } from '../db/schema.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import { mailLink } from '../mail/security-mails.ts'
import { linkPath, makeFirstLinks, openInvitation } from '../one-time-links/make.ts'
import { findOpenLinkOf, type InvitedRow, listOpenInvitations } from '../one-time-links/queries.ts'
import type { Services } from '../services.ts'
import { insertUsers, listIdsByClientId, listTakenKeys } from './queries.ts'
import { createUser, createUserRow, emptyAccount } from './rules.ts'

async function sendInvitation(services: Services, tx: Db, by: SignedIn, user: { id: string }) {
  const link = await openInvitation(services, tx, { user_id: user.id, created_by: by.id })
  if (services.settings.sendsMail) await mailLink(services, tx, by, 'invitation', [user.id])
  return link
}

const serializeSent = (
  { passwordLinkKey, settings }: Services,
  link: { id: string; purpose: LinkPurpose; expires_at: number },
): SentInvitation => ({
  path: linkPath(passwordLinkKey, link),
  expires_at: toIso(link.expires_at),
  is_mailed: settings.sendsMail,
})

/** Creates the account and its link. A repeat under the same `client_id` is answered with the link that is open. */
export async function invite(services: Services, by: SignedIn, person: NewInvitation) {
  const user = await createUser(services, by, person, async (tx, row) => {
    await sendInvitation(services, tx, by, row)
    await record(services, tx, by, 'user_invited', { target: row.name })
  })
  const link = (await findOpenLinkOf(services.db, user.id, 'invitation', services.now())) ?? fail('invitation_accepted')
  return { user, ...serializeSent(services, link) }
}

/** Runs `work` on the account of somebody who hasn't chosen a password yet; 409 for others. */
const changeInvited = <T>(services: Services, by: SignedIn, id: string, work: Parameters<typeof changeAccount<T>>[3]) =>
  changeAccount<T>(services, by, id, (tx, user) => {
    if (!isInvited(user)) fail('invitation_accepted')
    return work(tx, user)
  })

/** The link for seven more days, or a new one. */
export const renewInvitation = (services: Services, by: SignedIn, id: string) =>
  changeInvited(services, by, id, async (tx, user) => {
    if (user.deactivated_at !== null) fail('inactive_person')
    const link = await sendInvitation(services, tx, by, user)
    await record(services, tx, by, 'invitation_renewed', { target: user.name })
    return serializeSent(services, link)
  })

/** Deletes the account, which nobody has used. */
export const withdrawInvitation = (services: Services, by: SignedIn, id: string) =>
  changeInvited(services, by, id, async (tx, user) => {
    await emptyAccount(services, tx, user)
    await record(services, tx, by, 'invitation_withdrawn', { target: user.name })
  })

export const serializeInvitation = (
  { settings }: Services,
  { invited_at, expires_at, ...row }: InvitedRow,
): Invitation => ({
  ...row,
  invited_by: row.made_by,
  invited_at: invited_at === null ? null : toIso(invited_at),
  expires_at: expires_at === null ? null : toIso(expires_at),
  is_mailed: settings.sendsMail,
})

type Listed = InvitationList['people'][number]
type FieldErrors = NonNullable<Problem['errors']>

const { shape } = InvitedPerson
const keys = { name: toNameKey, email: toEmailKey }
const nouns = { name: 'nombre', email: 'correo' }

const listInvalid = (people: Listed[]): FieldErrors =>
  people.flatMap((person, index) => {
    const { error } = z.safeParse(InvitedPerson, person)
    return (error?.issues ?? []).map(({ path, message }) => ({ field: `people.${index}.${path.join('.')}`, message }))
  })

/** Key of a valid field; undefined otherwise. */
function keyOf(field: 'name' | 'email', person: Listed) {
  const { data } = z.safeParse(shape[field], person[field])
  return data === undefined ? undefined : keys[field](data)
}

/** Names and addresses that accounts have, or people before in the list. */
async function listTaken(tx: Db, people: Listed[]): Promise<FieldErrors> {
  const keysOf = { name: people.map((one) => keyOf('name', one)), email: people.map((one) => keyOf('email', one)) }
  const known = (field: 'name' | 'email') => keysOf[field].filter((key) => key !== undefined)
  const accounts = await listTakenKeys(tx, known('name'), known('email'))
  const errors: FieldErrors = []
  for (const field of ['name', 'email'] as const) {
    const taken = new Set(accounts.map((account) => account[`${field}_key`]))
    for (const [index, key] of keysOf[field].entries()) {
      if (key === undefined) continue
      const add = (message: string) => errors.push({ field: `people.${index}.${field}`, message })
      if (taken.has(key)) add(`Ya existe un usuario con ese ${nouns[field]}.`)
      else if (keysOf[field].indexOf(key) < index) add(`Ese ${nouns[field]} ya está antes en la lista.`)
    }
  }
  return errors
}

const personOf = (field: string) => Number(field.split('.')[1])

async function storeList(services: Services, tx: Db, by: SignedIn, people: Listed[], clientIds: string[]) {
  const errors = [...listInvalid(people), ...(await listTaken(tx, people))]
  errors.sort((a, b) => personOf(a.field) - personOf(b.field))
  if (errors.length > 0) fail('not_valid', { detail: 'La lista tiene errores: no se ha invitado a nadie.', errors })
  const rows = await Promise.all(
    people.map((person, index) =>
      createUserRow(
        services,
        { ...z.parse(InvitedPerson, person), role: 'normal', client_id: clientIds[index] ?? null },
        by.id,
      ),
    ),
  )
  const ids = rows.map(({ id }) => id)
  await insertUsers(tx, rows)
  await beginReading(tx, ids)
  await makeFirstLinks(services, tx, ids, by.id)
  if (services.settings.sendsMail) await mailLink(services, tx, by, 'invitation', ids)
  const names = rows.map(({ name }) => name)
  await recordEach(services, tx, by, 'user_invited', names)
  return ids
}

/** Invites all people of a list, or nobody. A repeat under the same `client_id` is answered with the open links. */
export const inviteList = (services: Services, by: SignedIn, { people, client_id }: InvitationList) =>
  changeAccounts(services, by, async (tx): Promise<ListedInvitation[]> => {
    const clientIds = client_id ? people.map((_, index) => `${client_id}/${index}`) : []
    const repeated = client_id ? await listIdsByClientId(tx, by.id, clientIds) : []
    const ids = repeated.length > 0 ? repeated : await storeList(services, tx, by, people, clientIds)
    const links = await listOpenInvitations(tx, ids, services.now())
    // ids are in the order of the list
    links.sort((a, b) => (a.user_id < b.user_id ? -1 : 1))
    return links.map((link) => ({ name: link.name, ...serializeSent(services, link) }))
  })
