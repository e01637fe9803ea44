// @databases both
// The chat's calls and its socket (SPEC §2 and §7; DECISIONS §2, "Chat"): stored messages, their order, and their
// recipients.
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const post = (who: Pick<Person, 'post'>, message: unknown, more: object = {}) =>
  who.post<ChatMessage>('/chat/messages', { username: 'Otra', message, message_type: 'text', ...more })
const says = async (who: Person, message: string) => expectDone(await post(who, message))
const list = async (who: Pick<Person, 'get'>, query = '') =>
  expectDone(await who.get<ChatMessage[]>(`/chat/messages${query}`))
const unchanged = { reply_to: null, quote: null, edited_at: null, deleted_at: null, change: 0, reactions: [] }
/** What every message has that was just written. */
const newMessage = () => ({
  id: expect.stringMatching(/^[0-9a-f]{32}$/),
  message_type: 'text',
  created_at: community.moment(),
  client_id: null,
  ...unchanged,
})
const texts = (messages: ChatMessage[]) => messages.map(({ message }) => message)
const total = async () => Number((await ana.get('/chat/messages?limit=1')).headers.get('x-total-count'))

describe('a chat message', () => {
  test('sent by a request or over the socket is stored under the caller’s name, whatever else is sent, and returned whole', async () => {
    const socket = await openMemberSocket(community, bruno)
    const claimed = { username: 'Admin', id: 'x', author_id: hipatia.id, role: 'admin', seq: 99, created_at: 'ayer' }
    const { status, body } = await post(ana, 'Buenos días', claimed)
    expect(status).toBe(201)
    expect(body).toEqual({ seq: 1, author_id: ana.id, username: 'Ana', message: 'Buenos días', ...newMessage() })
    const stored = await socket.says('Buenos días, Ana', claimed)
    const own = { author_id: bruno.id, username: 'Bruno' }
    expect(stored).toEqual({ seq: 2, ...own, message: 'Buenos días, Ana', ...newMessage() })
    for (const reader of [ana, bruno]) expect(await list(reader)).toEqual([body, stored])
    expect((await ana.post('/chat/messages', { message: 'Solo esto' })).status).toBe(201)
    expect(await socket.asks('send_message', { message: 'Y esto' })).toMatchObject({ message: 'Y esto' })
  })

  test('reaches every socket once and in order, the sender’s too', async () => {
    const [phone, laptop] = [await openMemberSocket(community, ana), await openMemberSocket(community, ana)]
    const others = await openMemberSocket(community, bruno, { transports: ['polling'] })
    const before = (await list(ana)).at(-1)?.seq ?? 0
    for (let turn = 0; turn < 5; turn++) {
      await phone.says(`por el móvil ${turn}`)
      await says(bruno, `por la llamada ${turn}`)
    }
    const stored = await list(ana, `?after=${before}`)
    expect(texts(stored)).toHaveLength(10)
    for (const socket of [phone, laptop, others]) await until(() => expect(socket.messages(before)).toEqual(stored))
  })

  test.each([
    ['with spaces and lines around it', '  \n\tHola,\r\n\r\n  mundo  \n'],
    ['that looks like HTML', '<img src=x onerror=alert(1)>'],
    ['that looks like Markdown', '**[x](javascript:alert(1))**'],
    ['that looks like SQL', "'); drop table chat_messages; --"],
    ['with an owl and a family', '🦉 👨‍👩‍👧 ñandú ﷺ'],
    ['of 4,000 letters', 'ñ'.repeat(4000)],
    ['of 4,000 owls', '🦉'.repeat(4000)],
  ])('%s is stored as typed, by request and by socket', async (_what, message) => {
    const before = await total()
    const socket = await openMemberSocket(community, ana)
    const stored = [await socket.says(message), await says(bruno, message)]
    expect(stored.map((one) => one.message)).toEqual([message, message])
    expect(texts(await list(ana)).slice(-2)).toEqual([message, message])
    await until(() => expect(socket.texts(before)).toEqual([message, message]))
  })

  test('is normalized to NFC before its length is checked', async () => {
    const socket = await openMemberSocket(community, ana)
    expect(await says(ana, 'cafe\u0301')).toMatchObject({ message: 'café' })
    expect(await socket.says('n\u0303'.repeat(4000))).toMatchObject({ message: 'ñ'.repeat(4000) })
  })

  // every kind by request: tests/server/http/bad-input.test.ts
  const refused: [string, object, string][] = [
    ['of 4,001 owls', { message: '🦉'.repeat(4001) }, 'message'],
    ['of what nobody sees', { message: ' \n\u00a0\u200b\u2060\u00ad\u3164\u2800' }, 'message'],
    ['with half a character', { message: 'a\ud83e' }, 'message'],
    ['that is missing', {}, 'message'],
    ['that is an image', { message: 'hola', message_type: 'image' }, 'message_type'],
    ['with a wrong client_id', { message: 'hola', client_id: '0'.repeat(32) }, 'client_id'],
  ]
  test.each(refused)(
    '%s is refused with a reason by request and by socket, and sent to nobody',
    async (_what, sent, field) => {
      const before = await total()
      const socket = await openMemberSocket(community, bruno)
      expectRefusal(await ana.post('/chat/messages', sent), 422, { field })
      const answer = await socket.asks('send_message', sent)
      expect(answer).toEqual({
        detail: expect.stringMatching(/\S/),
        code: 'not_valid',
        errors: expect.arrayContaining([{ field, message: expect.stringMatching(/\S/) }]),
      })
      const { seq } = await says(ana, 'Y sigue la charla')
      expect(seq).toBe(before + 1)
      await until(() => expect(socket.texts(before)).toEqual(['Y sigue la charla']))
    },
  )

  test('gets the next number without gaps, also after refusals and repeats', async () => {
    const socket = await openMemberSocket(community, ana)
    const client_id = crypto.randomUUID()
    for (let turn = 0; turn < 4; turn++) {
      const other = await socket.says(`otro texto ${turn}`, { client_id })
      if (turn > 0) expect(other).toMatchObject({ code: 'client_id_taken' })
      expect((await post(ana, `y otro ${turn}`, { client_id })).status).toBe(409)
      await Promise.all([says(bruno, `dicho ${turn}`), says(hipatia, `y más ${turn}`), socket.says('')])
    }
    const count = await total()
    const seqs = (await list(ana, '?after=0&limit=200')).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: count }, (_, turn) => turn + 1))
  })
})
