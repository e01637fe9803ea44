/** Members of one server. Their messages are counted, not parsed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openRawWebSocket, type RawWebSocket } from '../../tools/websocket-connection.ts'

const maxHandshakes = 100
const isMessage = (text: Buffer) => text[0] === 0x34 && text[1] === 0x32 && text[4] === 0x72 // 42["receive_message"
const isAck = (text: Buffer) => text[0] === 0x34 && text[1] === 0x33
const isConnected = (text: Buffer) => text[0] === 0x34 && text[1] === 0x30

interface Member {
  socket: RawWebSocket
  onAck: (text: Buffer) => void
}

export interface Saturation {
  deliveries: number
  seconds: number
  messages: number
  refused: number
  /** Expected deliveries that never arrived. */
  missing: number
  /** Microseconds of processor time of this process. */
  used: number
}

export interface Latency {
  p50: number
  p99: number
  max: number
  deliveries: number
  missing: number
}

export function createCrowd(port: number, tokens: string[]) {
  const members: Member[] = []
  let received = 0
  let onMessage: ((text: Buffer) => void) | undefined
  let sentCount = 0

  async function join(index: number) {
    const token = tokens[index % tokens.length] as string
    for (;;) {
      const hasJoined = await new Promise<boolean>((resolve) => {
        const member: Member = {
          onAck: () => {},
          socket: openRawWebSocket({
            port,
            onText(text) {
              if (isMessage(text)) {
                received += 1
                onMessage?.(text)
              } else if (isAck(text)) member.onAck(text)
              else if (text[0] === 0x30) member.socket.send(`40${JSON.stringify({ token })}`)
              else if (isConnected(text)) {
                members.push(member)
                resolve(true)
              }
            },
          }),
        }
        void member.socket.closed.then(() => resolve(false))
      })
      if (hasJoined) return
      await sleep(200) // browsers retry too
    }
  }

  /** Sends a message; resolves to true if it was stored. */
  const sendMessage = (member: Member, message: string) =>
    new Promise<boolean>((resolve) => {
      sentCount += 1
      const client_id = `00000000-0000-4000-8000-${sentCount.toString(16).padStart(12, '0')}`
      member.onAck = (text) => resolve(text.includes('"seq"'))
      member.socket.send(`42${sentCount}${JSON.stringify(['send_message', { message, client_id }])}`)
    })

  /** Waits until every delivery has arrived, or two seconds without any; returns the count of missing ones. */
  async function waitForDeliveries(expected: number) {
    for (let last = -1; received < expected && received !== last; ) {
      last = received
      for (let turn = 0; turn < 40 && received < expected; turn++) await sleep(50)
    }
    return expected - received
  }

  return {
    size: () => members.length,
    open: () => members.filter(({ socket }) => socket.isOpen()).length,
    /** Grows the crowd to `count`; returns the seconds needed. */
    async grow(count: number) {
      const start = performance.now()
      let next = members.length
      await Promise.all(
        Array.from({ length: maxHandshakes }, async () => {
          while (next < count) await join(next++)
        }),
      )
      return (performance.now() - start) / 1000
    },
    /** Lets `senders` members send serially, each message as soon as the last was acknowledged. */
    async saturate(senders: number, seconds: number): Promise<Saturation> {
      received = 0
      const [tally, used] = [{ messages: 0, refused: 0 }, process.cpuUsage()]
      const start = performance.now()
      const deadline = start + seconds * 1000
      const sending = members.slice(0, senders).map(async (member) => {
        while (performance.now() < deadline && member.socket.isOpen())
          if (await sendMessage(member, 'Lo que se dice en una sala cuando todos hablan a la vez')) tally.messages += 1
          else tally.refused += 1
      })
      await sleep(seconds * 1000)
      const [deliveries, taken] = [received, (performance.now() - start) / 1000]
      const { user, system } = process.cpuUsage(used)
      await Promise.all(sending)
      const missing = await waitForDeliveries(tally.messages * members.length)
      return { deliveries, seconds: taken, ...tally, missing, used: user + system }
    },
    /**
     * Sends `perSecond` messages, from one member after the other; measures milliseconds from sending to each receipt.
     */
    async sendSteadily(perSecond: number, seconds: number): Promise<Latency> {
      received = 0
      const times: number[] = []
      onMessage = (text) => {
        const from = text.indexOf('@') + 1
        if (from > 0) times.push(performance.now() - Number(text.toString('latin1', from, text.indexOf('@', from))))
        else received -= 1 // messages of other senders
      }
      const count = Math.round(perSecond * seconds)
      const start = performance.now()
      const sending: Promise<boolean>[] = []
      for (let i = 0; i < count; i++) {
        await sleep(Math.max(0, start + (i * 1000) / perSecond - performance.now()))
        sending.push(sendMessage(members[(i * 7) % members.length] as Member, `@${performance.now()}@ a las doce`))
      }
      if ((await Promise.all(sending)).includes(false)) throw new Error('a message was refused')
      const missing = await waitForDeliveries(count * members.length)
      onMessage = undefined
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
      return { p50: at(0.5), p99: at(0.99), max: at(1), deliveries: times.length, missing }
    },
    disconnect() {
      for (const { socket } of members.splice(0)) socket.socket.destroy()
    },
  }
}

export type Crowd = ReturnType<typeof createCrowd>
