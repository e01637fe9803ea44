// Limits of sockets per person, and packets that no browser sends.
import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readClientAddresses } from '../../../server/http/client-address.ts'
import { limitUnauthenticated } from '../../../server/realtime/unauthenticated.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
import { invalidPackets } from '../../support/server/sockets/invalid-socket-input.ts'
import {
  createBystanders,
  openMemberSocket,
  openRawMember,
  openRawSocket,
  refusalOf,
  until,
} from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const { createPerson: newcomer, expectMessageDelivered: somethingIsSaid } = createBystanders(community, ana)

async function aTalker() {
  const connection = await openRawSocket(community)
  connection.send(`40{"token":"${ana.token}"}`)
  await until(() => expect(connection.heard().some((packet) => packet.startsWith('40{'))).toBe(true))
  return connection
}

describe('limits of sockets', () => {
  test('the thirty-first socket of a person is refused, another person’s first isn’t', async () => {
    const person = await newcomer()
    const laptop = await community.signIn(person.name)
    const sockets = []
    for (let turn = 0; turn < 30; turn++)
      sockets.push(await openMemberSocket(community, turn % 2 === 0 ? person : laptop))
    expect(await refusalOf(community, person)).toBe('too_many')
    expect(await refusalOf(community, laptop)).toBe('too_many')
    expect((await openMemberSocket(community, bruno)).isOpen()).toBe(true)
    await sockets[7]?.close()
    await until(async () => expect((await openMemberSocket(community, person)).isOpen()).toBe(true))
    expect(sockets.filter((socket) => socket.isOpen())).toHaveLength(29)
  })

  test('a client that disconnects from the namespace loses its connection', async () => {
    const connection = await aTalker()
    connection.send('41')
    await until(() => expect(connection.isOpen()).toBe(false))
  })

  test('a packet of more than 64 kB closes its own socket only', async () => {
    const tabs = [await openMemberSocket(community, ana), await openMemberSocket(community, ana)]
    const others = await openMemberSocket(community, bruno)
    tabs[0]?.emit('send_message', { message: 'x'.repeat(70_000) })
    await tabs[0]?.gone
    expect(await tabs[1]?.says('Nosotros seguimos')).toMatchObject({ message: 'Nosotros seguimos' })
    await until(() => expect(others.texts()).toContain('Nosotros seguimos'))
  })

  test('the longest message is accepted in any escaping', async () => {
    const connection = await aTalker()
    connection.send(`421["send_message",{"message":"${'\\ud83e\\udd89'.repeat(4000)}"}]`)
    await until(() => expect(connection.heard().some((packet) => packet.startsWith('431[{"id"'))).toBe(true))
    expect(connection.isOpen()).toBe(true)
  })
})

describe('packets that no browser sends', () => {
  test('events with names of prototypes change no prototype', async () => {
    const connection = await aTalker()
    connection.send('421["send_message",{"__proto__":{"message":"De un prototipo"}}]')
    connection.send(
      '422["send_message",{"message":"Con llaves raras","__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}]',
    )
    await until(() => expect(connection.heard().some((packet) => packet.startsWith('432['))).toBe(true))
    const answers = connection.heard().filter((packet) => /^43[12]\[/.test(packet))
    expect(answers[0]).toContain('"code":"not_valid"')
    expect(answers[1]).toContain('"message":"Con llaves raras"')
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect(({} as Record<string, unknown>).x).toBeUndefined()
    expect((await ana.get('/chat/messages')).text).not.toContain('De un prototipo')
  })

  test.each([
    ['42["send_message",{"message":"sin recibo"}]', 'sin recibo'],
    ['429007199254740991["send_message",{"message":"recibo enorme"}]', 'recibo enorme'],
    ['427["send_message",{"message":"recibo y algo más"},"fn",null]', 'recibo y algo más'],
  ])('%s is an ordinary message', async (packet, message) => {
    const connection = await aTalker()
    connection.send(packet)
    await until(async () => expect((await ana.get('/chat/messages')).text).toContain(message))
    expect(connection.isOpen()).toBe(true)
  })

  test.each([
    ...['42["send_message"]', '421["send_message"]', '421["send_message",null]', '421["send_message",5]'],
    ...['421["send_message",[]]', '421["send_message","hola"]', '421["send_message",{"message":{"length":3}}]'],
    ...['42["user_online",null]', '42["user_offline",[[[]]]]', '42["watch",{"post":"../../../.."}]', '42["watch",5]'],
    ...['42["typing",{"__proto__":1}]', '42["nada",{"x":1}]', '421["nada"]', '42["__proto__",{}]', '42["constructor"]'],
    ...['431[{"ok":true}]', '439007199254740992[]', '43-1[]', '421e3["typing"]'],
  ])('%s has no effect on anybody', async (packet) => {
    const before = Number((await ana.get('/chat/messages')).headers.get('x-total-count'))
    const others = await openMemberSocket(community, bruno)
    const connection = await aTalker()
    connection.send(packet)
    const said = await somethingIsSaid()
    await until(() => expect(others.texts(before)).toEqual([said]))
    expect(Number((await ana.get('/chat/messages')).headers.get('x-total-count'))).toBe(before + 1)
  })
})

test('no invalid packet crashes the server or changes a prototype', async () => {
  const before = Reflect.ownKeys(Object.prototype)
  for (const packet of invalidPackets) {
    let isAnswered = false
    const connection = await openRawMember(community.port, ana, (text) => {
      isAnswered ||= text.toString('latin1', 0, 4) === '4377'
    })
    connection.send(packet)
    // the packet was handled when this is answered, or when the connection is closed
    const isOver = () => {
      if (connection.isOpen() && !isAnswered) connection.send('4277["send_message",{}]')
      return isAnswered || !connection.isOpen()
    }
    await expect.poll(isOver, { interval: 5 }).toBe(true)
    connection.send('9')
    await connection.closed
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

// on a busy machine it ended the whole server
const handshake = (remoteAddress?: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage

test.each([[[]], [['127.0.0.1']]])(
  'a handshake whose connection was closed meanwhile is refused, with the trusted proxies %j',
  (trustedProxies) => {
    const clientAddressOf = readClientAddresses(Fastify(), trustedProxies)
    const { accepts } = limitUnauthenticated(clientAddressOf)
    expect(accepts(handshake())).toBe(false)
    expect(clientAddressOf(handshake())).toBe('')
    expect(accepts(handshake('127.0.0.1'))).toBe(true)
  },
)
