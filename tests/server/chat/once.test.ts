// @databases both
// A message sent by socket and by request is stored and delivered once (DECISIONS §2, "Chat").
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Problem } from '../../../contract/index.ts'
import { type Answer, communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { type OpenSocket, openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const post = (who: Person, message: string, client_id?: string): Promise<Answer<ChatMessage & Problem>> =>
  who.post('/chat/messages', { username: who.name, message, message_type: 'text', client_id })
const stored = async () => expectDone(await bruno.get<ChatMessage[]>('/chat/messages?limit=200'))
const howOften = (messages: ChatMessage[], text: string) => messages.filter(({ message }) => message === text).length

/** Counts of a text in the database and among the events of this socket, after a later message has arrived. */
async function timesOf(text: string, socket: OpenSocket) {
  community.advanceClock(seconds(20))
  const mark = `marca ${crypto.randomUUID()}`
  expectDone(await post(bruno, mark))
  await until(() => expect(socket.texts()).toContain(mark))
  return { stored: howOften(await stored(), text), heard: howOften(socket.messages(), text) }
}
const once = { stored: 1, heard: 1 }

describe('a message with a client_id', () => {
  test('sent over the socket and by a request, in either order, is stored once, with the same answer', async () => {
    const socket = await openMemberSocket(community, ana)
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const acknowledged = await socket.says('primero el socket', { client_id: one })
    expect(acknowledged).toMatchObject({ client_id: one, author_id: ana.id })
    expect(await post(ana, 'primero el socket', one)).toMatchObject({ status: 201, body: acknowledged })
    const answered = await post(ana, 'primero la llamada', two)
    expect(await socket.says('primero la llamada', { client_id: two })).toEqual(answered.body)
    for (const text of ['primero el socket', 'primero la llamada']) expect(await timesOf(text, socket)).toEqual(once)
  })

  test('sent twenty times at once by both ways from two devices is stored once, with the same answer', async () => {
    const [phone, laptop] = [await openMemberSocket(community, ana), await openMemberSocket(community, ana)]
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

  test('is recognized without a time limit, not for ten seconds only, and in capitals', async () => {
    const socket = await openMemberSocket(community, ana)
    const client_id = crypto.randomUUID()
    const first = await socket.says('de hace tiempo', { client_id: client_id.toUpperCase() })
    expect(first.client_id).toBe(client_id)
    community.advanceClock(seconds(3600))
    expect(await socket.says('de hace tiempo', { client_id })).toEqual(first)
    expect((await post(ana, 'de hace tiempo', client_id)).body).toEqual(first)
    expect(await timesOf('de hace tiempo', socket)).toEqual(once)
  })

  test('with another text than its first is refused either way, but not with the same after normalization', async () => {
    const socket = await openMemberSocket(community, ana)
    const client_id = crypto.randomUUID()
    const first = expectDone(await post(ana, 'lo que dije mañana', client_id))
    for (const text of ['otra cosa', 'lo que dije mañana ']) expectRefusal(await post(ana, text, client_id), 409)
    const refused = await socket.says('otra cosa más', { client_id })
    expect(refused).toEqual({ detail: expect.stringMatching(/\S/), code: 'client_id_taken' })
    expect((await post(ana, 'lo que dije man\u0303ana', client_id)).body).toEqual(first)
    expect((await stored()).find(({ id }) => id === first.id)).toEqual(first)
    expect(await timesOf('otra cosa', socket)).toEqual({ stored: 0, heard: 0 })
    expect(await timesOf('otra cosa más', socket)).toEqual({ stored: 0, heard: 0 })
  })

  test('is another one than the same text of another person with that client_id, or without a client_id', async () => {
    const socket = await openMemberSocket(community, bruno)
    const client_id = crypto.randomUUID()
    const anas = expectDone(await post(ana, 'de las dos', client_id))
    const brunos = await socket.says('de las dos', { client_id })
    expect(brunos).toMatchObject({ author_id: bruno.id, client_id })
    expect(brunos.id).not.toBe(anas.id)
    expectDone(await post(bruno, 'de las dos'))
    expect(await timesOf('de las dos', socket)).toEqual({ stored: 3, heard: 3 })
    expect((await post(bruno, 'y otra cosa', client_id)).status).toBe(409)
  })
})

describe('a message without a client_id, as in the specification', () => {
  test('sent by a request and over the socket within ten seconds, in either order, is stored once, whatever sender it names', async () => {
    const socket = await openMemberSocket(community, ana)
    const acknowledged = await socket.says('una vez')
    community.advanceClock(seconds(9))
    expect((await post(ana, 'una vez')).body).toEqual(acknowledged)
    expect(await timesOf('una vez', socket)).toEqual(once)
    const answered = await ana.post<ChatMessage>('/chat/messages', { message: 'otra vez' })
    expect(await socket.says('otra vez', { username: 'Bruno' })).toEqual(answered.body)
    expect(await timesOf('otra vez', socket)).toEqual(once)
  })

  test('sent at once by both ways is stored once, twenty times in a row, and sent twice so it is two messages', async () => {
    const socket = await openMemberSocket(community, ana)
    for (let race = 0; race < 20; race++) {
      const [acknowledged, answered] = await Promise.all([socket.says(`sin id ${race}`), post(ana, `sin id ${race}`)])
      expect(answered.body).toEqual(acknowledged)
    }
    for (let race = 0; race < 20; race++) expect(await timesOf(`sin id ${race}`, socket)).toEqual(once)
    for (let race = 0; race < 10; race++) {
      const text = `vale ${race}`
      await Promise.all([socket.says(text), post(ana, text), socket.says(text), post(ana, text)])
      expect(await timesOf(text, socket)).toEqual({ stored: 2, heard: 2 })
    }
  })

  test('“ok” sent twice, each time by both ways, is two messages', async () => {
    const orders: ('socket' | 'call')[][] = [
      ['socket', 'socket', 'call', 'call'],
      ['call', 'call', 'socket', 'socket'],
      ['socket', 'call', 'socket', 'call'],
      ['socket', 'call', 'call', 'socket'],
    ]
    const socket = await openMemberSocket(community, ana)
    for (const [turn, order] of orders.entries()) {
      const ids: string[] = []
      for (const way of order)
        ids.push(way === 'socket' ? (await socket.says(`ok ${turn}`)).id : expectDone(await post(ana, `ok ${turn}`)).id)
      expect(new Set(ids).size).toBe(2)
      // the oldest first
      if (turn === 0) expect(ids.slice(2)).toEqual(ids.slice(0, 2))
      expect(await timesOf(`ok ${turn}`, socket)).toEqual({ stored: 2, heard: 2 })
    }
  })

  test('sent twice by the same way, or later, or after the clock was set back, is two messages', async () => {
    const socket = await openMemberSocket(community, ana)
    const bySocket = (text: string) => socket.says(text)
    const byCall = async (text: string) => expectDone(await post(ana, text))
    for (const [text, first, pause, second] of [
      ['dos por el socket', bySocket, 0, bySocket],
      ['dos por la llamada', byCall, 0, byCall],
      ['demasiado tarde', bySocket, 10, byCall],
      ['cambio de hora', bySocket, -3600, byCall],
    ] as const) {
      await first(text)
      community.advanceClock(seconds(pause))
      await second(text)
      if (pause < 0) community.advanceClock(seconds(-pause))
      expect([text, await timesOf(text, socket)]).toEqual([text, { stored: 2, heard: 2 }])
    }
  })

  test('with another person’s text, or with another text, is a message of its own', async () => {
    const socket = await openMemberSocket(community, ana)
    const [anas, brunos] = [await socket.says('lo mismo'), expectDone(await post(bruno, 'lo mismo'))]
    expect([anas.author_id, brunos.author_id]).toEqual([ana.id, bruno.id])
    expect(await timesOf('lo mismo', socket)).toEqual({ stored: 2, heard: 2 })
    expect(expectDone(await post(ana, 'lo mismo ')).id).not.toBe(anas.id)
  })
})
