// The same message by the socket and by the call is one message (DECISIONS §2, "Chat"): stored once, heard once.
import { afterAll, describe, expect, test } from 'vitest'
import type { ChatMessage } from '../contract/chat.ts'
import type { Problem } from '../contract/index.ts'
import { type Answer, done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'
import { type OpenSocket, opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const post = (who: Person, message: string, client_id?: string): Promise<Answer<ChatMessage & Problem>> =>
  who.post('/chat/messages', { username: who.name, message, message_type: 'text', client_id })
const stored = async () => done(await bruno.get<ChatMessage[]>('/chat/messages?limit=200'))
const howOften = (messages: ChatMessage[], text: string) => messages.filter(({ message }) => message === text).length

/** How often a text is stored and how often this socket heard it, once it has heard what was said after. */
async function timesOf(text: string, socket: OpenSocket) {
  community.passes(seconds(20))
  const mark = `marca ${crypto.randomUUID()}`
  done(await post(bruno, mark))
  await until(() => expect(socket.texts()).toContain(mark))
  return { stored: howOften(await stored(), text), heard: howOften(socket.messages(), text) }
}
const once = { stored: 1, heard: 1 }

describe('with a client_id', () => {
  test('over the socket and then by the call it is one, and both are answered the same', async () => {
    const socket = await opensSocket(community, ana)
    const client_id = crypto.randomUUID()
    const acknowledged = await socket.says('primero el socket', { client_id })
    const answered = await post(ana, 'primero el socket', client_id)
    expect(acknowledged).toMatchObject({ client_id, author_id: ana.id })
    expect(answered).toMatchObject({ status: 201, body: acknowledged })
    expect(await timesOf('primero el socket', socket)).toEqual(once)
  })

  test('by the call and then over the socket, too', async () => {
    const socket = await opensSocket(community, ana)
    const client_id = crypto.randomUUID()
    const answered = await post(ana, 'primero la llamada', client_id)
    expect(await socket.says('primero la llamada', { client_id })).toEqual(answered.body)
    expect(await timesOf('primero la llamada', socket)).toEqual(once)
  })

  test('at once by both ways, from two devices, twenty times: one, and all are answered the same', async () => {
    const [phone, laptop] = [await opensSocket(community, ana), await opensSocket(community, ana)]
    for (let race = 0; race < 20; race++) {
      const client_id = crypto.randomUUID()
      const text = `carrera ${race}`
      const [first, second, third, fourth] = await Promise.all([
        phone.says(text, { client_id }),
        post(ana, text, client_id),
        laptop.says(text, { client_id }),
        post(ana, text, client_id),
      ])
      expect(first).toMatchObject({ message: text, client_id })
      for (const other of [second.body, third, fourth.body]) expect(other).toEqual(first)
      expect([second.status, fourth.status]).toEqual([201, 201])
    }
    for (let race = 0; race < 20; race++) expect(await timesOf(`carrera ${race}`, laptop)).toEqual(once)
    const seqs = (await stored()).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, turn) => (seqs[0] ?? 0) + turn))
  })

  test('it is the same for ever, not for ten seconds only', async () => {
    const socket = await opensSocket(community, ana)
    const client_id = crypto.randomUUID()
    const first = await socket.says('de hace tiempo', { client_id })
    community.passes(seconds(3600))
    expect(await socket.says('de hace tiempo', { client_id })).toEqual(first)
    expect((await post(ana, 'de hace tiempo', client_id)).body).toEqual(first)
    expect(await timesOf('de hace tiempo', socket)).toEqual(once)
  })

  test('in capitals it is the same one', async () => {
    const socket = await opensSocket(community, ana)
    const client_id = crypto.randomUUID()
    const first = await socket.says('en mayúsculas', { client_id: client_id.toUpperCase() })
    expect(first.client_id).toBe(client_id)
    expect((await post(ana, 'en mayúsculas', client_id)).body).toEqual(first)
    expect(await timesOf('en mayúsculas', socket)).toEqual(once)
  })

  test('and with other words it is refused, by either way, and the words of then stay', async () => {
    const socket = await opensSocket(community, ana)
    const client_id = crypto.randomUUID()
    const first = done(await post(ana, 'lo que dije', client_id))
    expectRefusal(await post(ana, 'otra cosa', client_id), 409)
    const refused = await socket.says('otra cosa más', { client_id })
    expect(refused).toEqual({ detail: expect.stringMatching(/\S/), code: 'client_id_taken' })
    expect((await stored()).find(({ id }) => id === first.id)).toEqual(first)
    expect(await timesOf('otra cosa', socket)).toEqual({ stored: 0, heard: 0 })
    expect(await timesOf('otra cosa más', socket)).toEqual({ stored: 0, heard: 0 })
  })

  test('words that are the same once they are composed are the same words', async () => {
    const client_id = crypto.randomUUID()
    const first = done(await post(ana, 'mañana', client_id))
    expect((await post(ana, 'man\u0303ana', client_id)).body).toEqual(first)
    expectRefusal(await post(ana, 'mañana ', client_id), 409)
  })

  test('of somebody else it is another message: nobody can take anybody’s', async () => {
    const socket = await opensSocket(community, bruno)
    const client_id = crypto.randomUUID()
    const anas = done(await post(ana, 'de las dos', client_id))
    const brunos = await socket.says('de las dos', { client_id })
    expect(brunos).toMatchObject({ author_id: bruno.id, client_id })
    expect(brunos.id).not.toBe(anas.id)
    expect(await timesOf('de las dos', socket)).toEqual({ stored: 2, heard: 2 })
    expect((await post(bruno, 'y otra cosa', client_id)).status).toBe(409)
  })

  test('it has nothing to do with the same words without one', async () => {
    const socket = await opensSocket(community, ana)
    await socket.says('con y sin', { client_id: crypto.randomUUID() })
    done(await post(ana, 'con y sin'))
    expect(await timesOf('con y sin', socket)).toEqual({ stored: 2, heard: 2 })
  })
})

describe('without one, as the calls of the specification are', () => {
  test('the same words over the socket and by the call within ten seconds are one message', async () => {
    const socket = await opensSocket(community, ana)
    const acknowledged = await socket.says('una vez')
    community.passes(seconds(9))
    expect((await post(ana, 'una vez')).body).toEqual(acknowledged)
    expect(await timesOf('una vez', socket)).toEqual(once)
  })

  test('in the other order too, and the sender may be named or not', async () => {
    const socket = await opensSocket(community, ana)
    const answered = await ana.post<ChatMessage>('/chat/messages', { message: 'otra vez' })
    expect(await socket.says('otra vez', { username: 'Bruno' })).toEqual(answered.body)
    expect(await timesOf('otra vez', socket)).toEqual(once)
  })

  test('at once by both ways, twenty times: one each', async () => {
    const socket = await opensSocket(community, ana)
    for (let race = 0; race < 20; race++) {
      const [acknowledged, answered] = await Promise.all([socket.says(`sin id ${race}`), post(ana, `sin id ${race}`)])
      expect(answered.body).toEqual(acknowledged)
    }
    for (let race = 0; race < 20; race++) expect(await timesOf(`sin id ${race}`, socket)).toEqual(once)
  })

  test('“ok” said twice, each time by both ways, is two messages: not one and not four', async () => {
    const orders: ('socket' | 'call')[][] = [
      ['socket', 'socket', 'call', 'call'],
      ['call', 'call', 'socket', 'socket'],
      ['socket', 'call', 'socket', 'call'],
      ['socket', 'call', 'call', 'socket'],
    ]
    const socket = await opensSocket(community, ana)
    for (const [turn, order] of orders.entries()) {
      const ids: string[] = []
      for (const way of order)
        ids.push(way === 'socket' ? (await socket.says(`ok ${turn}`)).id : done(await post(ana, `ok ${turn}`)).id)
      expect(new Set(ids).size).toBe(2)
      // the oldest one first
      if (turn === 0) expect(ids.slice(2)).toEqual(ids.slice(0, 2))
      expect(await timesOf(`ok ${turn}`, socket)).toEqual({ stored: 2, heard: 2 })
    }
  })

  test('all four at once as well', async () => {
    const socket = await opensSocket(community, ana)
    for (let race = 0; race < 10; race++) {
      const text = `vale ${race}`
      await Promise.all([socket.says(text), post(ana, text), socket.says(text), post(ana, text)])
      expect(await timesOf(text, socket)).toEqual({ stored: 2, heard: 2 })
    }
  })

  test('said twice by the same way it is two', async () => {
    const socket = await opensSocket(community, ana)
    await socket.says('dos por el socket')
    await socket.says('dos por el socket')
    done(await post(ana, 'dos por la llamada'))
    done(await post(ana, 'dos por la llamada'))
    expect(await timesOf('dos por el socket', socket)).toEqual({ stored: 2, heard: 2 })
    expect(await timesOf('dos por la llamada', socket)).toEqual({ stored: 2, heard: 2 })
  })

  test('after ten seconds it is two', async () => {
    const socket = await opensSocket(community, ana)
    await socket.says('demasiado tarde')
    community.passes(seconds(10))
    done(await post(ana, 'demasiado tarde'))
    expect(await timesOf('demasiado tarde', socket)).toEqual({ stored: 2, heard: 2 })
  })

  test('so it is when the clock was set back in between', async () => {
    const socket = await opensSocket(community, ana)
    await socket.says('cambio de hora')
    community.passes(-seconds(3600))
    done(await post(ana, 'cambio de hora'))
    community.passes(seconds(3600))
    expect(await timesOf('cambio de hora', socket)).toEqual({ stored: 2, heard: 2 })
  })

  test('the same words of somebody else are theirs', async () => {
    const socket = await opensSocket(community, ana)
    const [anas, brunos] = [await socket.says('lo mismo'), done(await post(bruno, 'lo mismo'))]
    expect([anas.author_id, brunos.author_id]).toEqual([ana.id, bruno.id])
    expect(await timesOf('lo mismo', socket)).toEqual({ stored: 2, heard: 2 })
  })

  test('other words are other words', async () => {
    const socket = await opensSocket(community, ana)
    const [first, second] = [await socket.says('casi lo mismo'), done(await post(ana, 'casi lo mismo '))]
    expect(second.id).not.toBe(first.id)
  })
})
