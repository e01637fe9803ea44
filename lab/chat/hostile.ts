import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Latency } from './crowd.ts'
import { startCrowds } from './crowds.ts'
import type { LoadOptions } from './load.ts'
import { insertMembers } from './members.ts'
import { killOnExit, loadAverage, makeTempFolder, median, residentMegabytes, startAlejandria } from './processes.ts'

/** Members who don't attack. */
const clients = 200
const messagesPerSecond = 10
/** Rounds without and with each attack. */
const rounds = 3
const roundSeconds = 3.5

const attackKinds = ['tokens', 'origins', 'malformed', 'floods', 'slow', 'halfOpen'] as const
export type AttackKind = (typeof attackKinds)[number]

export interface AttackOrder {
  kind: AttackKind
  port: number
  seconds: number
  tokens: string[]
  /** Token of an ended session. */
  expired: string
}

const descriptions: Record<AttackKind, string> = {
  tokens: 'wrong, ended and missing tokens',
  origins: 'foreign origins',
  malformed: '20,000 malformed packets',
  floods: '500 events/s from four members',
  slow: '100 clients that never read',
  halfOpen: '1,000 half-open handshakes',
}

/** Starts an attack in a process of its own; `finished` resolves to its report. */
async function startAttack(order: AttackOrder) {
  const child = fork(`${import.meta.dirname}/attacks.ts`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  killOnExit(child)
  const started = once(child, 'message')
  child.send(order)
  await started
  return {
    finished: async () => {
      const [report] = (await once(child, 'message')) as [string]
      child.kill()
      return report
    },
  }
}

export async function measureHostile({ databaseUrl, nodeArgs, only }: LoadOptions & { only: Set<string> }) {
  const chosen = attackKinds.filter((kind) => only.has(kind))
  const crowds = startCrowds()
  const folder = makeTempFolder()
  const tokens = await insertMembers({ dataDir: join(folder, 'data'), databaseUrl }, 32)
  const server = await startAlejandria({ folder, databaseUrl, ...(nodeArgs ? { nodeArgs } : {}) })
  const expired = tokens.pop() ?? ''
  await fetch(`http://127.0.0.1:${server.port}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${expired}` },
  })
  const attackers = tokens.splice(0, 12)
  const crowd = await crowds.create('members', server.port, tokens)
  await crowd.grow(clients)
  await crowd.sendSteadily(messagesPerSecond, 2) // warm-up
  console.log(`${clients} clients, ${messagesPerSecond} messages a second: p50 / p99 of a message on its way, in ms`)
  for (const kind of chosen.length > 0 ? chosen : attackKinds) {
    const [quiet, attacked, reports]: [Latency[], Latency[], string[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      quiet.push(await crowd.sendSteadily(messagesPerSecond, roundSeconds))
      const attack = await startAttack({ kind, port: server.port, seconds: roundSeconds, tokens: attackers, expired })
      const report = attack.finished()
      attacked.push(await crowd.sendSteadily(messagesPerSecond, roundSeconds))
      reports.push(await report)
    }
    const of = (list: Latency[], percentile: 'p50' | 'p99') => median(list.map((latency) => latency[percentile]))
    const figures = (list: Latency[]) => `${of(list, 'p50').toFixed(1)} / ${of(list, 'p99').toFixed(1)}`
    const ratio = (percentile: 'p50' | 'p99') => (of(attacked, percentile) / of(quiet, percentile)).toFixed(2)
    const missing = [...quiet, ...attacked].reduce((sum, latency) => sum + latency.missing, 0)
    console.log(
      `  during ${descriptions[kind].padEnd(32)} ${figures(attacked)}, without ${figures(quiet)}: ratio ${ratio('p50')} / ${ratio('p99')}; ` +
        `${missing} missing, ${await crowd.open()} of ${clients} open, ` +
        `${residentMegabytes(server.pid).toFixed(0)} MB (load ${loadAverage()}); ${reports.join(', ')}`,
    )
  }
  await crowd.disconnect()
  await server.stop()
  crowds.end()
}
