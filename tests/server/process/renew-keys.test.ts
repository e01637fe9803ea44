// @databases both
// `npm run admin -- renew-keys`: what was signed with the keys before ends.
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/db.ts'
import { type Answer, expectDone, personWith } from '../../support/server/community.ts'
import { locationOfThisTest, login, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { codeOf } from '../auth/factors/factors.ts'

const { start, stop } = serversOfThisFile()

test('new keys end sessions, addresses of files and links, at once and after a restart', async () => {
  const place = await locationOfThisTest()
  const given = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' }
  const server = await start(place, given)
  const signIn = async (origin: string) =>
    personWith(origin, expectDone(await login(origin, 'Hipatia', 'la de siempre')).access_token)
  const hipatia = await signIn(server.origin)
  const setup = expectDone(await hipatia.post<{ secret: string; token: string }>('/auth/totp/begin'))
  const first = { password: 'la de siempre', token: setup.token, code: codeOf(setup.secret, Date.now()) }
  expectDone(await hipatia.post('/auth/totp', first))
  const file = await hipatia.uploads({ name: 'carta.txt', bytes: 'Hola' })
  const { cloudinary_url } = expectDone(await hipatia.get<{ cloudinary_url: string }>(`/files/${file.id}`))
  const invited = { name: 'Safo', email: 'safo@alejandria.example' }
  const { path, user } = expectDone(
    await hipatia.post<{ path: string; user: { id: string } }>('/auth/invitations', invited),
  )
  const token = path.split('/').at(-1)
  const before = await secretsOf()
  await addUnreadableSecret(user.id)

  async function addUnreadableSecret(user_id: string) {
    const { db, close } = await openDatabase(place, { alone: false })
    await db.insertInto('totp_secrets').values({ user_id, secret: 'x', last_step: 0, created_at: 1 }).execute()
    await close()
  }
  async function secretsOf() {
    const { db, close } = await openDatabase(place, { alone: false })
    const rows = await db.selectFrom('secrets').selectAll().orderBy('name').execute()
    const events = await db.selectFrom('audit_events').where('action', '=', 'keys_renewed').selectAll().execute()
    await close()
    return { rows, events }
  }
  const statusesAt = async (origin: string) => {
    const person = personWith(origin, hipatia.token)
    const answers: { status: number }[] = [
      await person.get('/auth/me'),
      await person.fetchesBytes(cloudinary_url),
      (await person.post('/auth/invitations/read', { token })) as Answer<unknown>,
    ]
    return answers.map(({ status }) => status)
  }
  expect(await statusesAt(server.origin)).toEqual([200, 200, 200])
  const { code, stdout } = await run('admin', ['renew-keys'], place).ended
  expect(code).toBe(0)
  expect(stdout).toContain('Restart the server now')
  expect(stdout).toContain('all sessions (everybody signs in again)')
  expect(stdout).toContain('Secrets of authenticator apps that could not be opened, and so stay unusable: 1.')
  expect(await statusesAt(server.origin)).toEqual([401, 403, 410])
  await stop(server)

  const again = await start(place, given)
  expect(await statusesAt(again.origin)).toEqual([401, 403, 410])
  const after = await secretsOf()
  expect(after.rows.map(({ name }) => name)).toEqual(before.rows.map(({ name }) => name))
  expect(after.rows.filter(({ value }, index) => value === before.rows[index]?.value)).toEqual([])
  expect(after.events).toMatchObject([{ actor_id: null, target: null, detail: null }])
  // the code of the next half minute, as the first one is used up
  const next = codeOf(setup.secret, Date.now() + 30_000)
  const credentials = { name: 'Hipatia', password: 'la de siempre', code: next }
  expectDone(await personWith(again.origin, '').post('/auth/login', credentials))
  await stop(again)
})
