// Table C of ATTACKS-AND-FAULTS.md: nonsense, floods and people who don't read, while Ana and Bruno talk on.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ChatMessage } from '../contract/chat.ts'
import type { ClientEvents, ServerEvents } from '../contract/realtime.ts'
import type { OnlineUser } from '../contract/users.ts'
import { chanceOf } from './support/chance.ts'
import { done, foundCommunity, freshPlace, passwordOf, someone } from './support/community.ts'
import { sendRaw } from './support/raw-http.ts'
import { login, serversOfThisFile } from './support/server-process.ts'
import { frame, type Line, opcodes, openLine, upgrade } from './support/socket-line.ts'
import { nonsense, nonsenseOf } from './support/socket-nonsense.ts'

vi.setConfig({ testTimeout: 60_000 })
const { start } = serversOfThisFile()

let server: Awaited<ReturnType<typeof start>>
let admin: ReturnType<typeof someone>
beforeAll(async () => {
  const place = await freshPlace()
  server = await start(place, { ADMIN_PASSWORD: 'la de siempre', LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' })
  const { access_token } = done(await login(server.origin, 'admin', 'la de siempre'))
  admin = someone(server.origin, access_token)
  return place.remove
})

async function signIn(name: string) {
  await admin.admits(name).catch(() => {}) // in an earlier test
  const { access_token } = done(await login(server.origin, name, passwordOf(name)))
  return { ...someone(server.origin, access_token), token: access_token }
}

type Chat = Socket<ServerEvents, ClientEvents>

async function comesIn(token: string, origin = server.origin) {
  const socket: Chat = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return socket
}

/** Ana and Bruno tell each other something, one after the other, until they are asked what came of it. */
async function anaAndBrunoTalk() {
  const people = await Promise.all(['Ana', 'Bruno'].map(signIn))
  const sockets = await Promise.all(people.map(({ token }) => comesIn(token)))
  const heard = sockets.map(() => [] as string[])
  let cuts = 0
  for (const [i, socket] of sockets.entries())
    socket
      .on('receive_message', ({ message }) => void heard[i]?.push(message))
      .on('disconnect', () => {
        cuts += 1
      })
  const said: string[] = []
  let isOver = false
  const talking = (async () => {
    while (!isOver || said.length < 10) {
      const message = `lo que se dijo en ${said.length}.º lugar, a las ${performance.now()}`
      const answer = await sockets[said.length % 2]?.timeout(20_000).emitWithAck('send_message', { message })
      expect(answer).toMatchObject({ message })
      said.push(message)
      await new Promise((resolve) => setTimeout(resolve, 60)) // slower than their limit of writes
    }
  })()
  talking.catch(() => {}) // is heard of below, if the test comes that far
  return async function everythingWasHeardOnce() {
    isOver = true
    await talking
    const theirs = (all: string[] = []) => all.filter((message) => message.startsWith('lo que se dijo'))
    for (const i of [0, 1]) await expect.poll(() => theirs(heard[i])).toEqual(said)
    expect(cuts).toBe(0)
  }
}

/** A line of somebody who is signed in. */
async function member(token: string): Promise<Line> {
  const welcome = Promise.withResolvers<void>()
  const line: Line = openLine({
    port: server.port,
    onText(text) {
      if (text[0] === 0x30) line.say(`40${JSON.stringify({ token })}`)
      if (text.toString('latin1', 0, 2) === '40') welcome.resolve()
    },
  })
  onTestFinished(() => void line.socket.destroy())
  await Promise.race([welcome.promise, line.closed.then(() => Promise.reject(new Error('not let in')))])
  return line
}

/** A line on which nothing is said yet. */
function openTcp() {
  const line = connect(server.port, '127.0.0.1').on('error', () => {}) // cut off is what it may be
  onTestFinished(() => void line.destroy())
  return { line, closed: new Promise<void>((resolve) => line.once('close', () => resolve())) }
}

/** Megabytes that the server holds. */
const resident = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', `${server.pid}`]).toString()) / 1024

const online = async () =>
  done(await admin.get<{ online_users: OnlineUser[] }>('/auth/online-users')).online_users.map(({ name }) => name)

test('18,000 malformed packets over WebSockets close their own lines, and nobody else’s', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token } = await signIn('Malo')
  const before = resident()
  let sent = 0
  async function attack(worker: number) {
    for (let turn = 0; turn < 60; turn++) {
      // one in three doesn't say who they are first
      const stranger = turn % 3 === 0
      const line = stranger ? openLine({ port: server.port, onText: () => {} }) : await member(token)
      if (stranger) await once(line.socket, 'data')
      for (const bytes of nonsenseOf(worker * 1000 + turn, 30)) {
        line.socket.write(bytes)
        sent += 1
        // mostly read by itself: what comes after the end of a line in one piece with it takes along what came before
        await new Promise(setImmediate)
      }
      await line.closed
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, worker) => attack(worker)))
  expect(sent).toBe(18_000)
  await everythingWasHeardOnce()
  expect(resident() - before).toBeLessThan(150)
})

const polling = (query = '') => `${server.origin}/socket.io/?EIO=4&transport=polling${query}`

/** Begins a conversation by polling; its sid. */
async function beginsPolling() {
  const opening = await (await fetch(polling())).text()
  return (JSON.parse(opening.slice(1)) as { sid: string }).sid
}

test('2,000 malformed packets by polling end their own sessions, and nobody else’s', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token } = await signIn('Malo')
  const chance = chanceOf(7)
  const short = nonsense.filter(({ length }) => length < 2000) // 20 of them fit into what one may say at once
  for (let session = 0; session < 100; session++) {
    const sid = await beginsPolling()
    const say = (body: string) => fetch(polling(`&sid=${sid}`), { method: 'POST', body })
    if (session % 2) {
      await say(`40${JSON.stringify({ token })}`)
      await (await fetch(polling(`&sid=${sid}`))).text()
    }
    const packets = Array.from({ length: 19 }, () => chance.one(short))
    expect((await say([...packets, '9'].join('\u001e'))).status).toBe(200)
    // whoever asks for more is told that it is over, once and for all
    await expect.poll(async () => (await fetch(polling(`&sid=${sid}`))).status, { interval: 5 }).toBe(400)
  }
  await everythingWasHeardOnce()
})

test('a text in fragments of one byte, attachments that never come and thousands of headers cost next to nothing', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token } = await signIn('Malo')
  const before = resident()
  const fragments = Buffer.concat([
    frame('4', opcodes.text, false),
    ...Array.from({ length: 70_000 }, () => frame('a', opcodes.continuation, false)),
  ])
  for (let turn = 0; turn < 3; turn++) {
    const line = await member(token)
    line.socket.write(fragments)
    await line.closed
  }
  const waiting = await Promise.all(Array.from({ length: 20 }, () => member(token)))
  for (const line of waiting) line.say('4510-["send_message",{"_placeholder":true,"num":0}]')
  for (const line of waiting) {
    line.say('42["typing"]')
    await line.closed
  }
  const headers = Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`x${i}`, '']))
  for (const of of [headers, { cookie: 'a'.repeat(15_000) }, { cookie: 'a'.repeat(200_000) }]) {
    const { line, closed } = openTcp()
    line.write(upgrade(of))
    line.on('data', () => line.end())
    await closed
  }
  await everythingWasHeardOnce()
  expect(resident() - before).toBeLessThan(100)
})

test('who sends too many events is cut, who says too much is told so, and the others talk on', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token } = await signIn('Carmen')
  for (const event of ['typing', 'user_online', 'nothing of the kind']) {
    const line = await member(token)
    line.socket.write(Buffer.concat(Array.from({ length: 2000 }, () => frame(`42["${event}"]`))))
    await line.closed
  }
  // coming back gives nobody more
  const again = await member(token)
  again.socket.write(Buffer.concat(Array.from({ length: 150 }, () => frame('42["typing"]'))))
  await again.closed
  const talker = await comesIn((await signIn('Charlatana')).token)
  const answers = await Promise.all(
    Array.from({ length: 280 }, (_, i) => talker.emitWithAck('send_message', { message: `${i}` })),
  )
  const refused = answers.filter((answer) => 'detail' in answer)
  expect(refused.length).toBeGreaterThan(20)
  expect(new Set(refused.map((answer) => ('code' in answer ? answer.code : '')))).toEqual(new Set(['too_often']))
  await everythingWasHeardOnce()
})

test('one person has 30 sockets at most, and a new one as soon as one is gone', async () => {
  const { token } = await signIn('Damián')
  const lines = await Promise.all(Array.from({ length: 30 }, () => member(token)))
  await expect(comesIn(token)).rejects.toThrow('too_many')
  lines[0]?.socket.destroy()
  await expect.poll(() => comesIn(token).then(() => 'in', String)).toBe('in')
})

test('who doesn’t read is let go, and reads everything after coming back', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token, get } = await signIn('Lenta')
  const line = await member(token)
  await expect.poll(online).toContain('Lenta')
  line.socket.pause()
  const before = resident()
  const said: string[] = []
  for (let speaker = 0; speaker < 13; speaker++) {
    const { token } = await signIn(`Orador ${speaker}`)
    const socket = await comesIn(token)
    // first what fills the system's own buffers, then what would fill the server's
    const words = speaker < 2 ? '📜'.repeat(3900) : 'Otra vez. '.repeat(20)
    const answers = await Promise.all(
      Array.from({ length: 195 }, (_, i) =>
        socket.emitWithAck('send_message', { message: `${speaker}/${i} ${words}` }),
      ),
    )
    for (const answer of answers) said.push((answer as ChatMessage).message)
    socket.disconnect()
  }
  await expect.poll(online, { timeout: 10_000 }).not.toContain('Lenta')
  expect(resident() - before).toBeLessThan(200)

  const again = await comesIn(token)
  const heard: string[] = []
  again.on('receive_message', ({ message }) => void heard.push(message))
  const read: ChatMessage[] = []
  for (let after = 0, more = true; more; after = read.at(-1)?.seq ?? 0) {
    const page = done(await get<ChatMessage[]>(`/chat/messages?after=${after}&limit=200`))
    read.push(...page)
    more = page.length === 200
  }
  expect(read.map(({ seq }) => seq)).toEqual(read.map((_, i) => i + 1))
  const theirs = read.map(({ message }) => message).filter((message) => said.includes(message))
  // each in the order of sending, though nobody waited for an answer
  expect(theirs).toEqual(said)
  again.emit('send_message', { message: 'Aquí estoy otra vez' })
  await expect.poll(() => heard).toContain('Aquí estoy otra vez')
  await everythingWasHeardOnce()
})

test('handshakes that are left half-way keep nobody else out: so many from one place, so many in all', async () => {
  const everythingWasHeardOnce = await anaAndBrunoTalk()
  const { token } = await signIn('Elena')
  const knocks = async (from: string) => {
    const { line, closed } = openTcp()
    line.write(upgrade({ 'x-forwarded-for': from }))
    const [answer] = (await once(line, 'data')) as [Buffer]
    line.on('data', (bytes: Buffer) => {
      if (bytes[0] === 0x88) line.end()
    })
    return { status: answer.toString('latin1', 9, 12), closed }
  }
  const ofOne = await Promise.all(Array.from({ length: 150 }, () => knocks('192.0.2.1')))
  expect(ofOne.filter(({ status }) => status === '101')).toHaveLength(100)
  await comesIn(token)
  // of more than all there may be, from many places, the oldest go
  const ofMany = await Promise.all(Array.from({ length: 500 }, (_, i) => knocks(`198.51.100.${i % 250}`)))
  expect(ofMany.filter(({ status }) => status === '101')).toHaveLength(500)
  await comesIn(token)
  // and all go in time
  await Promise.all([...ofOne, ...ofMany].map(({ closed }) => closed))
  await everythingWasHeardOnce()
})

test('50 MB by polling are refused', async () => {
  const before = resident()
  const sid = await beginsPolling()
  const answer = await fetch(polling(`&sid=${sid}`), { method: 'POST', body: new Uint8Array(50 * 2 ** 20) }).then(
    ({ status }) => status,
    () => 'cut',
  )
  expect([413, 'cut']).toContain(answer)
  expect(resident() - before).toBeLessThan(100)
  expect((await admin.get('/health')).status).toBe(200)
})

test('another site’s forms and pages get nowhere, whatever they send along', async () => {
  const { token } = await signIn('Ana')
  const messages = async () => done(await admin.get<ChatMessage[]>('/chat/messages?limit=1'))
  const [was, there] = [await messages(), await online()]
  const fromElsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: `token=${token}` }
  const form = { ...fromElsewhere, 'content-type': 'text/plain', authorization: `Bearer ${token}` }
  const body = `40${JSON.stringify({ token })}\u001e42["send_message",{"message":"robado"}]`
  expect((await fetch(polling(`&token=${token}`), { method: 'POST', headers: form, body })).status).toBe(400)
  expect((await fetch(polling(`&sid=robado`), { method: 'POST', headers: form, body })).status).toBe(400)
  expect((await fetch(polling(), { headers: fromElsewhere })).status).toBe(403)
  expect((await sendRaw(server.port, upgrade(fromElsewhere))).status).toBe(400)
  // with a session of one's own that says nothing of who one is, a token in the address or a header is nothing
  const sid = await beginsPolling()
  await fetch(polling(`&sid=${sid}&token=${token}`), { method: 'POST', headers: form, body: '40{}' })
  const answer = await (await fetch(polling(`&sid=${sid}`))).text()
  expect(answer).toContain('44{"message":"unauthorized"}')
  expect(await messages()).toEqual(was)
  expect(await online()).toEqual(there)
})

test('each kind of nonsense is heard out, and none reaches the prototype of all things', async () => {
  const community = await foundCommunity()
  onTestFinished(() => community.close())
  const { token } = await community.signIn('Ana')
  const before = Reflect.ownKeys(Object.prototype)
  for (const packet of nonsense) {
    const welcome = Promise.withResolvers<void>()
    let isAnswered = false
    const line: Line = openLine({
      port: community.port,
      onText(text) {
        if (text[0] === 0x30) line.say(`40${JSON.stringify({ token })}`)
        else if (text.toString('latin1', 0, 2) === '40') welcome.resolve()
        else if (text.toString('latin1', 0, 4) === '4377') isAnswered = true
      },
    })
    await welcome.promise
    line.say(packet)
    // it was heard when this is answered, or when there is nobody left to answer to
    const isOver = () => {
      if (line.isOpen() && !isAnswered) line.say('4277["send_message",{}]')
      return isAnswered || !line.isOpen()
    }
    await expect.poll(isOver, { interval: 5 }).toBe(true)
    line.say('9')
    await line.closed
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
