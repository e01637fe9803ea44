// The chat's calls and its socket (SPEC §2 and §7; DECISIONS §2, "Chat"): what is stored, in which order, who hears it.
import { afterAll, describe, expect, test } from 'vitest'
import type { ChatMessage } from '../contract/chat.ts'
import { done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'
import { login, placeOfThisTest, serversOfThisFile } from './support/server-process.ts'
import { opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')
const { start } = serversOfThisFile()

const post = (who: Pick<Person, 'post'>, message: unknown, more: object = {}) =>
  who.post<ChatMessage>('/chat/messages', { username: 'Otra', message, message_type: 'text', ...more })
const says = async (who: Person, message: string) => done(await post(who, message))
const list = async (who: Pick<Person, 'get'>, query = '') =>
  done(await who.get<ChatMessage[]>(`/chat/messages${query}`))
const texts = (messages: ChatMessage[]) => messages.map(({ message }) => message)
const total = async () => Number((await ana.get('/chat/messages?limit=1')).headers.get('x-total-count'))

describe('a message', () => {
  test('sent by the call is stored under the own name, whatever is sent, and answered whole', async () => {
    const { status, body } = await post(ana, 'Buenos días', {
      ...{ id: 'x', seq: 99, author_id: bruno.id, role: 'admin', created_at: 'ayer' },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      seq: 1,
      author_id: ana.id,
      username: 'Ana',
      message: 'Buenos días',
      message_type: 'text',
      created_at: community.moment(),
      client_id: null,
    })
    expect(await list(bruno)).toEqual([body])
  })

  test('sent over the socket is acknowledged as it is stored, under the own name, whatever is sent', async () => {
    const socket = await opensSocket(community, bruno)
    const stored = await socket.says('Buenos días, Ana', {
      ...{ username: 'Admin', id: 'x', author_id: ana.id, role: 'admin', seq: 99 },
    })
    expect(stored).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), seq: 2, author_id: bruno.id, username: 'Bruno' },
      ...{ message: 'Buenos días, Ana', message_type: 'text', created_at: community.moment(), client_id: null },
    })
    expect((await list(ana)).at(-1)).toEqual(stored)
  })

  test('may leave out everything but its words', async () => {
    const socket = await opensSocket(community, bruno)
    expect((await ana.post('/chat/messages', { message: 'Solo esto' })).status).toBe(201)
    expect(await socket.asks('send_message', { message: 'Y esto' })).toMatchObject({ message: 'Y esto' })
  })

  test('is heard once by every socket, its sender’s too, in order, as it is in the list', async () => {
    const [phone, laptop] = [await opensSocket(community, ana), await opensSocket(community, ana)]
    const others = await opensSocket(community, bruno, { transports: ['polling'] })
    const before = (await list(ana)).at(-1)?.seq ?? 0
    for (let turn = 0; turn < 5; turn++) {
      await phone.says(`por el móvil ${turn}`)
      await says(bruno, `por la llamada ${turn}`)
    }
    const stored = await list(ana, `?after=${before}`)
    expect(texts(stored)).toHaveLength(10)
    for (const socket of [phone, laptop, others]) await until(() => expect(socket.messages()).toEqual(stored))
  })

  test.each([
    ['with spaces and lines around it', '  \n\tHola,\r\n\r\n  mundo  \n'],
    ['that looks like HTML', '<img src=x onerror=alert(1)>'],
    ['that looks like Markdown', '**[x](javascript:alert(1))**'],
    ['that looks like SQL', "'); drop table chat_messages; --"],
    ['with an owl and a family', '🦉 👨‍👩‍👧 ñandú ﷺ'],
    ['of 4,000 letters', 'ñ'.repeat(4000)],
    ['of 4,000 owls', '🦉'.repeat(4000)],
  ])('%s is kept as it was typed, by either way', async (_what, message) => {
    const socket = await opensSocket(community, ana)
    const stored = [await socket.says(message), await says(bruno, message)]
    expect(stored.map((one) => one.message)).toEqual([message, message])
    expect(texts(await list(ana)).slice(-2)).toEqual([message, message])
    await until(() => expect(socket.texts()).toEqual([message, message]))
  })

  test('is composed: letters and their accents become one (NFC), and are counted after', async () => {
    const socket = await opensSocket(community, ana)
    expect(await says(ana, 'cafe\u0301')).toMatchObject({ message: 'café' })
    expect(await socket.says('n\u0303'.repeat(4000))).toMatchObject({ message: 'ñ'.repeat(4000) })
  })

  const refused: [string, object, string][] = [
    ['of 4,001 letters', { message: 'x'.repeat(4001) }, 'message'],
    ['of 4,001 owls', { message: '🦉'.repeat(4001) }, 'message'],
    ['of nothing', { message: '' }, 'message'],
    ['of white space', { message: ' \n\t\u00a0\u3000' }, 'message'],
    ['of what nobody sees', { message: '\u200b\u2060\u00ad\u3164\u2800' }, 'message'],
    ['with a NUL', { message: 'a\0b' }, 'message'],
    ['with half a character', { message: 'a\ud83e' }, 'message'],
    ['that is missing', {}, 'message'],
    ['that is null', { message: null }, 'message'],
    ['that is a number', { message: 5 }, 'message'],
    ['that is a list', { message: ['hola'] }, 'message'],
    ['that is an image', { message: 'hola', message_type: 'image' }, 'message_type'],
    ['of no type at all', { message: 'hola', message_type: null }, 'message_type'],
    ['of the type Text', { message: 'hola', message_type: 'Text' }, 'message_type'],
    ...['', 'x', '5', 'null', '0'.repeat(32), '00000000-0000-0000-0000-00000000000g', 5, true, {}, []].map(
      (client_id): [string, object, string] => [
        `with ${JSON.stringify(client_id)} for a client_id`,
        { message: 'hola', client_id },
        'client_id',
      ],
    ),
  ]
  test.each(refused)('%s is refused in words by either way, and nobody hears of it', async (_what, sent, field) => {
    const before = await total()
    const socket = await opensSocket(community, bruno)
    expectRefusal(await ana.post('/chat/messages', sent), 422, { field })
    const answer = await socket.asks('send_message', sent)
    expect(answer).toEqual({
      detail: expect.stringMatching(/\S/),
      code: 'not_valid',
      errors: expect.arrayContaining([{ field, message: expect.stringMatching(/\S/) }]),
    })
    const { seq } = await says(ana, 'Y sigue la charla')
    expect(seq).toBe(before + 1)
    await until(() => expect(socket.texts()).toEqual(['Y sigue la charla']))
  })

  test('is numbered 1, 2, 3 without gaps, though some were refused or the same in between', async () => {
    const socket = await opensSocket(community, ana)
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

describe('the author', () => {
  test('who has another name now has it on what was said before, too', async () => {
    const carmen = await community.signIn('Carmen')
    const { id } = await says(carmen, 'Me llamo Carmen')
    done(await hipatia.put(`/auth/users/${carmen.id}`, { name: 'Carmela' }))
    const after = await says(carmen, 'Ahora Carmela')
    expect(after.username).toBe('Carmela')
    expect((await list(ana)).find((one) => one.id === id)).toMatchObject({ username: 'Carmela', author_id: carmen.id })
  })

  test('whose account is deleted keeps the name on what was said, and nobody’s id', async () => {
    const damian = await community.signIn('Damián')
    const { id } = await says(damian, 'Me voy')
    done(await hipatia.delete(`/auth/users/${damian.id}`))
    const left = (await list(ana)).find((one) => one.id === id)
    expect(left).toMatchObject({ username: 'Damián', author_id: null, message: 'Me voy' })
    // somebody else of that name isn't the one who said it
    const another = await hipatia.admits('Damián', { email: 'otro@alejandria.example' })
    expect((await list(ana)).find((one) => one.id === id)?.author_id).toBeNull()
    expect(another.id).not.toBe(damian.id)
  })

  test('who writes more than two hundred at once is told so over the socket as well, and loses nothing', async () => {
    const elena = await community.signIn('Elena')
    const socket = await opensSocket(community, elena)
    const before = await total()
    const answers = await Promise.all(Array.from({ length: 220 }, (_, turn) => socket.says(`muy deprisa ${turn}`)))
    const refused = answers.filter(({ code }) => code === 'too_often')
    expect(refused).toHaveLength(20)
    for (const answer of refused) expect(answer.detail).toMatch(/\S/)
    expect(await total()).toBe(before + 200)
    expectRefusal(await post(elena, 'Y por la otra vía'), 429)
    community.passes(seconds(1))
    expect(await socket.says('Ahora sí')).toMatchObject({ message: 'Ahora sí' })
    expect((await socket.says('Otra')).seq).toBe(before + 202)
  })
})

test('what was acknowledged is there after the server was killed in the same moment', async () => {
  const place = await placeOfThisTest()
  const settings = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' }
  const server = await start(place, settings)
  const { access_token: token } = done(await login(server.origin, 'Hipatia', 'la de siempre'))
  const socket = await opensSocket(server, { token })
  const acknowledged: string[] = []
  const sending = Array.from({ length: 100 }, async (_, turn) => {
    const { id } = await socket.says(`mensaje ${turn}`)
    acknowledged.push(id)
    if (acknowledged.length === 30) server.kill('SIGKILL')
  })
  const sent = Promise.allSettled(sending)
  await server.ended
  await sent
  const again = await start(place, settings)
  const back = await opensSocket(again, { token })
  expect(acknowledged.length).toBeGreaterThanOrEqual(30)
  const { seq } = await back.says('De vuelta')
  const response = await fetch(`${again.origin}/api/chat/messages?after=0&limit=200`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const stored = (await response.json()) as ChatMessage[]
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(stored.map((one) => one.seq)).toEqual(Array.from({ length: seq }, (_, turn) => turn + 1))
})
