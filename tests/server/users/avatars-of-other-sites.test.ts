// Avatars at addresses of other sites: fetched once by the server, shown from here (DECISIONS §2, "Avatars").
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { checkFiles } from '../../../server/files/check-archive.ts'
import { openOutbound } from '../../../server/outbound/fetch.ts'
import { fixture } from '../../support/fixtures.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { until } from '../../support/server/sockets/sockets.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

/** Requests to a site on loopback, in place of a public one. */
const requested: string[] = []
const photo = fixture('foto.jpg')
const sendPhoto = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo.bytes)
let answerSlow = () => {}
const site = createServer((request, response) => {
  requested.push(request.url ?? '')
  if (request.url === '/foto-lenta')
    answerSlow = () => {
      sendPhoto(response)
    }
  else if (request.url?.startsWith('/foto')) sendPhoto(response)
  else if (request.url === '/pagina') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hola')
  else if (request.url === '/mentira') response.writeHead(200, { 'content-type': 'image/png' }).end('no es un PNG')
  else if (request.url === '/enorme')
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(8 * 2 ** 20 + 1))
  else response.writeHead(404).end()
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const { port } = site.address() as AddressInfo
const address = (path: string) => `http://fotos.example:${port}${path}`

const community = await startCommunity({
  storage: await storageOfThisRun(),
  outbound: openOutbound({
    lookup: async () => ['127.0.0.1'],
    isPublic: (ip) => ip === '127.0.0.1',
    ports: [port],
  }),
})
afterAll(async () => {
  await community.close()
  site.closeAllConnections()
  site.close()
})
beforeEach(() => {
  requested.length = 0
})
const { hipatia } = community
const change = (id: string, changes: object) => hipatia.put<User>(`/auth/users/${id}`, changes)
/** The account once the copy is stored, which on a busy machine is after the answer. */
const withCopy = ({ id, name }: Pick<User, 'id' | 'name'>) =>
  until(async () => {
    const [user] = expectDone(await hipatia.get<User[]>(`/auth/users?q=${name}`)).filter((found) => found.id === id)
    expect(user?.avatar_url).toMatch(/avatars/)
    return user as User
  })
const orphans = async () => (await checkFiles(community.services)).orphaned

test('the image at the address is fetched once, and each session sees a small copy at a URL of its own', async () => {
  const avatar = address('/foto.jpg')
  const seen = await withCopy(await hipatia.createsAccount('Ana', { avatar }))
  const ana = await community.signIn('Ana')
  const own = expectDone(await ana.get<User>('/auth/me'))
  expect(own.avatar).toBe(avatar)
  expect(seen.avatar_url).not.toBe(own.avatar_url)
  for (const url of [own.avatar_url, seen.avatar_url]) {
    const { status, headers, bytes } = await ana.fetchesBytes(url)
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/webp' })
    const { width, height } = await sharp(bytes).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(256)
  }
  expect(requested).toEqual(['/foto.jpg'])

  expectDone(await change(ana.id, { phone: '600 000 000' }))
  expectDone(await change(ana.id, { avatar }))
  expect(requested).toEqual(['/foto.jpg'])

  expectDone(await ana.post('/auth/logout'))
  expect((await ana.fetchesBytes(own.avatar_url)).status).toBe(403)
  expect((await ana.fetchesBytes(seen.avatar_url)).status).toBe(200)
  expect(await orphans()).toEqual([])
})

test('an address without an image is stored, and the drawn avatar stays', async () => {
  for (const path of ['/nada', '/pagina', '/mentira', '/enorme']) {
    const avatar = address(path)
    const bruno = await hipatia.createsAccount(`Bruno ${path.slice(1)}`, { avatar })
    expect(bruno).toMatchObject({ avatar, avatar_url: null })
  }
  await expect.poll(() => requested).toEqual(['/nada', '/pagina', '/mentira', '/enorme'])
  expect(await orphans()).toEqual([])
})

test('a slow site delays an account by two seconds at most, and its image is stored later', async () => {
  const elena = await hipatia.createsAccount('Elena', { avatar: address('/foto-lenta') })
  expect(elena.avatar_url).toBeNull()
  await until(() => expect(requested).toEqual(['/foto-lenta']))
  answerSlow()
  expect((await hipatia.fetchesBytes((await withCopy(elena)).avatar_url)).status).toBe(200)
})

test('a copy is deleted with its avatar: when it is replaced, when it is removed, and with the account', async () => {
  const carmen = await withCopy(await hipatia.createsAccount('Carmen', { avatar: address('/foto-1') }))
  const second = await withCopy(expectDone(await change(carmen.id, { avatar: address('/foto-2') })))
  expect(second.avatar_url).not.toBe(carmen.avatar_url)
  expect((await hipatia.fetchesBytes(carmen.avatar_url)).status).toBe(404)
  expect(expectDone(await change(carmen.id, { avatar: null }))).toMatchObject({ avatar: null, avatar_url: null })
  expect((await hipatia.fetchesBytes(second.avatar_url)).status).toBe(404)
  const third = await withCopy(expectDone(await change(carmen.id, { avatar: address('/foto-3') })))
  expect((await hipatia.fetchesBytes(third.avatar_url)).status).toBe(200)
  expect((await hipatia.delete(`/auth/users/${carmen.id}`)).status).toBe(204)
  expect((await hipatia.fetchesBytes(third.avatar_url)).status).toBe(404)
  expect(await orphans(), 'each copy is deleted, or waits for the sweep').toEqual([])
})

test('a forged or foreign signature opens no avatar', async () => {
  const dora = await withCopy(await hipatia.createsAccount('Dora', { avatar: address('/foto') }))
  const url = dora.avatar_url as string
  const other = await hipatia.uploads(fixture('foto.jpg'))
  const thumb = other.thumb_url as string
  for (const forged of [
    url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'),
    url.replace('.', '.9'),
    url.replace(/avatars\/[0-9a-f]{32}/, `avatars/${other.id}`),
    url.replace(/[^/]+$/, thumb.split('/').at(-1) ?? ''),
  ])
    expect((await hipatia.fetchesBytes(forged)).status).toBe(403)
})
