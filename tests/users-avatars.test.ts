// Avatars (DECISIONS §2, "Users"): addresses, which nobody loads, and pictures of the archive.
import { afterAll, expect, test } from 'vitest'
import type { User } from '../contract/users.ts'
import { done, foundCommunity } from './support/community.ts'
import { fixture } from './support/fixtures.ts'
import { expectRefusal } from './support/refusal.ts'
import { storageOfThisRun } from './support/storage-of-run.ts'

const community = await foundCommunity({ storage: await storageOfThisRun(), maxUpload: 8 * 2 ** 20 })
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const change = (id: string, changes: object) => hipatia.put<User>(`/auth/users/${id}`, changes)
const asSeenByHipatia = async (id: string) =>
  done(await hipatia.get<User[]>('/auth/users')).find((user) => user.id === id) as User

test('a picture of the archive is shown to each session by an address of its own', async () => {
  const { id } = await ana.uploads(fixture('foto.jpg'))
  const avatar = `file:${id}`
  const changed = done(await change(ana.id, { avatar }))
  expect(changed.avatar).toBe(avatar)
  const own = done(await ana.get<User>('/auth/me'))
  const { user: justSignedIn } = done(await community.tryToSignIn('Ana'))
  const listed = await asSeenByHipatia(ana.id)
  const addresses = [changed, listed, own, justSignedIn].map(({ avatar_url }) => avatar_url)
  for (const address of addresses) {
    const { status, headers } = await ana.opensAddress(address)
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/webp' })
  }
  expect(changed.avatar_url).toBe(listed.avatar_url)
  expect(new Set(addresses).size).toBe(3)

  done(await ana.post('/auth/logout'))
  expect((await ana.opensAddress(own.avatar_url)).status).toBe(403)
  expect((await ana.opensAddress(listed.avatar_url)).status).toBe(200)
})

test('somebody new may have one, too', async () => {
  const { id } = await hipatia.uploads(fixture('foto.webp'))
  const made = await hipatia.admits('Bruno', { avatar: `file:${id}` })
  expect(made).toMatchObject({ avatar: `file:${id}`, avatar_url: expect.stringContaining(id) })
})

test('a foreign address is kept and nobody loads it', async () => {
  const { id } = await hipatia.admits('Carmen', { avatar: 'https://example.org/carmen.png' })
  expect(await asSeenByHipatia(id)).toMatchObject({ avatar: 'https://example.org/carmen.png', avatar_url: null })
  expect(await asSeenByHipatia(hipatia.id)).toMatchObject({ avatar: null, avatar_url: null })
})

test('what is no picture of the archive is refused', async () => {
  const text = await hipatia.uploads({ name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' })
  const drawing = await hipatia.uploads({
    ...{ name: 'dibujo.svg', type: 'image/svg+xml' },
    bytes: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  })
  const link = await hipatia.links('https://example.org/foto.jpg')
  const { id } = await hipatia.uploads(fixture('foto.jpg'))
  const dora = await hipatia.admits('Dora')
  const before = await community.everything()
  for (const avatar of [
    ...[`file:${text.id}`, `file:${drawing.id}`, `file:${link.id}`, `file:${'0'.repeat(32)}`, `file:${dora.id}`],
    ...[
      `FILE:${id}`,
      `file:${id.slice(1)}`,
      `file:${id}0`,
      `file:${id.toUpperCase()}`,
      `file://${id}`,
      `file:../${id}`,
    ],
    ...[id, `file:${id}?x`, `file:${id} file:${id}`],
  ]) {
    expectRefusal(await change(dora.id, { avatar, phone: '600' }), 422, { field: 'avatar' })
    const unmade = { name: 'Nadie', email: 'nadie@alejandria.example', password: 'secreto', avatar }
    expectRefusal(await hipatia.post('/auth/users', unmade), 422, { field: 'avatar' })
  }
  expect(await community.everything()).toEqual(before)
})

test('one whose file is gone is no picture any more, and keeps nobody from other changes', async () => {
  const { id } = await hipatia.uploads(fixture('foto.jpg'))
  const avatar = `file:${id}`
  const elena = await hipatia.admits('Elena', { avatar })
  expect((await hipatia.delete(`/files/${id}`)).status).toBe(204)
  expect(await asSeenByHipatia(elena.id)).toMatchObject({ avatar, avatar_url: null })
  expect(done(await change(elena.id, { avatar, phone: '600' }))).toMatchObject({ avatar, phone: '600' })
  const fermin = await hipatia.admits('Fermín')
  expectRefusal(await change(fermin.id, { avatar }), 422, { field: 'avatar' })
  expect(done(await change(elena.id, { avatar: null }))).toMatchObject({ avatar: null, avatar_url: null })
})
