// Audit events of the operator's commands: without an actor and without passwords.
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/db.ts'
import { communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { changeRows, insertRows } from '../../support/server/database/rows.ts'
import { locationOfThisTest, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { linksOf, tokenOf } from '../auth/links.ts'

const { start, stop } = serversOfThisFile()

test('create-admin, reset-password and reset-link are recorded, refused commands are not', async () => {
  const place = await locationOfThisTest()
  await stop(await start(place, { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' }))
  const said = []
  for (const words of [
    ['create-admin', 'Teón', 'teon@alejandria.example'],
    ['create-admin', 'teon', 'otro@alejandria.example'],
    ['reset-password', 'hipatia'],
    ['reset-password', 'Nadie'],
    ['reset-link', 'hipatia'],
    ['reset-link', 'Nadie'],
  ])
    said.push(await run('admin', words, place).ended)
  expect(said.map(({ code }) => code)).toEqual([0, 1, 0, 1, 0, 1])

  const { db, close } = await openDatabase(place, { alone: false })
  const events = await db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const mails = await db.selectFrom('deliveries').innerJoin('mails', 'mails.id', 'mail_id').select('subject').execute()
  await close()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Tu contraseña de Alejandría ha cambiado',
    'Un enlace para elegir otra contraseña en Alejandría',
  ])
  const byOperator = { actor_id: null, actor_name: null, address: null }
  expect(events).toMatchObject([
    { action: 'user_created', target: 'Hipatia', detail: null, ...byOperator },
    { action: 'user_created', target: 'Teón', detail: null, ...byOperator },
    { action: 'user_updated', target: 'Hipatia', detail: 'contraseña', ...byOperator },
    { action: 'password_link_created', target: 'Hipatia', detail: null, ...byOperator },
  ])
  expect(events).toHaveLength(4)
  expect(said[4]?.stdout).toMatch(/^http:\/\/\S+\/password\/[\w-]{43}\nNobody else can open this address/m)
  const passwords = said.flatMap(({ stdout }) => /assword[^:]*: (\S{16,})$/m.exec(stdout)?.[1] ?? [])
  expect(passwords).toHaveLength(2)
  for (const password of passwords) expect(JSON.stringify(events)).not.toContain(password)
})

test('remove-factors ends the second factors and the sessions of somebody who lost them, tells them, and is recorded', async () => {
  const place = await locationOfThisTest()
  await stop(await start(place, { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' }))
  const { db, close } = await openDatabase(place, { alone: false })
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await db.insertInto('totp_secrets').values({ user_id: id, secret: 'x', last_step: 0, created_at: 1 }).execute()
  await db.insertInto('recovery_codes').values({ user_id: id, code_hash: 'x', salt: 'x' }).execute()
  const passkey = { id, user_id: id, credential_id: 'x', public_key: 'x', counter: 0, transports: '', backed_up: 0 }
  await insertRows(db, 'passkeys', [{ ...passkey, name: 'Llave', created_at: 1 }])
  await db.updateTable('users').set({ second_factor_at: 1 }).execute()
  const times = { created_at: 1, last_seen_at: 1, expires_at: Date.now() + 60_000 }
  await insertRows(db, 'sessions', [{ id, token_hash: 'x', user_id: id, ...times }])

  const said = []
  for (const name of ['Nadie', 'hipatia', 'hipatia'])
    said.push(await run('admin', ['remove-factors', name], place).ended)
  expect(said.map(({ code }) => code)).toEqual([1, 0, 1])
  for (const table of ['totp_secrets', 'recovery_codes', 'passkeys', 'sessions'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await db.selectFrom('users').select('second_factor_at').execute()).toEqual([{ second_factor_at: null }])
  const mails = await db.selectFrom('deliveries').innerJoin('mails', 'mails.id', 'mail_id').select('kind').execute()
  expect(mails).toEqual([{ kind: 'security' }])
  const events = await db.selectFrom('audit_events').selectAll().where('action', '=', 'factors_taken').execute()
  expect(events).toMatchObject([{ target: 'Hipatia', actor_id: null, actor_name: null, address: null }])
  await close()
})

test('remove-factors prints a link for somebody who had only passkeys, which gives them a password', async () => {
  const place = await locationOfThisTest()
  const community = await communityOfThisTest({ location: place })
  const { id } = await community.hipatia.createsAccount('Safo')
  const onlyPasskeys = { password_hash: 'passkeys', second_factor_at: 1 }
  const makeSo = (more: object) => changeRows(community.db, 'users', { ...onlyPasskeys, ...more }, { id })
  await makeSo({ deactivated_at: 1 })
  const inactive = await run('admin', ['remove-factors', 'Safo'], place).ended
  expect(inactive.code).toBe(0)
  expect(inactive.stdout).not.toContain('/password/')
  expect(inactive.stdout).toContain('once an administrator has activated it, reset-link makes a link to choose one')

  await makeSo({ deactivated_at: null })
  const { code, stdout } = await run('admin', ['remove-factors', 'safo'], place).ended
  expect(code).toBe(0)
  expect(stdout).toContain('"Safo" has no password.')
  const printed = /^http:\/\/\S+\/password\/[\w-]{43}$/m.exec(stdout)?.[0] ?? ''
  // the commands know no other clock
  community.clock.now = Date.now()
  const { accept } = linksOf(community)
  expectDone(await accept('password-links', tokenOf(printed), 'un papiro nuevo'))
  expect((await community.tryToSignIn('Safo', 'un papiro nuevo')).status).toBe(200)
})
