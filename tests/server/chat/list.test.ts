// @databases both
// The list of chat messages (DECISIONS §2, "Chat"): the newest, back from a message, and forward from a position.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { expectDone, type Person, seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { visitor } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const says = async (who: Person, message: string) =>
  expectDone(await who.post<ChatMessage>('/chat/messages', { message }))
const list = async (who: Pick<Person, 'get'>, query = '') =>
  expectDone(await who.get<ChatMessage[]>(`/chat/messages${query}`))
const texts = (messages: ChatMessage[]) => messages.map(({ message }) => message)
const total = async () => Number((await ana.get('/chat/messages?limit=1')).headers.get('x-total-count'))

describe('the list of chat messages of an empty chat', () => {
  test('is empty and has no next page', async () => {
    const answer = await ana.get<ChatMessage[]>('/chat/messages')
    expect(answer).toMatchObject({ status: 200, body: [] })
    expect(answer.headers.get('x-total-count')).toBe('0')
    expect(answer.headers.get('link')).toBeNull()
    expect(await list(ana, '?after=0')).toEqual([])
    expect(await list(ana, '?after=1000')).toEqual([])
  })
})

describe('the list of chat messages', () => {
  beforeAll(async () => {
    for (let turn = 0; turn < 70; turn++) {
      await says(turn % 2 ? ana : bruno, `vuelta ${turn}`)
      // the clock is set back: the order is by seq, never by time
      community.advanceClock(turn % 10 === 5 ? -seconds(30) : seconds(1))
    }
  })

  test('has the fifty newest, oldest first, and the total', async () => {
    const { body, headers } = await ana.get<ChatMessage[]>('/chat/messages')
    expect(texts(body)).toEqual(Array.from({ length: 50 }, (_, turn) => `vuelta ${turn + 20}`))
    expect(headers.get('x-total-count')).toBe(String(body.at(-1)?.seq))
    expect(texts(await list(ana, '?limit=1'))).toEqual(['vuelta 69'])
    expect(await list(ana, '?limit=200')).toHaveLength(Math.min(200, await total()))
  })

  /** Follows the list to its end. */
  async function follow(path: string, between: () => Promise<unknown> = async () => {}) {
    const pages: ChatMessage[][] = []
    for (let at: string | undefined = path; at !== undefined; ) {
      const answer: Awaited<ReturnType<typeof ana.get<ChatMessage[]>>> = await ana.get<ChatMessage[]>(at)
      pages.push(expectDone(answer))
      const link = answer.headers.get('link')
      if (link !== null) expect(link).toMatch(/^<\/api\/chat\/messages\?[^<>\s]+>; rel="next"$/)
      at = link === null ? undefined : link.slice('</api'.length, link.indexOf('>'))
      if (at) await between()
    }
    return pages
  }
  const seqsOf = (pages: ChatMessage[][]) => pages.flat().map(({ seq }) => seq)
  const upTo = (count: number) => Array.from({ length: count }, (_, turn) => turn + 1)

  test('leads back to the first message, also while others write', async () => {
    const head = await total()
    const pages = await follow('/chat/messages?limit=20', () => says(bruno, 'y mientras tanto'))
    expect(seqsOf(pages.toReversed())).toEqual(upTo(head))
    expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true)
  })

  test('leads on from a position to the newest message, also while others write', async () => {
    let said = 0
    const head = await total()
    const pages = await follow('/chat/messages?after=10&limit=25', async () => {
      if (said === 3) return
      said++
      await says(bruno, 'y mientras tanto')
    })
    expect(seqsOf(pages)).toEqual(upTo(head + said).slice(10))
  })

  test('has the messages before an id, or after a position', async () => {
    const all = await list(ana, '?limit=20')
    const [first, eleventh] = [all[0], all[10]]
    expect(await list(ana, `?before=${eleventh?.id}&limit=10`)).toEqual(all.slice(0, 10))
    expect(await list(ana, `?after=${first?.seq}`)).toEqual(all.slice(1))
    expect(await list(ana, `?after=${all.at(-1)?.seq}`)).toEqual([])
    expect(await list(ana, `?after=${Number(all.at(-1)?.seq) + 1}`)).toEqual([])
    const [oldest] = await list(ana, '?after=0&limit=1')
    const before = await ana.get<ChatMessage[]>(`/chat/messages?before=${oldest?.id}`)
    expect(before.body).toEqual([])
    expect(before.headers.get('link')).toBeNull()
  })

  test('has a message between those around it, as many as there are on each side', async () => {
    const all = await list(ana, '?after=0&limit=200')
    const around = async (index: number, limit: number) =>
      (await list(ana, `?around=${all[index]?.id}&limit=${limit}`)).map(({ seq }) => seq)
    const seqs = (from: number, to: number) => all.slice(from, to).map(({ seq }) => seq)
    expect(await around(40, 61)).toEqual(seqs(10, 71))
    expect(await around(40, 200)).toEqual(seqs(10, 71))
    expect(await around(40, 4)).toEqual(seqs(39, 43))
    expect(await around(40, 1)).toEqual(seqs(40, 41))
    expect(await around(2, 61)).toEqual(seqs(0, 33))
    expect(await around(all.length - 1, 61)).toEqual(seqs(all.length - 31, all.length))
  })

  test('around a message leads back to the first one, and names the count of all', async () => {
    const all = await list(ana, '?after=0&limit=200')
    const pages = await follow(`/chat/messages?around=${all[50]?.id}&limit=21`)
    expect(seqsOf(pages.toReversed())).toEqual(upTo(61))
    const { headers } = await bruno.get(`/chat/messages?around=${all[0]?.id}`)
    expect(headers.get('x-total-count')).toBe(String(all.at(-1)?.seq))
    expect(headers.get('link')).toBeNull()
  })

  test.each([
    'x',
    '',
    '0',
    '1',
    '0'.repeat(32),
    '0'.repeat(31),
    'null',
    "' or 1=1",
    '00000000-0000-0000-0000-000000000000',
  ])('before and around=%s are refused, as it is no id of a message', async (id) => {
    for (const field of ['before', 'around'])
      expectRefusal(await ana.get(`/chat/messages?${field}=${encodeURIComponent(id)}`), 422, { field })
  })

  test.each(['x', '', '-1', '1.5', '1e3', '+1', ' 1', '１', '0x1', '1'.repeat(16), 'null'])(
    'after=%s is refused, as it is no position',
    async (after) => {
      expectRefusal(await ana.get(`/chat/messages?after=${encodeURIComponent(after)}`), 422, { field: 'after' })
    },
  )

  test.each(['0', '201', '-1', 'x', '', '1.5', '05'])('limit=%s is refused', async (limit) => {
    expectRefusal(await ana.get(`/chat/messages?limit=${limit}`), 422, { field: 'limit' })
  })

  test('two of before, after and around together are refused, and so is a repeated parameter', async () => {
    const { id } = await says(ana, 'Una más')
    const other = (await list(ana))[0]?.id
    expectRefusal(await ana.get(`/chat/messages?before=${id}&after=1`), 422)
    expectRefusal(await ana.get(`/chat/messages?around=${id}&after=1`), 422, { field: 'around' })
    expectRefusal(await ana.get(`/chat/messages?around=${id}&before=${other}`), 422, { field: 'around' })
    expectRefusal(await ana.get(`/chat/messages?before=${id}&before=${other}`), 422, { field: 'before' })
    expectRefusal(await ana.get('/chat/messages?after=1&after=2'), 422, { field: 'after' })
  })

  test('visitors can’t read or write chat messages', async () => {
    expectRefusal(await visitor.get('/chat/messages'), 401)
    const before = await total()
    expectRefusal(await visitor.post('/chat/messages', { message: 'Hola' }), 401)
    expect(await total()).toBe(before)
  })
})
