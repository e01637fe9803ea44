import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Latency } from './crowd.ts'
import { startCrowds } from './crowds.ts'
import type { LoadOptions } from './load.ts'
import { letPeopleIn } from './people.ts'
import { endWithUs, load, makeDesk, median, residentMegabytes, startAlejandria } from './processes.ts'

/** Clients that mean well, what they say in a second; rounds alone and as many beside each mischief, and their seconds. */
const clients = 200
const perSecond = 10
const rounds = 3
const roundLasts = 3.5

/** Each in a process of its own for the length of a round, beside a round without it. */
const mischief = ['tokens', 'origins', 'nonsense', 'floods', 'slow', 'halfway'] as const
export type Mischief = (typeof mischief)[number]

export interface Orders {
  kind: Mischief
  port: number
  seconds: number
  tokens: string[]
  /** Of a session that was ended. */
  expired: string
}

const told: Record<Mischief, string> = {
  tokens: 'wrong, ended and missing tokens',
  origins: 'foreign origins',
  nonsense: '20,000 malformed packets',
  floods: '500 events/s from four members',
  slow: '100 who never read',
  halfway: '1,000 half-open handshakes',
}

/** Lets a process do its worst; what it says that it did. */
async function misbehave(orders: Orders) {
  const child = fork(`${import.meta.dirname}/mischief.ts`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithUs(child)
  const ready = once(child, 'message')
  child.send(orders)
  await ready
  return {
    over: async () => {
      const [did] = (await once(child, 'message')) as [string]
      child.kill()
      return did
    },
  }
}

export async function measureHostile({ databaseUrl, words, only }: LoadOptions & { only: Set<string> }) {
  const wanted = mischief.filter((kind) => only.has(kind))
  const crowds = startCrowds()
  const desk = makeDesk()
  const people = await letPeopleIn({ dataDir: join(desk, 'data'), databaseUrl }, 32)
  const server = await startAlejandria({ desk, databaseUrl, ...(words ? { words } : {}) })
  const expired = people.pop() ?? ''
  await fetch(`http://127.0.0.1:${server.port}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${expired}` },
  })
  const bad = people.splice(0, 12)
  const crowd = await crowds.found('members', server.port, people)
  await crowd.grow(clients)
  await crowd.speak(perSecond, 2) // warm
  console.log(`${clients} clients, ${perSecond} messages a second: p50 / p99 of a message on its way, in ms`)
  for (const kind of wanted.length > 0 ? wanted : mischief) {
    const [alone, beside, did]: [Latency[], Latency[], string[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      alone.push(await crowd.speak(perSecond, roundLasts))
      const worst = await misbehave({ kind, port: server.port, seconds: roundLasts, tokens: bad, expired })
      const over = worst.over()
      beside.push(await crowd.speak(perSecond, roundLasts))
      did.push(await over)
    }
    const of = (list: Latency[], what: 'p50' | 'p99') => median(list.map((latency) => latency[what]))
    const figures = (list: Latency[]) => `${of(list, 'p50').toFixed(1)} / ${of(list, 'p99').toFixed(1)}`
    const ratio = (what: 'p50' | 'p99') => (of(beside, what) / of(alone, what)).toFixed(2)
    const missing = [...alone, ...beside].reduce((sum, latency) => sum + latency.missing, 0)
    console.log(
      `  beside ${told[kind].padEnd(32)} ${figures(beside)}, alone ${figures(alone)}: ratio ${ratio('p50')} / ${ratio('p99')}; ` +
        `${missing} missing, ${await crowd.open()} of ${clients} open, ` +
        `${residentMegabytes(server.pid).toFixed(0)} MB (load ${load()}); ${did.join(', ')}`,
    )
  }
  await crowd.leave()
  await server.stop()
  crowds.end()
}
