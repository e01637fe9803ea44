// Behind nginx with the lines of docs/operating.md: one process, and two on one PostgreSQL (DECISIONS §1, §2 "Chat").
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ArchiveFile } from '../contract/files.ts'
import type { Post } from '../contract/posts.ts'
import { communitiesBehindNginx } from './support/behind-nginx.ts'
import { conversationOf, numbersOf, soon, type Transport, talk } from './support/chat-page.ts'
import { done, someone } from './support/community.ts'
import { onPostgres } from './support/on-database.ts'

// fetching nginx may take a while
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const { open } = communitiesBehindNginx()

const kept = new Map<number, ReturnType<typeof open>>()
/** The processes that tests share who leave them as they are. */
function shared(processes: number) {
  const opened = kept.get(processes) ?? open(processes)
  kept.set(processes, opened)
  return opened
}

const ways: Transport[] = ['websocket', 'polling']

for (const way of ways)
  test(`through one process Ana and Bruno hear each other, Ana over ${way}`, async () => {
    const { ana, bruno } = await shared(1)
    const hers = await ana.opens({ transports: [way] })
    const his = await bruno.opens()
    expect(hers.socket.io.engine.transport.name).toBe(way)
    // who may have both begins by polling and goes over
    await expect.poll(() => his.socket.io.engine.transport.name, soon).toBe('websocket')
    await talk(hers, his, 5)
    expect(numbersOf(hers)).toEqual(numbersOf(his))
    expect(new Set(hers.words()).size).toBe(10)
  })

for (const way of ways)
  onPostgres(`over ${way}, what is said in two processes reaches Ana and Bruno once and in order`, async () => {
    const { ana, bruno } = await shared(2)
    const before = (await conversationOf(ana)).length
    const hers = await ana.opens({ transports: [way] })
    const his = await bruno.opens({ transports: [way] })
    await talk(hers, his, 25)
    expect(numbersOf(hers)).toEqual(Array.from({ length: 50 }, (_, index) => before + 1 + index))
    expect(hers.heard.messages).toEqual(his.heard.messages)
    expect(hers.words()).toEqual((await conversationOf(bruno)).slice(before))
  })

onPostgres('who comes and goes in one process is seen in both within two seconds', async () => {
  const { ana, bruno } = await shared(2)
  const hers = await ana.opens()
  const withinTwoSeconds = (names: string[]) => expect.poll(() => hers.heard.online, { timeout: 2000 }).toEqual(names)
  await withinTwoSeconds(['Ana'])
  const his = await bruno.opens()
  await withinTwoSeconds(['Ana', 'Bruno'])
  await expect.poll(() => his.heard.online, soon).toEqual(['Ana', 'Bruno'])
  his.leaves()
  await withinTwoSeconds(['Ana'])
})

onPostgres(
  'when Hipatia deactivates Carmen in one process, her socket in the other is cut within a second',
  async () => {
    const { hipatia, bruno, admit, last } = await shared(2)
    const carmen = await admit('Carmen', last)
    const hers = await carmen.opens()
    const his = await bruno.opens()
    done(await hipatia.ask('PUT', `/auth/users/${carmen.id}`, { body: { is_active: false } }))
    await expect.poll(() => hers.socket.connected, { timeout: 1000 }).toBe(false)
    await expect.poll(() => hers.heard.refusals, soon).toContain('unauthorized')
    await expect.poll(() => his.heard.online, soon).toEqual(['Bruno'])
    expect(his.socket.connected).toBe(true)
  },
)

onPostgres('that Ana is writing is seen by Bruno in the other process, and not by herself', async () => {
  const { ana, bruno } = await shared(2)
  const hers = await ana.opens()
  const his = await bruno.opens()
  hers.socket.emit('typing')
  await expect.poll(() => his.heard.typing, soon).toEqual(['Ana'])
  await hers.says('ya está')
  await expect.poll(() => his.words(), soon).toEqual(['ya está'])
  expect(hers.heard.typing).toEqual([])
})

onPostgres(
  'what Bruno reads in one process is read on his page in the other, and nobody else hears of it',
  async () => {
    const { ana, bruno, atAnotherPlace, first } = await shared(2)
    const hers = await ana.opens()
    const his = await bruno.opens()
    await hers.says('léeme')
    await expect.poll(() => his.words(), soon).toEqual(['léeme'])
    const [seq = 0] = numbersOf(his)
    const onHisPhone = await atAnotherPlace('Bruno', first)
    done(await onHisPhone.ask('PUT', '/chat/reading', { body: { seq } }))
    await expect.poll(() => his.heard.readings, soon).toEqual([{ seq, unread: 0, head: seq }])
    expect(hers.heard.readings).toEqual([])
  },
)

onPostgres('a comment of Ana reaches Bruno, who reads the post in the other process', async () => {
  const { ana, bruno } = await shared(2)
  const post = { title: 'Sobre las bibliotecas', content: 'Un texto.', is_published: true }
  const { id } = done(await ana.ask<Post>('POST', '/posts', { body: post }))
  const his = await bruno.opens()
  his.socket.emit('watch', { post: id })
  await his.says('estoy mirando') // answered after what was asked before
  done(await ana.ask('POST', `/comments/post/${id}`, { body: { content: 'De acuerdo.' } }))
  await expect.poll(() => his.heard.posts, soon).toEqual([id])
})

onPostgres('an upload of Bruno that is cut off goes on in the process where it began', async () => {
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
  // it gets through while it is still being sent
  const incoming = join(place.dataDir, 'files/incoming', path.split('/').at(-1) ?? '')
  await expect.poll(() => statSync(incoming).size, soon).toBe(half)
  cutOff.destroy()

  const looked = await bruno.ask('HEAD', path, { headers: protocol })
  expect(looked.headers.get('upload-offset')).toBe(`${half}`)
  const rest = await bruno.ask<ArchiveFile>('PATCH', path, { raw: bytes.subarray(half), headers: patch(half) })
  expect(rest.status).toBe(200)
  for (const answer of [made, looked, rest]) expect(answer.headers.get('x-test-upstream')).toMatch(`:${last.port}`)
  const { cloudinary_url } = done(await ana.ask<ArchiveFile>('GET', `/files/${rest.body.id}`))
  const there = await someone(proxy.origin).opensAddress(cloudinary_url, { headers: { 'x-test-address': ana.from } })
  expect(there.bytes.equals(bytes)).toBe(true)
})

onPostgres('pages of another site get no socket, whatever way they come by', async () => {
  const { ana, proxy } = await shared(2)
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://otra.example' },
    { origin: proxy.origin, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of elsewhere)
    for (const way of ways) {
      const page = ana.tries({ transports: [way], headers })
      await expect.poll(() => page.heard.refusals.length, soon).toBeGreaterThan(0)
      expect(page.socket.connected).toBe(false)
    }
})

onPostgres('the processes know where each comes from, and nobody can say that they come from elsewhere', async () => {
  const { ana, first } = await shared(2)
  await ana.ask('GET', '/posts', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  await expect.poll(first.stdout, soon).toMatch(new RegExp(`"route":"/api/posts".*"address":"${ana.from}"`))
  expect(first.stdout()).not.toContain('203.0.113.7')
})

onPostgres('a stranger’s broken requests take the process away from nobody', async () => {
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
