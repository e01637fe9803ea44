import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RemoteCrowd, startCrowds } from './crowds.ts'
import { insertMembers } from './members.ts'
import {
  loadAverage,
  makeTempFolder,
  median,
  residentMegabytes,
  type ServerProcess,
  startAlejandria,
  startBaseline,
  usedMicroseconds,
} from './processes.ts'

interface Measured {
  /** Deliveries and messages per second, microseconds of the server's processor time per delivery. */
  perSecond: number
  messages: number
  cpu: number
  /** Share of a processor that the clients took. */
  clients: number
}

interface Contestant {
  name: string
  server: ServerProcess
  crowd: RemoteCrowd
}

/** One for each client of the largest round; each has five of the 5,000 idle clients. */
const memberCount = 1000
const rounds = 7
const roundSeconds = 1.2
const program = 'lab/chat/server.ts'

async function saturate({ server, crowd }: Contestant, senders: number): Promise<Measured> {
  await crowd.saturate(senders, 0.2) // warm-up
  const before = usedMicroseconds(server.pid)
  const { deliveries, seconds, messages, refused, missing, used } = await crowd.saturate(senders, roundSeconds)
  if (refused > 0 || missing !== 0) throw new Error(`${refused} refused, ${missing} deliveries missing`)
  return {
    perSecond: deliveries / seconds,
    messages: messages / seconds,
    cpu: (usedMicroseconds(server.pid) - before) / deliveries,
    clients: used / 1e6 / seconds,
  }
}

/**
 * Rounds in turn and ratios within a round, so that other load of the machine affects all of them; the last contestant
 * is the baseline.
 */
async function compare(contestants: Contestant[], clients: number, senders: number) {
  const results: Measured[][] = []
  for (let round = 0; round < rounds; round++) {
    const row: Measured[] = []
    for (const contestant of contestants) row.push(await saturate(contestant, senders))
    results.push(row)
  }
  console.log(`\n${clients} clients, ${senders} of them sending without a pause (load ${loadAverage()}):`)
  for (const [i, { name }] of contestants.entries()) {
    const of = (figure: keyof Measured) => median(results.map((row) => row[i]?.[figure] ?? Number.NaN))
    const ratio = (figure: keyof Measured) =>
      median(results.map((row) => (row[i]?.[figure] ?? Number.NaN) / (row.at(-1)?.[figure] ?? Number.NaN)))
    console.log(
      `  ${name.padEnd(22)} ${of('perSecond').toFixed(0).padStart(7)} deliveries/s (${ratio('perSecond').toFixed(2)}), ` +
        `${of('cpu').toFixed(1)} µs of processor each (${ratio('cpu').toFixed(2)}), ` +
        `${of('messages').toFixed(0)} messages/s; clients ${(of('clients') * 100).toFixed(0)} % busy`,
    )
  }
}

async function connectClients(contestants: Contestant[], clients: number) {
  for (const { name, server, crowd } of contestants) {
    const idle = residentMegabytes(server.pid)
    const seconds = await crowd.grow(clients)
    await sleep(1500)
    const grown = residentMegabytes(server.pid)
    console.log(
      `  ${name.padEnd(22)} ${clients} connected in ${seconds.toFixed(1)} s; ${idle.toFixed(0)} → ${grown.toFixed(0)} MB, ` +
        `${(((grown - idle) * 1024) / clients).toFixed(0)} KB each`,
    )
  }
}

async function measureLatency({ name, crowd }: Contestant, messagesPerSecond: number, seconds: number) {
  const { p50, p99, max, missing } = await crowd.sendSteadily(messagesPerSecond, seconds)
  console.log(
    `  ${name.padEnd(22)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms; ${missing} missing`,
  )
}

export interface LoadOptions {
  databaseUrl?: string | undefined
  nodeArgs?: string[]
}

export async function measureLoad({ databaseUrl, nodeArgs }: LoadOptions) {
  const crowds = startCrowds()
  const [folder, memory] = [makeTempFolder(), makeTempFolder('/dev/shm')]
  const tokens = await insertMembers({ dataDir: join(folder, 'data'), databaseUrl }, memberCount)
  const server = await startAlejandria({ folder, databaseUrl, program, ...(nodeArgs ? { nodeArgs } : {}) })
  const bareServer = await startBaseline(folder)
  const createContestant = async (name: string, server: ServerProcess): Promise<Contestant> => ({
    name,
    server,
    crowd: await crowds.create(name, server.port, tokens),
  })
  const ours = await createContestant(databaseUrl ? 'Alejandría, PostgreSQL' : 'Alejandría', server)
  const bare = await createContestant('bare broadcast', bareServer)
  // the cost of storing each message on the disk: the same server on a disk in memory
  let inMemory: ServerProcess | undefined
  if (!databaseUrl) {
    cpSync(join(folder, 'data'), join(memory, 'data'), { recursive: true })
    inMemory = await startAlejandria({ folder: memory, program })
  }
  const others = inMemory ? [await createContestant('the same in memory', inMemory)] : []
  const all = [ours, ...others, bare]

  await connectClients(all, 200)
  await compare(all, 200, 100)
  for (const { crowd } of others) await crowd.disconnect()
  const two = [ours, bare]
  await connectClients(two, 1000)
  await compare(two, 1000, 100)
  console.log(`\n1000 clients, 10 messages a second (load ${loadAverage()}):`)
  for (const contestant of two) await measureLatency(contestant, 10, 10)
  await bare.crowd.disconnect()
  await bareServer.stop()
  await inMemory?.stop()

  console.log(`\nidle (load ${loadAverage()}):`)
  await connectClients([ours], 5000)
  const before = usedMicroseconds(server.pid)
  await sleep(5000)
  const open = await ours.crowd.open()
  console.log(
    `  ${open} open; ${((usedMicroseconds(server.pid) - before) / 50_000).toFixed(1)} % of a processor when idle`,
  )
  await measureLatency(ours, 1, 3)
  await ours.crowd.disconnect()
  await server.stop()
  crowds.end()
}
