// The people of an export: members without doubt, and others, who have no account and are shown by name as people who have
// left are.
import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/users.ts'
import { invited } from '../accounts/account-state.ts'
import { toEmailKey, toNameKey } from '../db/name-key.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { OperatorError } from '../operator-error.ts'
import { insertUsers } from '../users/queries.ts'
import type { Import } from './imports.ts'
import { findImportedThing, findPerson, insertImported, listAccounts, listPhones } from './queries.ts'

export interface Author {
  id: string
  name: string
  role: Role
  isMember: boolean
}

/** A writer as the export names them. */
interface Writer {
  name: string
  email?: string | undefined
  phone?: string | undefined
}

export const personSource = (name: string) => `person ${toNameKey(name)}`

/** Digits of a number with its country, or enough of one without it. */
const minPhoneDigits = 9
const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^00/, '')

export function isSamePhone(one: string, other: string) {
  const [short = '', long = ''] = [digitsOf(one), digitsOf(other)].sort((a, b) => a.length - b.length)
  return short.length >= minPhoneDigits && long.endsWith(short)
}

/** Names of accounts by the names in the export, which go before all else; an unknown one is an `OperatorError`. */
type Members = ReadonlyMap<string, string>

/** The member who is the writer without doubt. */
export async function findMember(db: Db, { name, email, phone }: Writer, members: Members) {
  const chosen = members.get(name)
  const nameKey = toNameKey(chosen ?? name)
  const emailKey = chosen === undefined && email ? toEmailKey(email) : undefined
  let found: { id: string; name: string; role: Role }[] = await listAccounts(db, { nameKey, emailKey })
  if (chosen !== undefined && found.length === 0)
    throw new OperatorError(`There is no account named ${JSON.stringify(chosen)} (for ${JSON.stringify(name)}).`)
  if (found.length === 0 && phone)
    found = (await listPhones(db)).filter((account) => isSamePhone(account.phone ?? '', phone))
  return found.length === 1 ? found[0] : undefined
}

/** Returns the author of each writer, the same one each time. */
export function createPeople({ services, id, report }: Import, members: Members = new Map()) {
  const { db, now, newId } = services
  const authors = new Map<string, Promise<Author>>()

  async function findImportedPerson(name: string) {
    const personId = (await findImportedThing(db, personSource(name)))?.thing_id
    return personId === undefined ? undefined : findPerson(db, personId)
  }

  async function insertPerson(name: string) {
    const person = { id: newId(), name: [...name].slice(0, limits.userName).join(''), role: 'normal' as const }
    if (id === undefined) return person
    await transaction(db, async (tx) => {
      const row = { ...person, name_key: toNameKey(name), email: '', email_key: '', avatar: null, phone: null }
      await insertUsers(tx, [
        { ...row, password_hash: invited, created_at: now(), deactivated_at: null, deleted_at: now() },
      ])
      await insertImported(tx, { source: personSource(name), import_id: id, kind: 'person', thing_id: person.id })
    })
    return person
  }

  async function find(writer: Writer): Promise<Author> {
    const { name } = writer
    const chosen = members.has(name)
    const before = chosen ? undefined : await findImportedPerson(name)
    if (before) {
      if (before.deleted_at === null) report.isMember(name, before.name)
      return { ...before, isMember: before.deleted_at === null }
    }
    const member = await findMember(db, writer, members)
    if (!member) return { ...(await insertPerson(name)), isMember: false }
    report.isMember(name, member.name)
    return { ...member, isMember: true }
  }

  return (writer: Writer): Promise<Author> => {
    const key = toNameKey(writer.name)
    const author = authors.get(key) ?? find(writer)
    authors.set(key, author)
    return author
  }
}
