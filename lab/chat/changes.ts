import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatMessage } from '../../contract/chat.ts'
import { createRandom } from '../../tools/random.ts'
import { insertMembers } from './members.ts'
import { loadAverage, makeTempFolder, startAlejandria } from './processes.ts'
import { type Client, call } from './requests.ts'
import { openScreen } from './screens.ts'
import { createWriters, type Expected } from './writers.ts'

const writerCount = 100
const screensPerServer = 2
const program = 'lab/chat/server.ts'
const screenTimeoutMs = 60_000
const pollIntervalMs = 500

interface Options {
  databaseUrl?: string | undefined
  events: number
}

/** All messages, as the server has them. */
async function listAll(clients: Client[]) {
  const all: ChatMessage[] = []
  for (let turn = 0; ; turn++) {
    const client = clients[turn % clients.length] as Client
    const { body } = await call<ChatMessage[]>(client, 'GET', `/chat/messages?after=${all.length}&limit=200`)
    if (body.length === 0) return all
    all.push(...body)
  }
}

const reactionsOf = ({ reactions }: ChatMessage) =>
  reactions.flatMap(({ emoji, user_ids }) => user_ids.map((person) => `${person} ${emoji}`))

function isAsWanted(stored: ChatMessage, wanted: Expected) {
  const own = [stored.author_id, stored.client_id, stored.message, stored.reply_to, stored.deleted_at !== null]
  const { author_id, client_id, text, reply_to, isDeleted } = wanted
  if (JSON.stringify(own) !== JSON.stringify([author_id, client_id, isDeleted ? '' : text, reply_to, isDeleted]))
    return false
  const reacted = isDeleted ? [] : [...wanted.reactions].flatMap(([key, isMine]) => (isMine ? [key] : []))
  return JSON.stringify(reactionsOf(stored).toSorted()) === JSON.stringify(reacted.toSorted())
}

/** The stored messages beside the wanted ones. */
function compare(stored: ChatMessage[], wanted: Map<string, Expected>) {
  const ids = new Set(stored.map(({ id }) => id))
  return {
    lost: [...wanted.keys()].filter((id) => !ids.has(id)).length,
    doubled: stored.length - new Set(stored.map(({ client_id }) => client_id)).size,
    unknown: stored.filter(({ id }) => !wanted.has(id)).length,
    'out of order': stored.filter(({ seq }, place) => seq !== place + 1).length,
    'not as wanted': stored.filter((message) => {
      const one = wanted.get(message.id)
      return one && !isAsWanted(message, one)
    }).length,
  }
}

const format = (figures: Record<string, number>) =>
  Object.entries(figures)
    .map(([name, figure]) => `${figure.toLocaleString('en')} ${name}`)
    .join(', ')

/**
 * A million messages, answers, edits, deletions and reactions, some of them sent twice, of a hundred people at once; with
 * PostgreSQL over two processes. Then, or after an interrupt, everything stored is compared with what was wanted, and each screen with what is stored.
 */
export async function measureChanges({ databaseUrl, events }: Options) {
  // in memory: the disk's syncs would take most of the time
  const folder = makeTempFolder('/dev/shm')
  const tokens = await insertMembers({ dataDir: join(folder, 'data'), databaseUrl }, writerCount)
  const random = createRandom(events)
  const starting = { folder, databaseUrl, program }
  const servers = databaseUrl
    ? [await startAlejandria(starting), await startAlejandria(starting)]
    : [await startAlejandria(starting)]
  const clientOf = (token: string, index: number): Client => ({
    token,
    port: servers[index % servers.length]?.port ?? 0,
    address: `10.0.${index}.1`,
  })
  const clients = tokens.map(clientOf)
  const screens = clients.slice(0, screensPerServer * servers.length).map((client) => openScreen(client, random))
  await Promise.all(screens.map((screen) => screen.connected()))

  const writers = createWriters(random)
  process.once('SIGINT', writers.stop)
  const start = performance.now()
  const progress = setInterval(() => console.log(`  ${writers.total()} events (load ${loadAverage()})`), 60_000)
  await Promise.all(clients.map((client) => writers.run(client, events)))
  clearInterval(progress)
  const seconds = (performance.now() - start) / 1000
  const { repeated, refused, ...kinds } = writers.tally
  console.log(`${format(kinds)}: ${writers.total()} in ${seconds.toFixed(0)} s, by ${servers.length} processes`)
  console.log(`  ${repeated} of them were sent twice, ${refused} reactions came after the deletion`)

  const stored = await listAll(clients)
  const differences = compare(stored, writers.messages)
  console.log(`  stored: ${format(differences)}`)

  const isEqual = (screen: (typeof screens)[number]) => {
    const shown = screen.messages()
    const first = shown[0]?.seq ?? 0
    return shown.length > 0 && JSON.stringify(shown) === JSON.stringify(stored.slice(first - 1))
  }
  for (const screen of screens) screen.resync()
  for (const end = Date.now() + screenTimeoutMs; Date.now() < end && !screens.every(isEqual); )
    await sleep(pollIntervalMs)
  for (const screen of screens)
    console.log(
      `  screen of ${screen.messages().length}: ${format(screen.tally)}, ${isEqual(screen) ? 'equal' : 'NOT EQUAL'}`,
    )
  for (const screen of screens) screen.close()
  for (const server of servers) await server.stop()
  const isRight = Object.values(differences).every((count) => count === 0) && screens.every(isEqual)
  console.log(isRight ? 'nothing is lost, doubled or different' : 'FAILED')
  if (!isRight) process.exitCode = 1
}
