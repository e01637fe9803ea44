// Table C of ATTACKS-AND-FAULTS.md: malformed packets, floods and slow readers, while Ana and Bruno exchange messages.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { OnlineUser } from '../../../contract/presence.ts'
import { createRandom } from '../../../tools/random.ts'
import { frame, opcodes, openRawWebSocket, upgrade } from '../../../tools/websocket-connection.ts'
import { inFull } from '../../support/in-full.ts'
import { createLocation, expectDone } from '../../support/server/community.ts'
import { hipatiasServer, serversOfThisFile, signIn } from '../../support/server/processes/server-process.ts'
import { invalidPackets, randomInvalidFrames } from '../../support/server/sockets/invalid-socket-input.ts'
import { openMemberSocket, openRawMember } from '../../support/server/sockets/sockets.ts'

const { start } = serversOfThisFile()

let server: Awaited<ReturnType<typeof start>>
let hipatia: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  const place = await createLocation()
  server = await start(place, { ...hipatiasServer, LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' })
  hipatia = await signIn(server.origin, 'Hipatia')
  return place.remove
})

async function admit(name: string) {
  await hipatia.createsAccount(name).catch(() => {}) // exists already from an earlier test
  return signIn(server.origin, name)
}

/** Ana and Bruno send each other messages in turns; the returned function stops them and checks the deliveries. */
async function startConversation() {
  const people = await Promise.all(['Ana', 'Bruno'].map(admit))
  const sockets = await Promise.all(people.map((person) => openMemberSocket(server, person)))
  const said: string[] = []
  let isOver = false
  const talking = (async () => {
    while (!isOver || said.length < 10) {
      const message = `lo que se dijo en ${said.length}.º lugar, a las ${performance.now()}`
      expect(await sockets[said.length % 2]?.says(message)).toMatchObject({ message })
      said.push(message)
      await new Promise((resolve) => setTimeout(resolve, 250)) // not faster than the limit of their messages
    }
  })()
  talking.catch(() => {}) // a failure is reported below, if the test gets that far
  return async function expectAllDelivered() {
    isOver = true
    await talking
    for (const { texts, isOpen } of sockets) {
      const theirs = () => texts().filter((message) => message.startsWith('lo que se dijo'))
      await expect.poll(theirs).toEqual(said)
      expect(isOpen()).toBe(true)
    }
  }
}

/** A TCP connection without any request. */
function openTcp() {
  const connection = connect(server.port, '127.0.0.1').on('error', () => {}) // the server may cut it
  onTestFinished(() => void connection.destroy())
  return { connection, closed: new Promise<void>((resolve) => connection.once('close', () => resolve())) }
}

/** Resident memory of the server, in megabytes. */
const residentMegabytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', `${server.pid}`]).toString()) / 1024

async function online() {
  const { online_users } = expectDone(await hipatia.get<{ online_users: OnlineUser[] }>('/auth/online-users'))
  return online_users.map(({ name }) => name)
}

test('thousands of malformed packets over WebSockets close only their own connections', async () => {
  const expectAllDelivered = await startConversation()
  const malo = await admit('Malo')
  const before = residentMegabytes()
  const turns = inFull(60, 6)
  let sent = 0
  async function attack(worker: number) {
    for (let turn = 0; turn < turns; turn++) {
      // every third connection is unauthenticated
      const isUnauthenticated = turn % 3 === 0
      const connection = isUnauthenticated
        ? openRawWebSocket({ port: server.port, onText: () => {} })
        : await openRawMember(server.port, malo)
      if (isUnauthenticated) await once(connection.socket, 'data')
      for (const bytes of randomInvalidFrames(worker * 1000 + turn, 30)) {
        connection.socket.write(bytes)
        sent += 1
        // usually in a read of its own: the server drops packets that arrive together with the end of a connection
        await new Promise(setImmediate)
      }
      await connection.closed
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, worker) => attack(worker)))
  expect(sent).toBe(300 * turns)
  await expectAllDelivered()
  expect(residentMegabytes() - before).toBeLessThan(150)
})

const polling = (query = '') => `${server.origin}/socket.io/?EIO=4&transport=polling${query}`

/** Begins a session by polling; its sid. */
async function beginPolling() {
  const opening = await (await fetch(polling())).text()
  return (JSON.parse(opening.slice(1)) as { sid: string }).sid
}

test('hundreds of malformed packets by polling end only their own sessions', async () => {
  const expectAllDelivered = await startConversation()
  const { token } = await admit('Malo')
  const chance = createRandom(7)
  const short = invalidPackets.filter(({ length }) => length < 2000) // 20 of them fit into the limit of events at once
  for (let session = 0; session < inFull(100, 10); session++) {
    const sid = await beginPolling()
    const say = (body: string) => fetch(polling(`&sid=${sid}`), { method: 'POST', body })
    if (session % 2) {
      await say(`40${JSON.stringify({ token })}`)
      await (await fetch(polling(`&sid=${sid}`))).text()
    }
    const packets = Array.from({ length: 19 }, () => chance.one(short))
    expect((await say([...packets, '9'].join('\u001e'))).status).toBe(200)
    // the session is closed for good: another poll is refused
    await expect.poll(async () => (await fetch(polling(`&sid=${sid}`))).status, { interval: 5 }).toBe(400)
  }
  await expectAllDelivered()
})

test('fragments of one byte, missing attachments and thousands of headers cost little', async () => {
  const expectAllDelivered = await startConversation()
  const malo = await admit('Malo')
  const before = residentMegabytes()
  const fragments = Buffer.concat([
    frame('4', opcodes.text, false),
    ...Array.from({ length: 70_000 }, () => frame('a', opcodes.continuation, false)),
  ])
  for (let turn = 0; turn < 3; turn++) {
    const connection = await openRawMember(server.port, malo)
    connection.socket.write(fragments)
    await connection.closed
  }
  const waiting = await Promise.all(Array.from({ length: 20 }, () => openRawMember(server.port, malo)))
  for (const connection of waiting) connection.send('4510-["send_message",{"_placeholder":true,"num":0}]')
  for (const connection of waiting) {
    connection.send('42["typing"]')
    await connection.closed
  }
  const headers = Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`x${i}`, '']))
  for (const of of [headers, { cookie: 'a'.repeat(15_000) }, { cookie: 'a'.repeat(200_000) }]) {
    const { connection, closed } = openTcp()
    connection.write(upgrade(of))
    connection.on('data', () => connection.end())
    await closed
  }
  await expectAllDelivered()
  expect(residentMegabytes() - before).toBeLessThan(100)
})

test('too many events cut the socket, too many messages are refused, and others aren’t affected', async () => {
  const expectAllDelivered = await startConversation()
  const carmen = await admit('Carmen')
  for (const event of ['typing', 'user_online', 'nothing of the kind']) {
    const connection = await openRawMember(server.port, carmen)
    connection.socket.write(Buffer.concat(Array.from({ length: 2000 }, () => frame(`42["${event}"]`))))
    await connection.closed
  }
  // reconnecting doesn't reset the limit of 300, of which 30 come back in a second
  const again = await openRawMember(server.port, carmen)
  again.socket.write(Buffer.concat(Array.from({ length: 290 }, () => frame('42["typing"]'))))
  await again.closed
  const talker = await openMemberSocket(server, await admit('Charlatana'))
  const answers = await Promise.all(Array.from({ length: 280 }, (_, i) => talker.says(`${i}`)))
  const refused = answers.filter(({ detail }) => detail !== undefined)
  expect(refused.length).toBeGreaterThan(20)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too_often']))
  await expectAllDelivered()
})

test('a slow reader is cut, and gets everything after reconnecting', async () => {
  const expectAllDelivered = await startConversation()
  const lenta = await admit('Lenta')
  const connection = await openRawMember(server.port, lenta)
  await expect.poll(online).toContain('Lenta')
  connection.socket.pause()
  const before = residentMegabytes()
  const said: string[] = []
  const long = '📜'.repeat(3900)
  // they fill the system's buffers, and would fill the server's
  for (let speaker = 0; speaker < 90 && (await online()).includes('Lenta'); speaker++) {
    const { says, close } = await openMemberSocket(server, await admit(`Orador ${speaker}`))
    const answers = await Promise.all(Array.from({ length: 29 }, (_, i) => says(`${speaker}/${i} ${long}`)))
    said.push(...answers.map(({ message }) => message))
    await close()
  }
  await expect.poll(online, { timeout: 10_000 }).not.toContain('Lenta')
  expect(residentMegabytes() - before).toBeLessThan(200)

  const again = await openMemberSocket(server, lenta)
  const read: ChatMessage[] = []
  for (let after = 0, more = true; more; after = read.at(-1)?.seq ?? 0) {
    const page = expectDone(await lenta.get<ChatMessage[]>(`/chat/messages?after=${after}&limit=200`))
    read.push(...page)
    more = page.length > 0
  }
  expect(read.map(({ seq }) => seq)).toEqual(read.map((_, i) => i + 1))
  const theirs = read.map(({ message }) => message).filter((message) => said.includes(message))
  // each in the order of sending, although the senders didn't wait for answers
  expect(theirs).toEqual(said)
  await again.says('Aquí estoy otra vez')
  await expect.poll(() => again.texts()).toContain('Aquí estoy otra vez')
  await expectAllDelivered()
})

test('unfinished handshakes are limited per network and in total, and keep nobody else out', async () => {
  const expectAllDelivered = await startConversation()
  const elena = await admit('Elena')
  const startHandshake = async (from: string) => {
    const { connection, closed } = openTcp()
    connection.write(upgrade({ 'x-forwarded-for': from }))
    const [answer] = (await once(connection, 'data')) as [Buffer]
    connection.on('data', (bytes: Buffer) => {
      if (bytes[0] === 0x88) connection.end()
    })
    return { status: answer.toString('latin1', 9, 12), closed }
  }
  const ofOne = await Promise.all(Array.from({ length: 150 }, () => startHandshake('192.0.2.1')))
  expect(ofOne.filter(({ status }) => status === '101')).toHaveLength(100)
  await openMemberSocket(server, elena)
  // beyond the total limit, from many networks, the oldest are closed
  const ofMany = await Promise.all(Array.from({ length: 500 }, (_, i) => startHandshake(`198.51.100.${i % 250}`)))
  expect(ofMany.filter(({ status }) => status === '101')).toHaveLength(500)
  await openMemberSocket(server, elena)
  // all are closed in time
  await Promise.all([...ofOne, ...ofMany].map(({ closed }) => closed))
  await expectAllDelivered()
})

test('a request of 50 MB to a polling session is refused', async () => {
  const before = residentMegabytes()
  const sid = await beginPolling()
  const answer = await fetch(polling(`&sid=${sid}`), { method: 'POST', body: new Uint8Array(50 * 2 ** 20) }).then(
    ({ status }) => status,
    () => 'cut',
  )
  expect([413, 'cut']).toContain(answer)
  expect(residentMegabytes() - before).toBeLessThan(100)
  expect((await hipatia.get('/health')).status).toBe(200)
})
