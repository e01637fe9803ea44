// Titles of the pages that links of the archive lead to: read later by the server, from a site on loopback.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Hit } from '../../../contract/search.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { readDueTitle } from '../../../server/files/links.ts'
import {
  type Community,
  communityOfThisFile,
  communityOfThisTest,
  days,
  expectDone,
  minutes,
  type Person,
  passwordOf,
  personWith,
  seconds,
  startCommunity,
} from '../../support/server/community.ts'
import { rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { locationOfThisTest, startServer } from '../../support/server/processes/server-process.ts'
import { page, send, startFakeSite } from '../outbound/fake-site.ts'

const { site, port, url, requests, open, openStrict } = await startFakeSite()
const outbound = open({ videoTitlesUrl: `${url}/oembed`, timeoutMs: 1000 })
const community = await communityOfThisFile({ outbound })
/** Signed in before each test: the clock goes far. */
let ana: Person

/** What a server does every few seconds, until nothing is due. */
async function readTitles({ services }: Pick<Community, 'services'> = community) {
  while (await readDueTitle(services));
}
const read = async ({ id }: { id: string }, reader?: Person) =>
  expectDone(await (reader ?? (await community.signIn('Bruno'))).get<ArchiveFile>(`/files/${id}`))
const busy = (status: number) => (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(status).end()

beforeEach(async () => {
  ana = await community.signIn('Ana')
  await readTitles()
  requests.length = 0
  community.advanceClock(seconds(1))
})

describe('the title of a link', () => {
  test('isn’t waited for; it is read once, later, and its address stays', async () => {
    const link = await ana.links(`${url}/faro?a=1`)
    expect(link).toMatchObject({ original_name: `${url}/faro?a=1`, title: null })
    expect(requests).toEqual([])
    await readTitles()
    expect(await read(link)).toEqual({ ...link, title: 'El faro', uploader_id: ana.id })
    community.advanceClock(days(30))
    await readTitles()
    expect(requests.map(({ url }) => url)).toEqual(['/faro?a=1'])
  })

  test('is one tidy line of at most 300 characters, and never HTML', async () => {
    const titles: [string, string][] = [
      ['  El \t faro\r\n de\u202e noche\u200b \u0007', 'El faro de noche'],
      ['&lt;b&gt;El faro&lt;/b&gt; &amp; yo', '<b>El faro</b> & yo'],
      ['👵'.repeat(400), '👵'.repeat(300)],
    ]
    for (const [given, title] of titles) {
      site.respond = page(given)
      const link = await ana.links(`${url}/`)
      await readTitles()
      expect(await read(link)).toMatchObject({ title })
    }
  })

  test('of a video is what YouTube answers for it, without a request for its page', async () => {
    site.respond = send(JSON.stringify({ title: 'El  conejo, en grande', html: '<iframe>' }), 'application/json')
    const link = await ana.links('https://youtu.be/aqz-KE-bpKQ?t=3')
    await readTitles()
    expect(await read(link)).toMatchObject({ title: 'El conejo, en grande', file_type: 'video/youtube' })
    expect(requests.map(({ url }) => url)).toEqual([
      '/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Daqz-KE-bpKQ',
    ])
  })

  const video = 'https://youtu.be/aqz-KE-bpKQ'
  const tooMuch = JSON.stringify({ title: 'x', more: 'x'.repeat(70_000) })
  test.each([
    ['a missing page', `${url}/`, busy(404)],
    ['a document', `${url}/`, send('%PDF', 'application/pdf')],
    ['a page without a title', `${url}/`, send('<p>Hola')],
    ['a video of which YouTube says something else', video, send('{"title":3}', 'application/json')],
    ['a video of which YouTube says no JSON', video, send('no es JSON', 'application/json')],
    ['a video of which YouTube says too much', video, send(tooMuch, 'application/json')],
    ['a video that YouTube doesn’t know', video, busy(404)],
  ])('is missing for %s, and nobody asks twice', async (_what, address, respond) => {
    site.respond = respond as typeof site.respond
    const link = await ana.links(address)
    await readTitles()
    community.advanceClock(days(9))
    await readTitles()
    expect(requests).toHaveLength(1)
    expect(await read(link)).toMatchObject({ title: null })
  })

  test('of a file that is uploaded is never asked for', async () => {
    const file = await ana.uploads({ name: 'faro.txt', type: 'text/plain', bytes: Buffer.from('luz') })
    await readTitles()
    expect(await read(file)).toMatchObject({ title: null, original_name: 'faro.txt' })
    expect(requests).toEqual([])
  })

  test('of a link that is deleted meanwhile is let go', async () => {
    const link = await ana.links(`${url}/`)
    site.respond = (request, response) => {
      void ana.delete(`/files/${link.id}`).then(() => page('Tarde')(request, response))
    }
    await readTitles()
    expect((await ana.get(`/files/${link.id}`)).status).toBe(404)
    expect(expectDone(await ana.get<Hit[]>('/search?q=tarde'))).toEqual([])
  })

  test('is found by the search and in the archive, together with the words of the address', async () => {
    site.respond = page('Los <i>navíos</i> de Ptolomeo')
    const link = await ana.links(`${url}/Biblioteca-de-Alejandr%C3%ADa`, { description: 'Para el jueves' })
    const other = await ana.links(`${url}/astilleros`)
    const bruno = await community.signIn('Bruno')
    const hits = async (q: string) => expectDone(await bruno.get<Hit[]>(`/search?q=${encodeURIComponent(q)}`))
    const archive = async (q: string) =>
      expectDone(await bruno.get<ArchiveFile[]>(`/files?q=${encodeURIComponent(q)}`)).map(({ id }) => id)
    expect(await hits('navio')).toEqual([])
    site.respond = (request, response) =>
      request.url === '/astilleros' ? send('')(request, response) : page('Los navíos de Ptolomeo')(request, response)
    await readTitles()

    const address = `${url}/Biblioteca-de-Alejandría`
    for (const q of ['navio', 'ptolomeo', 'alejandria', 'jueves'])
      expect(await hits(q)).toMatchObject([
        { kind: 'file', id: link.id, title: 'Los navíos de Ptolomeo', excerpt: `Para el jueves ${address}` },
      ])
    for (const q of ['navio', 'alejandria', 'jueves']) expect(await archive(q)).toEqual([link.id])
    expect(await hits('astilleros')).toMatchObject([{ id: other.id, title: `${url}/astilleros`, excerpt: '' }])
  })
})

describe('a site that fails', () => {
  test.each([
    ['is busy', busy(503)],
    ['asks for patience', busy(429)],
    ['breaks off', (request: { socket: { destroy(): void } }) => request.socket.destroy()],
    ['doesn’t answer', () => {}],
  ])('is asked again after ten minutes and after a day when it %s, and then never again', async (_what, respond) => {
    site.respond = respond as typeof site.respond
    const link = await ana.links(`${url}/`)
    for (const [pause, tries] of [
      [0, 1],
      [minutes(9), 1],
      [minutes(1), 2],
      [days(1) - minutes(1), 2],
      [minutes(1), 3],
      [days(400), 3],
    ] as const) {
      community.advanceClock(pause)
      await readTitles()
      expect(requests).toHaveLength(tries)
    }
    expect(await read(link)).toMatchObject({ title: null })
  })

  test('and is well again has its titles at the next attempt', async () => {
    site.respond = busy(500) as typeof site.respond
    const link = await ana.links(`${url}/`)
    await readTitles()
    site.respond = page('Ya está')
    community.advanceClock(minutes(10))
    await readTitles()
    expect(await read(link)).toMatchObject({ title: 'Ya está' })
  })
})

test('addresses of our own network are refused by the guard: no request, no title, no second attempt', async () => {
  const strict = await communityOfThisTest({ outbound: openStrict() })
  const carla = await strict.signIn('Carla')
  const sites = ['127.0.0.1', 'privado.example', 'localhost']
  const links = await Promise.all(sites.map((site) => carla.links(`http://${site}:${port}/`)))
  await readTitles(strict)
  for (const link of links) expect(await read(link, carla)).toMatchObject({ title: null })
  expect(requests).toEqual([])
  for (const { title_due_at } of await rowsOf(strict.db, 'files')) expect(title_due_at).toBeNull()
})

test('after a restart the links that were left are worked through, the newest first', async () => {
  const place = await locationOfThisTest()
  const before = await startCommunity({ location: place, outbound })
  const carla = await before.signIn('Carla')
  for (const path of ['/uno', '/dos', '/tres']) {
    await carla.links(`${url}${path}`)
    before.advanceClock(seconds(1))
  }
  expect(await readDueTitle(before.services)).toBe(true)
  const now = before.clock.now
  await before.close()

  const after = await communityOfThisTest({ location: place, outbound, startsAt: now })
  await readTitles(after)
  expect(requests.map(({ url }) => url)).toEqual(['/tres', '/dos', '/uno'])
  const again = after.withToken(expectDone(await after.tryToSignIn('Carla')).access_token)
  const files = expectDone(await again.get<ArchiveFile[]>('/files'))
  expect(files.map(({ title }) => title)).toEqual(['El faro', 'El faro', 'El faro'])
})

test('one process asks at a time; if it dies of the answer, the link isn’t asked again at once', async () => {
  const link = await ana.links(`${url}/`)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    site.respond = (request, response) => {
      answer = () => page('Del primero')(request, response)
      resolve()
    }
  })
  const first = readDueTitle(community.services)
  await asked
  expect(await readDueTitle(community.services)).toBe(false)
  expect(requests).toHaveLength(1)
  answer()
  expect(await first).toBe(true)
  expect(await read(link)).toMatchObject({ title: 'Del primero' })
})

test('a running server asks by itself, and never its own machine', async () => {
  const place = await locationOfThisTest()
  const signIn = { name: 'Hipatia', password: passwordOf('Hipatia') }
  const server = await startServer(place, { LINK_TITLES: '1', ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: signIn.password })
  const { access_token } = expectDone(
    await personWith(server.origin).post<{ access_token: string }>('/auth/login', signIn),
  )
  const { id } = await personWith(server.origin, access_token).links(`http://127.0.0.1:${port}/`)
  const { db, close } = await openDatabase(place, { alone: false })
  onTestFinished(close)
  await expect.poll(() => rowOf(db, 'files', { id })).toMatchObject({ title_tries: 1, title_due_at: null })
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(requests).toEqual([])
})
