// @databases both
// Behind nginx as configured in docs/operating.md: one process, and two on one PostgreSQL (DECISIONS §1, §2 "Chat").
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { expectDone, personWith } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import {
  exchangeMessages,
  readAllMessages,
  seqsOf,
  type Transport,
  waitOptions,
} from '../../support/server/processes/chat-page.ts'
import { communitiesBehindNginx } from '../../support/server/processes/nginx-proxy.ts'

// downloading nginx may take a while
const { open } = communitiesBehindNginx()

const kept: Record<number, ReturnType<typeof open>> = {}
/** Processes shared by tests that don't change them. */
const shared = (processes: number) => (kept[processes] ??= open(processes))

const ways: Transport[] = ['websocket', 'polling']

for (const way of ways)
  test(`Ana and Bruno of the same process get each other’s messages, Ana over ${way}`, async () => {
    const { ana, bruno } = await shared(1)
    const hers = await ana.opensPage({ transports: [way] })
    const his = await bruno.opensPage()
    expect(hers.socket.io.engine.transport.name).toBe(way)
    // a client with both transports begins by polling and upgrades
    await expect.poll(() => his.socket.io.engine.transport.name, waitOptions).toBe('websocket')
    await exchangeMessages(hers, his, 5)
    expect(seqsOf(hers)).toEqual(seqsOf(his))
    expect(new Set(hers.texts()).size).toBe(10)
  })

for (const way of ways)
  onPostgres(`over ${way}, messages sent to two processes reach Ana and Bruno once and in order`, async () => {
    const { ana, bruno } = await shared(2)
    const before = (await readAllMessages(ana)).length
    const hers = await ana.opensPage({ transports: [way] })
    const his = await bruno.opensPage({ transports: [way] })
    await exchangeMessages(hers, his, 25)
    expect(seqsOf(hers)).toEqual(Array.from({ length: 50 }, (_, index) => before + 1 + index))
    expect(hers.heard.messages).toEqual(his.heard.messages)
    expect(hers.texts()).toEqual((await readAllMessages(bruno)).slice(before))
  })

onPostgres('both processes show people of either as online or offline within seconds', async () => {
  const { ana, bruno } = await shared(2)
  const hers = await ana.opensPage()
  const withinSeconds = (names: string[]) => expect.poll(() => hers.heard.online, { timeout: 16_000 }).toEqual(names)
  await withinSeconds(['Ana'])
  const his = await bruno.opensPage()
  await withinSeconds(['Ana', 'Bruno'])
  await expect.poll(() => his.heard.online, waitOptions).toEqual(['Ana', 'Bruno'])
  his.close()
  await withinSeconds(['Ana'])
})

onPostgres(
  'when Hipatia deactivates Carmen in one process, her socket in the other is closed within seconds',
  async () => {
    const { hipatia, bruno, admit, last } = await shared(2)
    const carmen = await admit('Carmen', last)
    const hers = await carmen.opensPage()
    const his = await bruno.opensPage()
    expectDone(await hipatia.ask('PUT', `/auth/users/${carmen.id}`, { body: { is_active: false } }))
    await expect.poll(() => hers.socket.connected, { timeout: 16_000 }).toBe(false)
    await expect.poll(() => hers.heard.refusals, waitOptions).toContain('unauthorized')
    await expect.poll(() => his.heard.online, waitOptions).toEqual(['Bruno'])
    expect(his.socket.connected).toBe(true)
  },
)

onPostgres('an interrupted upload of Bruno is resumed in the process where it began', async () => {
  const { ana, bruno, last, proxy, place } = await shared(2)
  const bytes = randomBytes(30 * 2 ** 20)
  const protocol = { 'tus-resumable': '1.0.0' }
  const made = await bruno.ask('POST', '/files/uploads', {
    headers: { ...protocol, 'upload-length': `${bytes.length}`, 'upload-metadata': 'filename YS5iaW4=' },
  })
  const path = made.headers.get('location')?.replace('/api', '') ?? ''
  const patch = (offset: number) => ({
    ...protocol,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': `${offset}`,
  })
  const half = 15 * 2 ** 20
  const cutOff = request(`${proxy.origin}/api${path}`, {
    method: 'PATCH',
    headers: {
      ...patch(0),
      'x-test-address': bruno.from,
      authorization: `Bearer ${bruno.token}`,
      'content-length': bytes.length,
    },
  }).on('error', () => {})
  cutOff.write(bytes.subarray(0, half))
  // bytes reach the process while the rest is still being sent
  const incoming = join(place.dataDir, 'files/incoming', path.split('/').at(-1) ?? '')
  await expect.poll(() => statSync(incoming).size, waitOptions).toBe(half)
  cutOff.destroy()

  const looked = await bruno.ask('HEAD', path, { headers: protocol })
  expect(looked.headers.get('upload-offset')).toBe(`${half}`)
  const rest = await bruno.ask<ArchiveFile>('PATCH', path, { raw: bytes.subarray(half), headers: patch(half) })
  expect(rest.status).toBe(200)
  for (const answer of [made, looked, rest]) expect(answer.headers.get('x-test-upstream')).toMatch(`:${last.port}`)
  const { cloudinary_url } = expectDone(await ana.ask<ArchiveFile>('GET', `/files/${rest.body.id}`))
  const there = await personWith(proxy.origin).fetchesBytes(cloudinary_url, { headers: { 'x-test-address': ana.from } })
  expect(there.bytes.equals(bytes)).toBe(true)
})

onPostgres('pages of another site get no socket, by any transport', async () => {
  const { ana, proxy } = await shared(2)
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://otra.example' },
    { origin: proxy.origin, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of elsewhere)
    for (const way of ways) {
      const page = ana.tries({ transports: [way], headers })
      await expect.poll(() => page.heard.refusals.length, waitOptions).toBeGreaterThan(0)
      expect(page.socket.connected).toBe(false)
    }
})

onPostgres('the processes know each client’s address, and nobody can claim another', async () => {
  const { ana, first } = await shared(2)
  await ana.ask('GET', '/posts', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  await expect.poll(first.stdout, waitOptions).toMatch(new RegExp(`"route":"/api/posts".*"address":"${ana.from}"`))
  expect(first.stdout()).not.toContain('203.0.113.7')
})

onPostgres('broken requests of a visitor move nobody to another process', async () => {
  const { ana, bruno, first, last, proxy } = await shared(2)
  const headers = { 'x-test-address': bruno.from }
  const upgrade = { ...headers, connection: 'upgrade', upgrade: 'websocket' }
  const requests = [
    { method: 'POST', path: '/api/files/upload', headers, body: Buffer.alloc(5 * 2 ** 20) },
    { method: 'GET', path: '/', headers: upgrade },
    { method: 'GET', path: '/socket.io/?EIO=4&transport=websocket', headers: upgrade },
  ]
  for (const { path, body, ...options } of requests) {
    const asked = request(`${proxy.origin}${path}`, { ...options, agent: false }).end(body)
    await once(asked, 'response')
    asked.destroy()
  }
  expect([await proxy.processOf(ana.from), await proxy.processOf(bruno.from)]).toEqual([first.port, last.port])
})
