/** What people do who mean ill, in a process of their own: told what by its parent, it says what it did and ends. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { frame, type Line, openLine } from '../../tests/support/socket-line.ts'
import type { Mischief, Orders } from './hostile.ts'

type Attack = (orders: Orders, until: number) => Promise<string>

const isOver = (until: number) => performance.now() >= until

/** A line of whoever says this of themselves, once the server has answered that; it may be a refusal. */
async function comesIn(port: number, auth: object, headers: Record<string, string> = {}): Promise<Line> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const line: Line = openLine({
    port,
    headers,
    onText(text) {
      if (text[0] === 0x30) line.say(`40${JSON.stringify(auth)}`)
      else if (text[0] === 0x34) resolve()
    },
  })
  await Promise.race([promise, line.closed])
  return line
}

/** One after the other in eight places, until it is over; how many there were. */
async function again(until: number, attack: () => Promise<unknown>, pause = 0) {
  let count = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver(until)) {
        await attack()
        count += 1
        if (pause) await sleep(pause)
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

const attacks: Record<Mischief, Attack> = {
  async tokens({ port, expired }, until) {
    let turn = 0
    const given = () => [{ token: randomBytes(32).toString('base64url') }, { token: expired }, {}][turn++ % 3] as object
    const count = await again(until, async () => (await comesIn(port, given())).socket.destroy(), 5)
    return `${count} handshakes`
  },
  async origins({ port, tokens: [token] }, until) {
    const count = await again(until, () => comesIn(port, { token }, { origin: 'https://evil.example' }), 5)
    return `${count} handshakes`
  },
  async nonsense({ port, tokens: [token] }, until) {
    let sent = 0
    const pause = ((until - performance.now()) * 8) / (20_000 / 20)
    await again(
      until,
      async () => {
        const line = await comesIn(port, { token })
        line.socket.write(
          Buffer.concat(Array.from({ length: 20 }, () => frame(packets[sent++ % packets.length] ?? ''))),
        )
        await Promise.race([line.closed, sleep(200)])
        line.socket.destroy()
      },
      pause,
    )
    return `${sent} packets`
  },
  async floods({ port, tokens }, until) {
    let [sent, cuts] = [0, 0]
    await Promise.all(
      tokens.slice(0, 4).map(async (token) => {
        while (!isOver(until)) {
          const line = await comesIn(port, { token })
          while (line.isOpen() && !isOver(until)) {
            for (let i = 0; i < 5; i++) line.say(`42["typing"]`)
            for (let i = 0; i < 5; i++) line.say(`42${sent}["send_message",{"message":"otra vez ${sent++}"}]`)
            await sleep(20)
          }
          cuts += 1
        }
      }),
    )
    return `${sent * 2} events, cut ${cuts} times`
  },
  async slow({ port, tokens }, until) {
    const lines = await Promise.all(
      Array.from({ length: 100 }, (_, i) => comesIn(port, { token: tokens[i % tokens.length] })),
    )
    for (const { socket } of lines) socket.pause()
    // and one who gives them much to read
    let said = 0
    const speaking = await comesIn(port, { token: tokens.at(-1) })
    while (!isOver(until)) {
      speaking.say(`42${said}["send_message",{"message":"${said++} ${'x'.repeat(3900)}"}]`)
      await sleep(60)
    }
    return `${said} long messages`
  },
  async halfway({ port }, until) {
    const lines: Line[] = []
    while (!isOver(until)) {
      const open = lines.filter((line) => line.isOpen())
      for (let i = open.length; i < 1000; i++) open.push(openLine({ port, onText: () => {} }))
      lines.splice(0, lines.length, ...open)
      await sleep(250)
    }
    return `${lines.length} at the end`
  },
}

process.on('message', async (orders: Orders) => {
  const until = performance.now() + orders.seconds * 1000
  process.send?.('ready')
  process.send?.(await attacks[orders.kind](orders, until))
})
