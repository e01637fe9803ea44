// @databases both
// `npm run admin -- renew-keys`: what was signed with the keys before ends.
import { expect, test } from 'vitest'
import { type Answer, expectDone, passwordOf, personWith } from '../../support/server/community.ts'
import { insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { inDatabase, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { codeOf } from '../auth/factors/factors.ts'

const { open, start, stop } = serversOfThisFile()

test('new keys end sessions, addresses of files and links, at once and after a restart', async () => {
  const { place, server, hipatia } = await open()
  const password = passwordOf('Hipatia')
  const setup = expectDone(await hipatia.post<{ secret: string; token: string }>('/auth/totp/begin'))
  const first = { password, token: setup.token, code: codeOf(setup.secret, Date.now()) }
  expectDone(await hipatia.post('/auth/totp', first))
  const file = await hipatia.uploads({ name: 'carta.txt', bytes: 'Hola' })
  const { cloudinary_url } = expectDone(await hipatia.get<{ cloudinary_url: string }>(`/files/${file.id}`))
  const invited = { name: 'Safo', email: 'safo@alejandria.example' }
  const { path, user } = expectDone(
    await hipatia.post<{ path: string; user: { id: string } }>('/auth/invitations', invited),
  )
  const token = path.split('/').at(-1)
  const secrets = () => inDatabase(place, (db) => db.selectFrom('secrets').selectAll().orderBy('name').execute())
  const before = await secrets()
  const unreadable = { user_id: user.id, secret: 'x', last_step: 0, created_at: 1 }
  await inDatabase(place, (db) => insertRows(db, 'totp_secrets', [unreadable]))

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
  const { stdout, ...ended } = await run('admin', ['renew-keys'], place).ended
  expect(ended).toMatchObject({ code: 0 })
  expect(stdout).toContain('Restart the server now')
  expect(stdout).toContain('all sessions (everybody signs in again)')
  expect(stdout).toContain('Secrets of authenticator apps that could not be opened, and so stay unusable: 1.')
  expect(await statusesAt(server.origin)).toEqual([401, 403, 410])
  await stop(server)

  const again = await start(place)
  expect(await statusesAt(again.origin)).toEqual([401, 403, 410])
  const after = await secrets()
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(after.filter(({ value }, index) => value === before[index]?.value)).toEqual([])
  const events = await inDatabase(place, (db) => rowsOf(db, 'audit_events', { action: 'keys_renewed' }))
  expect(events).toMatchObject([{ actor_id: null, target: null, detail: null }])
  // the code of the next half minute, as the first one is used up
  const code = codeOf(setup.secret, Date.now() + 30_000)
  expectDone(await personWith(again.origin).post('/auth/login', { name: 'Hipatia', password, code }))
  await stop(again)
})
