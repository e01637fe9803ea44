/**
 * Attacks of hostile clients, in a process of its own: the parent sends the attack to run, and gets a report.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { frame, openRawWebSocket, type RawWebSocket } from '../../tools/websocket-connection.ts'
import type { AttackKind, AttackOrder } from './hostile.ts'

type Attack = (order: AttackOrder, deadline: number) => Promise<string>

const isOver = (deadline: number) => performance.now() >= deadline

/** Connects with this handshake and waits for the server's answer, which may be a refusal. */
async function connect(port: number, auth: object, headers: Record<string, string> = {}): Promise<RawWebSocket> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const connection: RawWebSocket = openRawWebSocket({
    port,
    headers,
    onText(text) {
      if (text[0] === 0x30) connection.send(`40${JSON.stringify(auth)}`)
      else if (text[0] === 0x34) resolve()
    },
  })
  await Promise.race([promise, connection.closed])
  return connection
}

/** Repeats an attack in eight parallel loops until the deadline; returns the count of attacks. */
async function repeat(deadline: number, attack: () => Promise<unknown>, delayMs = 0) {
  let count = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver(deadline)) {
        await attack()
        count += 1
        if (delayMs) await sleep(delayMs)
      }
    }),
  )
  return count
}

const packets = [
  ...['9', '45', '42[', '42{}', '4', '42[1]', '43', '42["__proto__",{}]', '42["error"]', '42["connect"]'],
  ...['451000000-["send_message",{"_placeholder":true,"num":0}]', '452-["x",{"_placeholder":true,"num":0}]'],
  ...['42["send_message",null]', '429007199254740992["send_message",{}]', `42["send_message",${'['.repeat(9000)}`],
]

const attacks: Record<AttackKind, Attack> = {
  async tokens({ port, expired }, deadline) {
    let turn = 0
    const nextAuth = () =>
      [{ token: randomBytes(32).toString('base64url') }, { token: expired }, {}][turn++ % 3] as object
    const count = await repeat(deadline, async () => (await connect(port, nextAuth())).socket.destroy(), 5)
    return `${count} handshakes`
  },
  async origins({ port, tokens: [token] }, deadline) {
    const count = await repeat(deadline, () => connect(port, { token }, { origin: 'https://evil.example' }), 5)
    return `${count} handshakes`
  },
  async malformed({ port, tokens: [token] }, deadline) {
    let sent = 0
    const delayMs = ((deadline - performance.now()) * 8) / (20_000 / 20)
    await repeat(
      deadline,
      async () => {
        const connection = await connect(port, { token })
        connection.socket.write(
          Buffer.concat(Array.from({ length: 20 }, () => frame(packets[sent++ % packets.length] ?? ''))),
        )
        await Promise.race([connection.closed, sleep(200)])
        connection.socket.destroy()
      },
      delayMs,
    )
    return `${sent} packets`
  },
  async floods({ port, tokens }, deadline) {
    let [sent, cuts] = [0, 0]
    await Promise.all(
      tokens.slice(0, 4).map(async (token) => {
        while (!isOver(deadline)) {
          const connection = await connect(port, { token })
          while (connection.isOpen() && !isOver(deadline)) {
            for (let i = 0; i < 5; i++) connection.send(`42["typing"]`)
            for (let i = 0; i < 5; i++) connection.send(`42${sent}["send_message",{"message":"otra vez ${sent++}"}]`)
            await sleep(20)
          }
          cuts += 1
        }
      }),
    )
    return `${sent * 2} events, cut ${cuts} times`
  },
  async slow({ port, tokens }, deadline) {
    const readers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => connect(port, { token: tokens[i % tokens.length] })),
    )
    for (const { socket } of readers) socket.pause()
    // a sender of long messages, which the others don't read
    let sent = 0
    const sender = await connect(port, { token: tokens.at(-1) })
    while (!isOver(deadline)) {
      sender.send(`42${sent}["send_message",{"message":"${sent++} ${'x'.repeat(3900)}"}]`)
      await sleep(60)
    }
    return `${sent} long messages`
  },
  async halfOpen({ port }, deadline) {
    const connections: RawWebSocket[] = []
    while (!isOver(deadline)) {
      const open = connections.filter((connection) => connection.isOpen())
      for (let i = open.length; i < 1000; i++) open.push(openRawWebSocket({ port, onText: () => {} }))
      connections.splice(0, connections.length, ...open)
      await sleep(250)
    }
    return `${connections.length} at the end`
  },
}

process.on('message', async (order: AttackOrder) => {
  const deadline = performance.now() + order.seconds * 1000
  process.send?.('started')
  process.send?.(await attacks[order.kind](order, deadline))
})
