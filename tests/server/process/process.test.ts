// The programs as real processes (DECISIONS §1): the first admin, bad settings, stopping, killing, the operator's
// commands.
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { expectDone, personWith } from '../../support/server/community.ts'
import { changeRows, insertRows, rowsOf } from '../../support/server/database/rows.ts'
import {
  inDatabase,
  locationOfThisTest,
  login,
  run,
  serversOfThisFile,
  usersIn,
} from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { start, stop } = serversOfThisFile()

describe('the first admin', () => {
  test('without ADMIN_PASSWORD gets a generated password, printed once', async () => {
    const place = await locationOfThisTest()
    const server = await start(place)
    const [, name = '', password = ''] = await server.waitForOutput(/First admin: name "(.+)", password "(.+?)"/)
    expect(name).toBe('admin')
    // 128 bits
    expect(password.length).toBeGreaterThanOrEqual(22)
    const { access_token } = expectDone(await login(server.origin, name, password))
    const admin = { name: 'admin', email: 'admin@localhost', role: 'admin', is_active: true }
    expect(expectDone(await personWith(server.origin, access_token).get('/auth/me'))).toMatchObject(admin)
    await stop(server)
    expect(server.stdout().split(password)).toHaveLength(2)

    const again = await start(place)
    expect((await login(again.origin, name, password)).status).toBe(200)
    await stop(again)
    for (const words of ['First admin', password]) expect(again.stdout()).not.toContain(words)
    expect(await usersIn(place)).toHaveLength(1)
  })

  test('has the name of the environment before that of .env, and its password, which is not printed', async () => {
    const place = await locationOfThisTest()
    // an editor's byte order mark, a secret in quotes, a setting that is none, and a colour of another program
    const password = '\ufeffADMIN_PASSWORD="la de#siempre" # en casa'
    const lines = [password, 'ADMIN_NAME=Desde el archivo', 'PUBLIC_URI=x', 'COMPOSE_COLOR=azul#fff']
    writeFileSync(join(place.dataDir, '.env'), lines.join('\n'))
    const given = { ADMIN_NAME: 'Hipatia', ADMIN_EMAIL: 'hipatia@alejandria.example' }
    const dataDir = join(place.dataDir, 'deep', 'er')
    const server = await start(place, { ...given, DATA_DIR: dataDir })
    expect((await login(server.origin, 'hipatia', 'la de#siempre')).status).toBe(200)
    await stop(server)
    const { stdout, stderr } = await server.ended
    expect(stderr).toBe('.env has names that are no settings of Alejandría: PUBLIC_URI\n')
    expect(stdout).not.toMatch(/la de|First admin/)
    // other users of the machine can’t read the data folder
    expect(statSync(dataDir).mode & 0o077).toBe(0)

    // settings of another admin have no effect any more
    const again = await start({ ...place, dataDir }, { ADMIN_NAME: 'Otra', ADMIN_PASSWORD: 'otra clave' })
    expectRefusal(await login(again.origin, 'Otra', 'otra clave'), 401)
    expect((await login(again.origin, 'Hipatia', 'la de#siempre')).status).toBe(200)
    await stop(again)
    expect(await usersIn({ ...place, dataDir })).toEqual([
      { name: 'Hipatia', email: 'hipatia@alejandria.example', role: 'admin' },
    ])
  })

  test('isn’t lost when the first start fails because the port is taken', async () => {
    const place = await locationOfThisTest()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const failed = run('main', [], place, { PORT: `${(other.address() as AddressInfo).port}` })
    const { stdout, ...ended } = await failed.ended
    const stderr = /^PORT \d+ on HOST 127\.0\.0\.1 can't be listened on \(EADDRINUSE\)\n$/
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) })
    expect(stdout).not.toContain('"level":50')
    const server = await start(place)
    const password = /password "(.+?)"/.exec(stdout + server.stdout())?.[1] ?? ''
    expect((await login(server.origin, 'admin', password)).status).toBe(200)
    await stop(server)
  })
})

test('wrong settings end the start with a line for each, and nothing is created', async () => {
  const place = await locationOfThisTest()
  const wrong = { PORT: 'ochenta', LOG_LEVEL: 'loud', ADMIN_PASSWORD: 'corta', SESSION_DAYS: '0' }
  const { stderr, ...ended } = await run('main', [], place, wrong).ended
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  const lines = stderr.trimEnd().split('\n')
  expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted())
  for (const line of lines) expect(line).toMatch(/^\w+ is .+; it takes .+$/)
  expect(stderr).not.toContain('corta')
  expect(readdirSync(place.dataDir)).toEqual([])

  writeFileSync(
    join(place.dataDir, '.env'),
    'PORT=0 # cualquiera\nSMTP_URL= # sin correo\nADMIN_PASSWORD=clave-larga#2026\nBACKUP_PASSPHRASE=#seis palabras\n',
  )
  for (const [program, args] of [
    ['main', []],
    ['admin', ['reset-password', 'Ana']],
  ] as const) {
    const reason = ' in .env has a # without a blank before it; it takes quotes around the value\n'
    const said = `ADMIN_PASSWORD${reason}BACKUP_PASSPHRASE${reason}`
    expect(await run(program, [...args], place).ended).toMatchObject({ code: 1, stdout: '', stderr: said })
  }
})

test('failed sign-ins that count no more are deleted, those that count survive a restart', async () => {
  const place = await locationOfThisTest()
  const server = await start(place, { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' })
  await Promise.all(Array.from({ length: 11 }, () => login(server.origin, 'Hipatia', 'mal')))
  await stop(server)
  const expired = { key: '192.0.2.1', failures: 50, window_ends_at: Date.now() - 1 }
  await inDatabase(place, (db) => insertRows(db, 'login_failures', [expired]))

  const again = await start(place)
  expectRefusal(await login(again.origin, 'Hipatia', 'la de siempre'), 429)
  const left = await inDatabase(place, (db) => rowsOf(db, 'login_failures'))
  const keys = left.map(({ key }) => key).toSorted()
  expect(keys).toEqual(['127.0.0.1', '127.0.0.1 hipatia', expect.stringMatching(/^account /)])
  await stop(again)
})

/** Signs in with a password of the operator's commands, which only lets its person choose another one. */
async function chooseAtFirstSignIn(origin: string, name: string, password: string) {
  const refused = await login(origin, name, password)
  expect(refused).toMatchObject({ status: 403, body: { code: 'must_choose_password' } })
  expect(refused.text).not.toContain('access_token')
  const { path = '' } = refused.body as { path?: string }
  const token = path.replace('/password/', '')
  const chosen = { token, password: 'un papiro nuevo' }
  const done = await personWith(origin).post<{ access_token: string }>('/auth/password-links/accept', chosen)
  return personWith(origin, expectDone(done).access_token)
}

test('the commands reset-password, create-admin and search rebuild work while the server runs; wrong input changes nothing', async () => {
  const place = await locationOfThisTest()
  const server = await start(place, { ADMIN_NAME: 'Hipatia de Alejandría', ADMIN_PASSWORD: 'la de siempre' })
  const signIn = (password: string) => login(server.origin, 'hipatia de alejandria', password)
  const { access_token } = expectDone(await signIn('la de siempre'))
  // after too many guesses a reset lets the person sign in again
  const guesses = Array.from({ length: 11 }, () => signIn('mal'))
  expect((await Promise.all(guesses)).some(({ status }) => status === 429)).toBe(true)

  const { code, stdout } = await run('admin', ['reset-password', 'hipatia', 'de', 'alejandria'], place).ended
  expect(code).toBe(0)
  const password = /^New password of "Hipatia de Alejandría": (\S{16,})$/m.exec(stdout)?.[1] ?? ''
  expectRefusal(await personWith(server.origin, access_token).get('/auth/me'), 401)
  // a refusal is remembered for a quarter of a second
  await expect.poll(async () => (await signIn('la de siempre')).status).toBe(401)
  const hipatia = await chooseAtFirstSignIn(server.origin, 'Hipatia de Alejandría', password)
  expect((await hipatia.get('/auth/me')).status).toBe(200)
  expect((await signIn('un papiro nuevo')).status).toBe(200)
  expectRefusal(await signIn(password), 401)

  const created = await run('admin', ['create-admin', 'Teón', 'teon@alejandria.example'], place).ended
  expect(created).toMatchObject({ code: 0 })
  const teons = /password: (\S{16,})$/m.exec(created.stdout)?.[1] ?? ''
  const teon = await chooseAtFirstSignIn(server.origin, 'teon', teons)
  expect((await teon.get('/auth/users')).status).toBe(200)
  expectRefusal(await login(server.origin, 'teon', teons), 401)

  await hipatia.writes({ title: 'El faro', content: 'Se ve un basilisco desde la isla.' })
  const file = await hipatia.uploads({ name: 'bestiario.txt', bytes: 'El basilisco vive en el desierto.' })
  const found = async () =>
    expectDone(await hipatia.get<{ title: string }[]>('/search?q=basilisco')).map(({ title }) => title)
  // the server reads the file by itself
  const state = async () => expectDone(await hipatia.get<ArchiveFile>(`/files/${file.id}`)).text_state
  await expect.poll(state, { timeout: 60_000, interval: 250 }).toBe('text')
  expect(await found()).toEqual(['bestiario.txt', 'El faro'])
  await inDatabase(place, async (db) => {
    await db.deleteFrom('documents').execute()
    await changeRows(db, 'file_texts', { tokens: '', content: '' })
  })
  expect(await found()).toEqual([])
  const rebuilt = await run('admin', ['search', 'rebuild'], place).ended
  expect(rebuilt).toMatchObject({ code: 0, stdout: expect.stringContaining('Files with text: 1.') })
  expect(await found()).toEqual(['bestiario.txt', 'El faro'])
  await stop(server)

  const before = await usersIn(place)
  expect(before).toHaveLength(2)
  for (const [words, why] of [
    [['create-admin', 'TEÓN', 'otro@alejandria.example'], /te/i],
    [['create-admin', 'Otro', 'TEON@alejandria.example'], /e-mail/i],
    [['create-admin', 'Otro', 'no es un correo'], /correo/],
    [['create-admin', ' ', 'otro@alejandria.example'], /nombre/],
    [['reset-password', 'Nadie'], /Nadie/],
    ...[[], ['reset-password'], ['drop'], ['create-admin', 'Sola']].map((words) => [words, /Usage/] as const),
  ] as const) {
    const refused = await run('admin', [...words], place).ended
    expect({ words, ...refused }).toMatchObject({ words, code: 1, stdout: '', stderr: expect.stringMatching(why) })
    expect(refused.stderr).not.toMatch(/\bat .*\.ts/)
  }
  expect(await usersIn(place)).toEqual(before)
})
