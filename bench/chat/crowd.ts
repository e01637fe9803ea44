/** Many members on one server: what they get is counted, not read. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Line, openLine } from '../../tests/support/socket-line.ts'

/** Handshakes under way at once. */
const atOnce = 100
const isMessage = (text: Buffer) => text[0] === 0x34 && text[1] === 0x32 && text[4] === 0x72 // 42["receive_message"
const isAck = (text: Buffer) => text[0] === 0x34 && text[1] === 0x33
const isWelcome = (text: Buffer) => text[0] === 0x34 && text[1] === 0x30

interface Member {
  line: Line
  onAck: (text: Buffer) => void
}

export interface Saturation {
  /** Deliveries counted while it lasted, and the seconds. */
  deliveries: number
  seconds: number
  messages: number
  refused: number
  /** Deliveries that should have been made and weren't, after all was quiet. */
  missing: number
  /** Microseconds of this process's own processor. */
  used: number
}

export interface Latency {
  p50: number
  p99: number
  max: number
  deliveries: number
  missing: number
}

export function makeCrowd(port: number, tokens: string[]) {
  const members: Member[] = []
  let received = 0
  let onMessage: ((text: Buffer) => void) | undefined
  let said = 0

  async function join(index: number) {
    const token = tokens[index % tokens.length] as string
    for (;;) {
      const isIn = await new Promise<boolean>((resolve) => {
        const member: Member = {
          onAck: () => {},
          line: openLine({
            port,
            onText(text) {
              if (isMessage(text)) {
                received += 1
                onMessage?.(text)
              } else if (isAck(text)) member.onAck(text)
              else if (text[0] === 0x30) member.line.say(`40${JSON.stringify({ token })}`)
              else if (isWelcome(text)) {
                members.push(member)
                resolve(true)
              }
            },
          }),
        }
        void member.line.closed.then(() => resolve(false))
      })
      if (isIn) return
      await sleep(200) // as browsers do, they try again
    }
  }

  /** Says something; resolves with whether it was stored. */
  const say = (member: Member, words: string) =>
    new Promise<boolean>((resolve) => {
      said += 1
      const client_id = `00000000-0000-4000-8000-${said.toString(16).padStart(12, '0')}`
      member.onAck = (text) => resolve(text.includes('"seq"'))
      member.line.say(`42${said}${JSON.stringify(['send_message', { message: words, client_id }])}`)
    })

  /** Waits until everybody has everything, or nothing has come for two seconds; what is missing. */
  async function settle(expected: number) {
    for (let last = -1; received < expected && received !== last; ) {
      last = received
      for (let turn = 0; turn < 40 && received < expected; turn++) await sleep(50)
    }
    return expected - received
  }

  return {
    size: () => members.length,
    open: () => members.filter(({ line }) => line.isOpen()).length,
    /** Brings the crowd to `count`; the seconds that took. */
    async grow(count: number) {
      const begun = performance.now()
      let next = members.length
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (next < count) await join(next++)
        }),
      )
      return (performance.now() - begun) / 1000
    },
    /** So many members say one thing after the other, each as soon as the last was acknowledged. */
    async saturate(senders: number, seconds: number): Promise<Saturation> {
      received = 0
      const [tally, used] = [{ messages: 0, refused: 0 }, process.cpuUsage()]
      const begun = performance.now()
      const until = begun + seconds * 1000
      const speaking = members.slice(0, senders).map(async (member) => {
        while (performance.now() < until && member.line.isOpen())
          if (await say(member, 'Lo que se dice en una sala cuando todos hablan a la vez')) tally.messages += 1
          else tally.refused += 1
      })
      const { promise: over, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, seconds * 1000)
      await over
      const [deliveries, taken] = [received, (performance.now() - begun) / 1000]
      const { user, system } = process.cpuUsage(used)
      await Promise.all(speaking)
      const missing = await settle(tally.messages * members.length)
      return { deliveries, seconds: taken, ...tally, missing, used: user + system }
    },
    /** So many messages a second, from one member after the other; milliseconds from sending to each receipt. */
    async speak(perSecond: number, seconds: number): Promise<Latency> {
      received = 0
      const times: number[] = []
      onMessage = (text) => {
        const from = text.indexOf('@') + 1
        if (from > 0) times.push(performance.now() - Number(text.toString('latin1', from, text.indexOf('@', from))))
        else received -= 1 // what others say at the same time
      }
      const count = Math.round(perSecond * seconds)
      const begun = performance.now()
      const saying: Promise<boolean>[] = []
      for (let i = 0; i < count; i++) {
        await sleep(Math.max(0, begun + (i * 1000) / perSecond - performance.now()))
        saying.push(say(members[(i * 7) % members.length] as Member, `@${performance.now()}@ a las doce`))
      }
      if ((await Promise.all(saying)).includes(false)) throw new Error('a message was refused')
      const missing = await settle(count * members.length)
      onMessage = undefined
      times.sort((a, b) => a - b)
      const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
      return { p50: at(0.5), p99: at(0.99), max: at(1), deliveries: times.length, missing }
    },
    leave() {
      for (const { line } of members.splice(0)) line.socket.destroy()
    },
  }
}

export type Crowd = ReturnType<typeof makeCrowd>
