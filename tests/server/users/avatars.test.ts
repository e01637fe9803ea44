// Avatars that are images of the archive (DECISIONS §2, "Users").
import { expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 8 * 2 ** 20 })
const { hipatia } = community
const ana = await community.signIn('Ana')
const change = (id: string, changes: object) => hipatia.put<User>(`/auth/users/${id}`, changes)
const asSeenByHipatia = async (id: string) =>
  expectDone(await hipatia.get<User[]>('/auth/users')).find((user) => user.id === id) as User

test('an avatar from the archive has a signed URL for each session', async () => {
  const { id } = await ana.uploads(fixture('foto.jpg'))
  const avatar = `file:${id}`
  const changed = expectDone(await change(ana.id, { avatar }))
  expect(changed.avatar).toBe(avatar)
  const own = expectDone(await ana.get<User>('/auth/me'))
  const { user: justSignedIn } = expectDone(await community.tryToSignIn('Ana'))
  const listed = await asSeenByHipatia(ana.id)
  const addresses = [changed, listed, own, justSignedIn].map(({ avatar_url }) => avatar_url)
  // 503 until the smaller version is made, which takes long on a busy machine
  for (const address of addresses)
    await expect
      .poll(async () => {
        const { status, headers } = await ana.fetchesBytes(address)
        return { status, type: headers.get('content-type') }
      })
      .toEqual({ status: 200, type: 'image/webp' })
  expect(changed.avatar_url).toBe(listed.avatar_url)
  expect(new Set(addresses).size).toBe(3)

  expectDone(await ana.post('/auth/logout'))
  expect((await ana.fetchesBytes(own.avatar_url)).status).toBe(403)
  expect((await ana.fetchesBytes(listed.avatar_url)).status).toBe(200)
})

test('an avatar that is not a picture of the archive is refused', async () => {
  const text = await hipatia.uploads({ name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' })
  const bytes = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const drawing = await hipatia.uploads({ name: 'dibujo.svg', type: 'image/svg+xml', bytes })
  const link = await hipatia.links('https://example.org/foto.jpg')
  const { id, screen_url } = await hipatia.uploads(fixture('foto.jpg'))
  const dora = await hipatia.createsAccount('Dora')
  // its smaller versions are stored after the answer, each with a row of `pending_blobs` for a moment
  await expect.poll(async () => (await hipatia.fetchesBytes(screen_url)).status).toBe(200)
  await expect.poll(async () => (await community.readAllTables()).pending_blobs).toEqual([])
  const writes = community.watchWrites()
  for (const avatar of [
    ...[`file:${text.id}`, `file:${drawing.id}`, `file:${link.id}`, `file:${'0'.repeat(32)}`, `file:${dora.id}`],
    ...[`FILE:${id}`, `file:${id.slice(1)}`, `file:${id}0`, `file:${id.toUpperCase()}`, `file://${id}`],
    ...[`file:../${id}`, id, `file:${id}?x`, `file:${id} file:${id}`],
  ]) {
    expectRefusal(await change(dora.id, { avatar, phone: '600' }), 422, { field: 'avatar' })
    const unmade = { name: 'Nadie', email: 'nadie@alejandria.example', password: 'secreto', avatar }
    expectRefusal(await hipatia.post('/auth/users', unmade), 422, { field: 'avatar' })
  }
  expect(writes()).toEqual([])
})

test('members change their own picture to one of the archive and back to the seal, and nobody else’s', async () => {
  const gema = await community.signIn('Gema')
  const { id } = await gema.uploads(fixture('foto.jpg'))
  const choose = (avatar: unknown) => gema.put<User>('/account/avatar', { avatar })
  const chosen = expectDone(await choose(`file:${id}`))
  expect(chosen).toMatchObject({ id: gema.id, avatar: `file:${id}`, avatar_url: expect.stringContaining(id) })
  expect((await asSeenByHipatia(gema.id)).avatar).toBe(`file:${id}`)
  const text = await gema.uploads({ name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' })
  // another site is asked for administrators only
  for (const avatar of [`file:${text.id}`, `file:${'0'.repeat(32)}`, 'https://museo.example/faro.jpg', 7, undefined])
    expectRefusal(await choose(avatar), 422, { field: 'avatar' })
  expectRefusal(await gema.put(`/auth/users/${gema.id}`, { avatar: null }), 403)
  const back = expectDone(await gema.put<User>('/account/avatar', { avatar: null, id: ana.id }))
  expect(back).toMatchObject({ id: gema.id, avatar: null, avatar_url: null })
})

test('a new account may have an avatar; once its file was deleted it has no URL, and other changes of the account still work', async () => {
  const { id } = await hipatia.uploads(fixture('foto.webp'))
  const avatar = `file:${id}`
  const elena = await hipatia.createsAccount('Elena', { avatar })
  expect(elena).toMatchObject({ avatar, avatar_url: expect.stringContaining(id) })
  expect((await hipatia.delete(`/files/${id}`)).status).toBe(204)
  expect(await asSeenByHipatia(elena.id)).toMatchObject({ avatar, avatar_url: null })
  expect(expectDone(await change(elena.id, { avatar, phone: '600' }))).toMatchObject({ avatar, phone: '600' })
  const fermin = await hipatia.createsAccount('Fermín')
  expectRefusal(await change(fermin.id, { avatar }), 422, { field: 'avatar' })
  expect(expectDone(await change(elena.id, { avatar: null }))).toMatchObject({ avatar: null, avatar_url: null })
})
