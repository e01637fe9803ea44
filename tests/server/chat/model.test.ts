/**
 * Many chat pages with injected faults: lost and late answers, doubled requests and events, killed servers, a restarted
 * database. At the end every acknowledged message is stored once, and every screen shows the stored messages.
 * `CHAT_SEED` and `CHAT_STEPS` repeat or lengthen a run.
 */
import { afterAll, expect, inject, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { freePort } from '../../../tools/free-port.ts'
import { createDatabase, startPostgres } from '../../../tools/postgres.ts'
import { createRandom } from '../../../tools/random.ts'
import { createLocation, expectDone, passwordOf, personWith } from '../../support/server/community.ts'
import { login, startServer } from '../../support/server/processes/server-process.ts'
import {
  type ChatPage,
  type Faults,
  type Member,
  noFaults,
  openChat,
} from '../../support/server/sockets/chat-client.ts'

const seed = Number(process.env.CHAT_SEED ?? 20_261_121)
const steps = Number(process.env.CHAT_STEPS ?? 1500)
// A person sends two messages a second: with fewer people most of the time would pass with waiting for that.
const pages = 14
const members = 12
const chance = createRandom(seed)

const ownPostgres = inject('postgresUrl') === undefined ? undefined : await startPostgres()
const fresh = await createLocation()
const place: DatabaseLocation = {
  dataDir: fresh.dataDir,
  databaseUrl: ownPostgres && (await createDatabase(ownPostgres.url)),
}

/** A server that is killed, stopped and started again on its own port. */
async function openServer() {
  const port = await freePort()
  const settings = {
    PORT: `${port}`,
    LOG_LEVEL: 'silent',
    ADMIN_NAME: 'Hipatia',
    ADMIN_PASSWORD: passwordOf('Hipatia'),
  }
  let running: Awaited<ReturnType<typeof startServer>> | undefined = await startServer(place, settings)
  let isChanging = false
  return {
    origin: `http://127.0.0.1:${port}`,
    isUp: () => running !== undefined,
    async end(signal: NodeJS.Signals) {
      const ending = running
      running = undefined
      ending?.kill(signal)
      await ending?.ended
    },
    async begin() {
      for (let attempt = 0; !running; attempt++)
        // the database may be unreachable at that moment
        running = await startServer(place, settings).catch((error) => {
          if (attempt === 20) throw error
          return undefined
        })
    },
    /** Ignores a change during another. */
    async change(work: () => Promise<void>) {
      if (isChanging) return
      isChanging = true
      await work()
      isChanging = false
    },
  }
}

const servers = ownPostgres ? [await openServer(), await openServer()] : [await openServer()]
const first = servers[0] as (typeof servers)[number]
const open: ChatPage[] = []

afterAll(async () => {
  for (const page of open) page.close()
  for (const server of servers) await server.end('SIGKILL')
  await ownPostgres?.stop()
  fresh.remove()
}, 60_000)

async function admit(): Promise<Member[]> {
  const { access_token } = expectDone(await login(first.origin, 'Hipatia', passwordOf('Hipatia')))
  const hipatia = personWith(first.origin, access_token)
  const admitted: Member[] = []
  for (let count = 0; count < members; count++) {
    const { id, name } = await hipatia.createsAccount(`Miembro ${'ABCDEFGHIJKL'[count]}`)
    const session = expectDone(await login(first.origin, name, passwordOf(name)))
    admitted.push({ id, name, token: session.access_token })
  }
  return admitted
}

/** A message that was sent may be shown as failed from then on, as its answer is so late. */
const failedAfterMs = 60_000
const wronglyFailed = new Set<string>()

/** Invariants of a screen at every moment. */
function checkInvariants({ conversation, member }: ChatPage) {
  const { messages, pending } = conversation.snapshot()
  const stored = new Set<string>()
  let last: number | undefined
  for (const { seq, client_id, author_id } of messages) {
    if (last !== undefined && seq !== last + 1) expect.fail(`${seq} is shown after ${last}`)
    last = seq
    if (client_id && author_id === member.id) stored.add(client_id)
  }
  for (const { client_id, state, isRefused, at } of pending) {
    if (stored.has(client_id)) expect.fail('a message is shown stored and pending')
    if (state === 'failed' && (isRefused || Date.now() - at < failedAfterMs)) wronglyFailed.add(client_id)
  }
}

test(`acknowledged messages are stored once and every screen shows the stored ones (seed ${seed}, ${steps} steps)`, async () => {
  const people = await admit()
  let currentFaults: Faults = noFaults
  let spoken = 0
  /** Closed pages with their state. */
  const closed: ChatPage[] = []
  const opens = (member: Member) =>
    void open.push(openChat(member, chance.one(servers).origin, chance, () => currentFaults))
  for (let count = 0; count < pages; count++) opens(people[count % members] as Member)

  const faults: Promise<void>[] = []
  const acts: [weight: number, act: () => void][] = [
    [250, () => chance.one(open).say(`mensaje ${++spoken} ${chance.one(['', 'ñ', '🏛', 'línea\notra'])}`)],
    [60, () => void chance.one(open).conversation.loadOlder()],
    [40, () => chance.one(open).conversation.resync()],
    [30, () => chance.one(open).connect()],
    [30, () => chance.one(open).moveTo(chance.one(servers).origin)],
    [
      40,
      () => {
        currentFaults = {
          lostAnswers: chance.one([0, 0, 0.3, 0.8]),
          delayed: chance.one([0, 0.3, 0.9]),
          doubled: chance.one([0, 0.3]),
          lostEvents: chance.one([0, 0, 0.3, 1]),
          blocked: chance.one([undefined, undefined, undefined, 'socket', 'rest']),
        }
      },
    ],
    [
      4,
      () => {
        const page = chance.one(open)
        // a browser asks before a page with unsent messages closes; such pages stay open here
        if (page.conversation.snapshot().pending.length > 0) return
        page.close()
        open.splice(open.indexOf(page), 1)
        closed.push(page)
        opens(page.member)
      },
    ],
    [
      5,
      () => {
        const server = chance.one(servers)
        const signal = chance.one(['SIGKILL', 'SIGKILL', 'SIGTERM'] as const)
        faults.push(
          server.change(async () => {
            await server.end(signal)
            await server.begin()
          }),
        )
      },
    ],
    ...(ownPostgres ? [[1, () => void faults.push(restartPostgres())] as [number, () => void]] : []),
  ]
  let isRestarting = false
  async function restartPostgres() {
    if (isRestarting) return
    isRestarting = true
    await ownPostgres?.kill()
    await ownPostgres?.restart()
    isRestarting = false
  }

  const weightedActs = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  for (let step = 0; step < steps; step++) {
    chance.one(weightedActs)()
    for (const page of open) checkInvariants(page)
    // the pace of a hundred people who type
    await new Promise((resolve) => setTimeout(resolve, chance.upTo(24)))
  }

  await Promise.all(faults)
  currentFaults = noFaults
  for (const server of servers) await server.begin()
  for (const page of open) page.connect()
  /** Unsent messages; failed ones are sent again automatically, as nobody presses a button here. */
  const pending = () => open.flatMap(({ conversation }) => conversation.snapshot().pending).length
  await expect.poll(pending, { timeout: 300_000, interval: 100 }).toBe(0)

  const { db, close } = await openDatabase(place, { alone: false })
  const rows = await db.selectFrom('chat_messages').selectAll().orderBy('seq').execute()
  await close()
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  const everybody = [...open, ...closed]

  // stored once, with text and author, and no messages that nobody sent
  const byClientId = Map.groupBy(rows, ({ client_id }) => client_id)
  for (const { acknowledged, member } of everybody)
    for (const { client_id, message, seq } of acknowledged) {
      const stored = byClientId.get(client_id) ?? []
      expect(stored.map((row) => [row.author_id, row.message, row.seq])).toEqual([[member.id, message, seq]])
    }
  expect(rows.length).toBe(everybody.reduce((sum, { sent }) => sum + sent.length, 0))
  expect(rows.length).toBe(spoken)

  // no stored message was shown as refused, or as failed too early
  expect(rows.filter(({ client_id }) => client_id !== null && wronglyFailed.has(client_id))).toEqual([])

  // each page's own messages in the order of sending
  for (const { sent } of everybody) {
    const places = new Map(rows.map(({ message, seq }) => [message, seq]))
    const seqs = sent.map((words) => places.get(words))
    expect(seqs).toEqual(seqs.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  }

  // every screen, as far back as it was loaded
  for (const page of open) {
    await expect.poll(() => page.conversation.snapshot().messages.at(-1)?.seq, { timeout: 30_000 }).toBe(rows.length)
    const { messages, hasOlder } = page.conversation.snapshot()
    const from = messages[0]?.seq ?? 1
    expect(messages.map(({ id }) => id)).toEqual(rows.slice(from - 1).map(({ id }) => id))
    expect(hasOlder).toBe(from > 1)
  }
}, 900_000)
