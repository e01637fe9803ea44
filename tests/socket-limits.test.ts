// How much one may do with sockets, and what comes of packets that no browser sends.
import { afterAll, describe, expect, test } from 'vitest'
import { foundCommunity } from './support/community.ts'
import { opensLine, opensSocket, passersby, refusalOf, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const { newcomer, somethingIsSaid } = passersby(community, ana)

describe('how much one may', () => {
  test('thirty sockets of one person, and one more is refused with words of its own; another person isn’t', async () => {
    const person = await newcomer()
    const laptop = await community.signIn(person.name)
    const sockets = []
    for (let turn = 0; turn < 30; turn++) sockets.push(await opensSocket(community, turn % 2 === 0 ? person : laptop))
    expect(await refusalOf(community, person)).toBe('too_many')
    expect(await refusalOf(community, laptop)).toBe('too_many')
    expect((await opensSocket(community, bruno)).isOpen()).toBe(true)
    await sockets[7]?.close()
    await until(async () => expect((await opensSocket(community, person)).isOpen()).toBe(true))
    expect(sockets.filter((socket) => socket.isOpen())).toHaveLength(29)
  })

  test('who says goodbye without hanging up is hung up on', async () => {
    const line = await opensLine(community)
    line.send(`40{"token":"${ana.token}"}`)
    await until(() => expect(line.heard().some((packet) => packet.startsWith('40{'))).toBe(true))
    line.send('41')
    await until(() => expect(line.isOpen()).toBe(false))
  })

  test('a packet of more than 64 kB closes the socket it came by, and no other one', async () => {
    const tabs = [await opensSocket(community, ana), await opensSocket(community, ana)]
    const others = await opensSocket(community, bruno)
    tabs[0]?.emit('send_message', { message: 'x'.repeat(70_000) })
    await tabs[0]?.gone
    expect(await tabs[1]?.says('Nosotros seguimos')).toMatchObject({ message: 'Nosotros seguimos' })
    await until(() => expect(others.texts()).toContain('Nosotros seguimos'))
  })

  test('the longest message fits, in whatever way its characters are written', async () => {
    const line = await opensLine(community)
    line.send(`40{"token":"${ana.token}"}`)
    await until(() => expect(line.heard().some((packet) => packet.startsWith('40{'))).toBe(true))
    line.send(`421["send_message",{"message":"${'\\ud83e\\udd89'.repeat(4000)}"}]`)
    await until(() => expect(line.heard().some((packet) => packet.startsWith('431[{"id"'))).toBe(true))
    expect(line.isOpen()).toBe(true)
  })
})

describe('packets that nobody’s browser sends', () => {
  async function aTalker() {
    const line = await opensLine(community)
    line.send(`40{"token":"${ana.token}"}`)
    await until(() => expect(line.heard().some((packet) => packet.startsWith('40{'))).toBe(true))
    return line
  }

  test('keys that reach for prototypes reach nothing', async () => {
    const line = await aTalker()
    line.send('421["send_message",{"__proto__":{"message":"De un prototipo"}}]')
    line.send(
      '422["send_message",{"message":"Con llaves raras","__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}]',
    )
    await until(() => expect(line.heard().some((packet) => packet.startsWith('432['))).toBe(true))
    const answers = line.heard().filter((packet) => /^43[12]\[/.test(packet))
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
  ])('%s is a message like any other', async (packet, message) => {
    const line = await aTalker()
    line.send(packet)
    await until(async () => expect((await ana.get('/chat/messages')).text).toContain(message))
    expect(line.isOpen()).toBe(true)
  })

  test.each([
    ...['42["send_message"]', '421["send_message"]', '421["send_message",null]', '421["send_message",5]'],
    ...['421["send_message",[]]', '421["send_message","hola"]', '421["send_message",{"message":{"length":3}}]'],
    ...['42["user_online",null]', '42["user_offline",[[[]]]]', '42["watch",{"post":"../.."}]', '42["watch",5]'],
    ...['42["typing",{"__proto__":1}]', '42["nada",{"x":1}]', '421["nada"]', '42["__proto__",{}]', '42["constructor"]'],
    ...['431[{"ok":true}]', '439007199254740992[]', '43-1[]', '421e3["typing"]'],
  ])('%s does nothing to anybody', async (packet) => {
    const before = (await ana.get('/chat/messages')).headers.get('x-total-count')
    const others = await opensSocket(community, bruno)
    const line = await aTalker()
    line.send(packet)
    const said = await somethingIsSaid()
    await until(() => expect(others.texts()).toEqual([said]))
    expect(Number((await ana.get('/chat/messages')).headers.get('x-total-count'))).toBe(Number(before) + 1)
  })
})
