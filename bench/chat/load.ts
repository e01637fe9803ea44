import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FarCrowd, startCrowds } from './crowds.ts'
import { letPeopleIn } from './people.ts'
import {
  load,
  makeDesk,
  median,
  residentMegabytes,
  type ServerProcess,
  startAlejandria,
  startBare,
  usedMicroseconds,
} from './processes.ts'

interface Measured {
  /** Deliveries and messages a second, microseconds of the server's processor for a delivery. */
  perSecond: number
  messages: number
  cpu: number
  /** How much of a processor the clients took. */
  clients: number
}

interface Contestant {
  name: string
  server: ServerProcess
  crowd: FarCrowd
}

/** As many as the clients of most rounds; of the 5,000 idle ones each has five. */
const people = 1000
const rounds = 7
/** Seconds. */
const roundLasts = 1.2

async function saturate({ server, crowd }: Contestant, senders: number): Promise<Measured> {
  await crowd.saturate(senders, 0.2) // warm
  const before = usedMicroseconds(server.pid)
  const { deliveries, seconds, messages, refused, missing, used } = await crowd.saturate(senders, roundLasts)
  if (refused > 0 || missing !== 0) throw new Error(`${refused} refused, ${missing} deliveries missing`)
  return {
    perSecond: deliveries / seconds,
    messages: messages / seconds,
    cpu: (usedMicroseconds(server.pid) - before) / deliveries,
    clients: used / 1e6 / seconds,
  }
}

/** Rounds in turn and ratios within a round, so that what else the machine does falls on all of them; the last is the yardstick. */
async function compare(contestants: Contestant[], clients: number, senders: number) {
  const results: Measured[][] = []
  for (let round = 0; round < rounds; round++) {
    const row: Measured[] = []
    for (const contestant of contestants) row.push(await saturate(contestant, senders))
    results.push(row)
  }
  console.log(`\n${clients} clients, ${senders} of them speaking without a pause (load ${load()}):`)
  for (const [i, { name }] of contestants.entries()) {
    const of = (what: keyof Measured) => median(results.map((row) => row[i]?.[what] ?? Number.NaN))
    const ratio = (what: keyof Measured) =>
      median(results.map((row) => (row[i]?.[what] ?? Number.NaN) / (row.at(-1)?.[what] ?? Number.NaN)))
    console.log(
      `  ${name.padEnd(22)} ${of('perSecond').toFixed(0).padStart(7)} deliveries/s (${ratio('perSecond').toFixed(2)}), ` +
        `${of('cpu').toFixed(1)} µs of processor each (${ratio('cpu').toFixed(2)}), ` +
        `${of('messages').toFixed(0)} messages/s; clients ${(of('clients') * 100).toFixed(0)} % busy`,
    )
  }
}

async function hold(contestants: Contestant[], clients: number) {
  for (const { name, server, crowd } of contestants) {
    const idle = residentMegabytes(server.pid)
    const taken = await crowd.grow(clients)
    await sleep(1500)
    const grown = residentMegabytes(server.pid)
    console.log(
      `  ${name.padEnd(22)} ${clients} connected in ${taken.toFixed(1)} s; ${idle.toFixed(0)} → ${grown.toFixed(0)} MB, ` +
        `${(((grown - idle) * 1024) / clients).toFixed(0)} KB each`,
    )
  }
}

async function steady({ name, crowd }: Contestant, perSecond: number, seconds: number) {
  const { p50, p99, max, missing } = await crowd.speak(perSecond, seconds)
  console.log(
    `  ${name.padEnd(22)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms; ${missing} missing`,
  )
}

export interface LoadOptions {
  databaseUrl?: string | undefined
  words?: string[]
}

export async function measureLoad({ databaseUrl, words }: LoadOptions) {
  const crowds = startCrowds()
  const [desk, memory] = [makeDesk(), makeDesk('/dev/shm')]
  const tokens = await letPeopleIn({ dataDir: join(desk, 'data'), databaseUrl }, people)
  const server = await startAlejandria({ desk, databaseUrl, ...(words ? { words } : {}) })
  const bareServer = await startBare(desk)
  const found = async (name: string, at: ServerProcess): Promise<Contestant> => ({
    name,
    server: at,
    crowd: await crowds.found(name, at.port, tokens),
  })
  const ours = await found(databaseUrl ? 'Alejandría, PostgreSQL' : 'Alejandría', server)
  const bare = await found('bare broadcast', bareServer)
  // what it costs that each message is on the disk: the same on a disk that is none
  let quick: ServerProcess | undefined
  if (!databaseUrl) {
    cpSync(join(desk, 'data'), join(memory, 'data'), { recursive: true })
    quick = await startAlejandria({ desk: memory })
  }
  const others = quick ? [await found('the same in memory', quick)] : []
  const all = [ours, ...others, bare]

  await hold(all, 200)
  await compare(all, 200, 100)
  for (const { crowd } of others) await crowd.leave()
  const two = [ours, bare]
  await hold(two, 1000)
  await compare(two, 1000, 100)
  console.log(`\n1000 clients, 10 messages a second (load ${load()}):`)
  for (const one of two) await steady(one, 10, 10)
  await bare.crowd.leave()
  await bareServer.stop()
  await quick?.stop()

  console.log(`\nidle (load ${load()}):`)
  await hold([ours], 5000)
  const before = usedMicroseconds(server.pid)
  await sleep(5000)
  const open = await ours.crowd.open()
  console.log(
    `  ${open} open; ${((usedMicroseconds(server.pid) - before) / 50_000).toFixed(1)} % of a processor when idle`,
  )
  await steady(ours, 1, 3)
  await ours.crowd.leave()
  await server.stop()
  crowds.end()
}
