// Operator's commands, run on the machine itself: `npm run admin -- <command>`. They also work while the server runs,
// and so leave the schema as it is.
import * as z from 'zod/mini'
import { NewUser } from '../contract/users.ts'
import { hasPassword, isInvited } from './accounts/account-state.ts'
import { lockUser, updateUserRow } from './accounts/queries.ts'
import { record } from './audit/rules.ts'
import { takeFactorsOf } from './auth/factors/rules.ts'
import { sealWithNewKey } from './auth/factors/second-step.ts'
import { hashPassword } from './auth/password-hash.ts'
import { deleteAllCounts, deleteAllSessions, deleteSessionsOf } from './auth/queries.ts'
import { backupUsage, isBackupCommand, runBackupCommand } from './backups/commands.ts'
import { type Signal, sendThroughPostgres } from './bus/bus.ts'
import { confirmClock } from './clock/rules.ts'
import { type Config, isSetting, locationOf, readConfig } from './config.ts'
import { withCommunity } from './db/db.ts'
import { isTaken } from './db/errors.ts'
import { toNameKey } from './db/name-key.ts'
import type { Db } from './db/schema.ts'
import { transaction } from './db/transaction.ts'
import { loadEnvFile } from './env-file.ts'
import { checkFiles } from './files/check-archive.ts'
import { rebuildSearch, rebuildUsage } from './files/texts/rebuild-search.ts'
import { newId } from './ids.ts'
import { importUsage, isImportCommand, runImportCommand } from './imports/command.ts'
import { mailPasswordChange, mailSecurityEvent } from './mail/security-mails.ts'
import { linkPath, makeLink } from './one-time-links/make.ts'
import { deleteAllLinks, deleteLinksOf } from './one-time-links/queries.ts'
import { OperatorError } from './operator-error.ts'
import { operatorMessage } from './operator-message.ts'
import { deleteSecrets, readSecret } from './secrets/queries.ts'
import { exportSite, exportUsage } from './site/everybody/command.ts'
import { openStorage } from './storage/open.ts'
import { generatePassword } from './users/first-admin.ts'
import { findUserByNameKey } from './users/queries.ts'
import { createUserRow, storeByOperator } from './users/rules.ts'

const usage = `Usage:
  npm run admin -- reset-password NAME       a new password for the account; ends its sessions
  npm run admin -- reset-link NAME           a link for the person to choose another one, valid for an hour
  npm run admin -- remove-factors NAME       takes away second factors and passkeys that the person lost; ends the account's sessions
  npm run admin -- create-admin NAME EMAIL   one more administrator
  npm run admin -- renew-keys                new keys for signed addresses and links; ends all sessions
  npm run admin -- clock confirm             the machine's clock is right although it leapt: what waited for that goes on
  npm run admin -- files check               compares the archive's rows with its bytes, all of which are read
${rebuildUsage}
${exportUsage}
${importUsage}
${backupUsage}`

/** Somebody else may have read it on the screen, or in a message. */
const replacedAtOnce = 'At the first sign-in another one has to be chosen; this one opens nothing else.'

const clock = { newId, now: Date.now }

// with SQLite the server polls, and notices within seconds
const busOf = ({ DATABASE_URL }: Config) => ({
  send: async (tx: Db, signal: Signal) => (DATABASE_URL ? sendThroughPostgres(tx, signal) : undefined),
})

async function resetPassword(db: Db, name: string, config: Config) {
  const bus = busOf(config)
  const user = await findUserByNameKey(db, toNameKey(name))
  if (!user) throw new OperatorError(`There is no account named "${name}".`)
  const password = generatePassword()
  const hash = await hashPassword(password)
  await transaction(db, async (tx) => {
    await updateUserRow(tx, user.id, { password_hash: hash, must_choose_since: clock.now() })
    await deleteSessionsOf(tx, user.id)
    await deleteLinksOf(tx, user.id)
    await deleteAllCounts(tx)
    await record(clock, tx, 'operator', 'user_updated', { target: user.name, detail: 'contraseña' })
    await mailPasswordChange({ ...clock, bus }, tx, user)
    await bus.send(tx, { kind: 'account', id: user.id })
  })
  console.log(`New password of "${user.name}": ${password}`)
  console.log(replacedAtOnce)
  if (user.deactivated_at !== null) console.log('The account is deactivated: an administrator has to activate it.')
}

function printLink(
  { PUBLIC_URL, PORT }: Config,
  key: Buffer,
  link: Parameters<typeof linkPath>[1] & { name: string; expires_at: number },
) {
  console.log(`Link for "${link.name}", valid once until ${new Date(link.expires_at).toISOString()}:`)
  console.log(`${PUBLIC_URL ?? `http://localhost:${PORT}`}${linkPath(key, link)}`)
  if (PUBLIC_URL === undefined) console.log('Nobody else can open this address: PUBLIC_URL is the one that they use.')
}

/** For an invited person it is a new invitation. */
async function resetLink(db: Db, name: string, config: Config) {
  const bus = busOf(config)
  const key = await readSecret(db, 'password_links')
  const link = await transaction(db, async (tx) => {
    const found = await findUserByNameKey(tx, toNameKey(name))
    const user = found && (await lockUser(tx, found.id))
    if (!user) throw new OperatorError(`There is no account named "${name}".`)
    if (user.deactivated_at !== null)
      throw new OperatorError(`The account "${user.name}" is deactivated: an administrator has to activate it.`)
    const purpose = isInvited(user) ? 'invitation' : 'reset'
    const made = await makeLink(clock, tx, { user_id: user.id, purpose, created_by: null })
    await record(clock, tx, 'operator', 'password_link_created', { target: user.name })
    if (purpose === 'reset') await mailSecurityEvent({ ...clock, bus }, tx, user, 'link_handed_over')
    return { ...made, name: user.name }
  })
  printLink(config, key, link)
}

/**
 * For keys that somebody else may have read, in a backup for instance. What they signed is refused by a running server
 * too, as the sessions and links end; only links to unsubscribe are valid until it is restarted.
 */
async function renewKeys(db: Db) {
  const { unopened } = await transaction(db, async (tx) => {
    const sealed = await sealWithNewKey(tx, () => deleteSecrets(tx))
    await deleteAllSessions(tx)
    await deleteAllLinks(tx)
    await record(clock, tx, 'operator', 'keys_renewed')
    return sealed
  })
  console.log(`The keys are new. Restart the server now: until then it signs with the old ones.
Ended: all sessions (everybody signs in again), and with them the addresses of files; the links of invitations and for
another password (send them again); and, after the restart, the links to unsubscribe in mails already sent.
Second factors are sealed with a new key too, and stay: their codes are taken without a break.`)
  if (unopened > 0)
    console.log(`Secrets of authenticator apps that could not be opened, and so stay unusable: ${unopened}. Their people sign in with a
recovery code or a passkey and add the app again; for the others there is remove-factors.`)
}

/** For an administrator without another one, too: nobody is locked out. */
async function removeFactors(db: Db, name: string, config: Config) {
  const bus = busOf(config)
  const key = await readSecret(db, 'password_links')
  const { user, link } = await transaction(db, async (tx) => {
    const found = await findUserByNameKey(tx, toNameKey(name))
    const user = found && (await lockUser(tx, found.id))
    if (!user) throw new OperatorError(`There is no account named "${name}".`)
    if (user.second_factor_at === null) throw new OperatorError(`The account "${user.name}" has no second factor.`)
    const link = await takeFactorsOf({ ...clock, bus }, tx, 'operator', user)
    await bus.send(tx, { kind: 'account', id: user.id })
    return { user, link }
  })
  if (hasPassword(user)) console.log(`"${user.name}" signs in with the password alone again.`)
  else if (link) {
    console.log(`"${user.name}" has no password.`)
    printLink(config, key, { ...link, name: user.name })
  } else
    console.log(
      `"${user.name}" has no password, and the account is deactivated: once an administrator has activated it, reset-link makes a link to choose one.`,
    )
}

async function createAdmin(db: Db, name: string, email: string) {
  const password = generatePassword()
  const given = z.safeParse(NewUser, { name, email, password, must_choose_password: true, role: 'admin' })
  if (!given.success) throw new OperatorError(given.error.issues.map((issue) => issue.message).join('\n'))
  const row = await createUserRow(clock, given.data)
  try {
    await transaction(db, (tx) => storeByOperator(clock, tx, row))
  } catch (error) {
    if (isTaken(error, 'name_key'))
      throw new OperatorError(`There is an account named "${name}" already.`, { cause: error })
    if (isTaken(error, 'email_key'))
      throw new OperatorError(`There is an account with the e-mail ${email} already.`, { cause: error })
    throw error
  }
  console.log(`Administrator "${row.name}" made; password: ${password}`)
  console.log(replacedAtOnce)
}

async function sayClockIsRight(db: Db) {
  const now = clock.now()
  await confirmClock(db, now)
  console.log(`The clock says ${new Date(now).toISOString()}, and is trusted again.`)
}

async function checkArchive(db: Db, config: Config) {
  const { storage } = await openStorage(config)
  const { checked, missing, damaged, orphaned } = await checkFiles({ db, storage })
  for (const { id, name } of missing) console.log(`missing   ${id} ${JSON.stringify(name)}`)
  for (const { id, name, why } of damaged) console.log(`damaged   ${id} ${JSON.stringify(name)}: ${why}`)
  for (const { key, size } of orphaned) console.log(`orphaned  ${key} (${size} bytes)`)
  console.log(
    `${checked} files checked: ${missing.length} missing, ${damaged.length} damaged; ${orphaned.length} orphaned`,
  )
  if (missing.length + damaged.length + orphaned.length > 0) process.exitCode = 1
}

async function run([command, ...words]: string[], db: Db, config: Config) {
  if (command === 'reset-password' && words.length > 0) return resetPassword(db, words.join(' '), config)
  if (command === 'reset-link' && words.length > 0) return resetLink(db, words.join(' '), config)
  if (command === 'remove-factors' && words.length > 0) return removeFactors(db, words.join(' '), config)
  const [name, email] = words
  if (command === 'create-admin' && name && email && words.length === 2) return createAdmin(db, name, email)
  if (command === 'renew-keys' && words.length === 0) return renewKeys(db)
  if (command === 'clock' && words.join(' ') === 'confirm') return sayClockIsRight(db)
  if (command === 'files' && words.join(' ') === 'check') return checkArchive(db, config)
  if (command === 'search' && words.join(' ') === 'rebuild') return rebuildSearch(db, config)
  if (command === 'export' && name && words.length === 1) return exportSite(db, config, name)
  throw new OperatorError(usage)
}

try {
  loadEnvFile(isSetting)
  // only the operator's account may read what a command writes
  process.umask(0o077)
  const config = readConfig(process.env)
  const line = process.argv.slice(2)
  if (isBackupCommand(line)) await runBackupCommand(line, config)
  else if (isImportCommand(line)) await runImportCommand(line, config)
  else await withCommunity(locationOf(config), (db) => run(line, db, config))
} catch (error) {
  console.error(operatorMessage(error) ?? error)
  process.exitCode = 1
}
// the client of a bucket would keep the process alive for seconds
process.exit()
