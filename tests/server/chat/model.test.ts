// @databases both
/**
 * Many chat pages with injected faults: lost and late answers, doubled requests and events, killed servers, a restarted
 * database. At the end every acknowledged message is stored once, with what its author and those who reacted wanted last,
 * and every screen shows the stored messages.
 * `CHAT_SEED` and `CHAT_STEPS` repeat or lengthen a run.
 */
import { afterAll, expect, inject, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { freePort } from '../../../tools/free-port.ts'
import { createDatabase, startPostgres } from '../../../tools/postgres.ts'
import { createRandom } from '../../../tools/random.ts'
import { inFull } from '../../support/in-full.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { createLocation, expectDone, passwordOf } from '../../support/server/community.ts'
import { inDatabase, login, startServer } from '../../support/server/processes/server-process.ts'
import {
  type ChatPage,
  type Faults,
  type Member,
  noFaults,
  openChat,
} from '../../support/server/sockets/chat-client.ts'

const seed = Number(process.env.CHAT_SEED ?? 20_261_121)
const steps = Number(process.env.CHAT_STEPS ?? inFull(1500, 200))
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
  const settings = { ...hipatiasServer, PORT: `${port}`, LOG_LEVEL: 'silent' }
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
  const hipatia = await signIn(first.origin, 'Hipatia')
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
  for (const { id, state, isRefused, at } of pending) {
    if (stored.has(id)) expect.fail('a message is shown stored and pending')
    if (state === 'failed' && (isRefused || Date.now() - at < failedAfterMs)) wronglyFailed.add(id)
  }
}

/** Each page has an emoji of its own, so that the last choice with it is known. */
const emoji = ['❤️', '👍', '😂', '😮', '😢', '🙏', '🎉']

/** The wishes about each message, in order; those of two pages about one are left out. */
function createWishes<T>() {
  const wishes = new Map<string, { page: ChatPage; all: T[] } | 'of two pages'>()
  return {
    add(key: string, page: ChatPage, wish: T) {
      const known = wishes.get(key)
      if (known === undefined) wishes.set(key, { page, all: [wish] })
      else if (known !== 'of two pages' && known.page === page) known.all.push(wish)
      else wishes.set(key, 'of two pages')
    },
    all: () => [...wishes].flatMap(([key, known]) => (known === 'of two pages' ? [] : [{ key, ...known }])),
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
  const edits = createWishes<string | null>()
  const reactions = createWishes<boolean>()
  /** A page and one of the last messages that it shows. */
  const pick = () => {
    const page = chance.one(open)
    const shown = page.conversation.snapshot().messages.filter(({ deleted_at }) => deleted_at === null)
    return { page, message: chance.one(chance.happens(0.8) ? shown.slice(-20) : shown) as ChatMessage | undefined }
  }
  const newText = () => `mensaje ${++spoken} ${chance.one(['', 'ñ', '🏛', 'línea\notra'])}`
  function changeOwn() {
    const { page, message } = pick()
    const own = page.conversation.snapshot().messages.filter(({ author_id }) => author_id === page.member.id)
    const { id, edited_at, created_at } = message?.author_id === page.member.id ? message : (own.at(-1) ?? {})
    // what is being deleted isn't edited any more
    const isBeingDeleted = page.changes.waiting().some((change) => change.id === id && change.message === null)
    if (id === undefined || isBeingDeleted) return
    const text = chance.happens(0.2) ? null : `cambio ${changeCount++}`
    edits.add(id, page, text)
    page.changes.put({ id, message: text, version: edited_at ?? created_at })
  }
  function react() {
    const { page, message } = pick()
    if (!message) return
    const chosen = emoji[open.indexOf(page) % emoji.length] as string
    const isMine = chance.happens(0.6)
    reactions.add(`${message.id} ${chosen} ${page.member.id}`, page, isMine)
    page.react(message.id, chosen, isMine)
  }
  let changeCount = 0
  const acts: [weight: number, act: () => void][] = [
    [210, () => chance.one(open).say(newText())],
    [
      40,
      () => {
        const { page, message } = pick()
        page.say(newText(), message)
      },
    ],
    [60, changeOwn],
    [80, react],
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
        if (page.unsent() > 0) return
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
  const pending = () => open.reduce((sum, page) => sum + page.unsent(), 0)
  await expect.poll(pending, { timeout: 300_000, interval: 100 }).toBe(0)

  const rows = await inDatabase(place, (db) => db.selectFrom('chat_messages').selectAll().orderBy('seq').execute())
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  const everybody = [...open, ...closed]

  // stored once, with text and author, and no messages that nobody sent
  const isAsSent = (row: (typeof rows)[number]) => row.edited_at === null && row.deleted_at === null
  const byClientId = Map.groupBy(rows, ({ client_id }) => client_id)
  for (const { acknowledged, member } of everybody)
    for (const { client_id, message, seq } of acknowledged) {
      const stored = byClientId.get(client_id) ?? []
      expect(stored.map((row) => [row.author_id, row.seq])).toEqual([[member.id, seq]])
      for (const row of stored.filter(isAsSent)) expect(row.message).toBe(message)
    }
  expect(rows.length).toBe(everybody.reduce((sum, { sent }) => sum + sent.length, 0))
  expect(rows.length).toBe(spoken)

  // no stored message was shown as refused, or as failed too early
  expect(rows.filter(({ client_id }) => client_id !== null && wronglyFailed.has(client_id))).toEqual([])

  // each page's own messages in the order of sending
  for (const { sent, clientIds } of everybody) {
    const places = new Map(rows.map(({ client_id, seq }) => [client_id, seq]))
    const seqs = sent.map((words) => places.get(clientIds.get(words) ?? ''))
    expect(seqs).toEqual(seqs.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  }

  // what an author wanted last, unless it was refused for another device's edit
  const byId = new Map(rows.map((row) => [row.id, row]))
  const refused = new Set(
    everybody.flatMap(({ changes }) => changes.waiting()).map(({ id, state }) => state === 'failed' && id),
  )
  for (const { key, all } of edits.all())
    if (!refused.has(key)) expect(byId.get(key)).toMatchObject({ message: all.at(-1) ?? '' })

  // every screen, as far back as it was loaded
  const stored = await (open[0] as ChatPage).listAll()
  expect(stored.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  for (const { conversation } of open) {
    const shown = () => {
      const { messages } = conversation.snapshot()
      return { messages, stored: stored.slice((messages[0]?.seq ?? 1) - 1) }
    }
    await expect
      .poll(() => JSON.stringify(shown().messages) === JSON.stringify(shown().stored), { timeout: 30_000 })
      .toBe(true)
    expect(conversation.snapshot().hasOlder).toBe((shown().messages[0]?.seq ?? 1) > 1)
  }

  // each person counts once, with the last choice, unless the message was deleted meanwhile
  const reacted = new Map(
    stored.map(({ id, deleted_at, reactions }) => [id, deleted_at === null ? reactions : undefined]),
  )
  for (const { count, user_ids } of stored.flatMap(({ reactions }) => reactions))
    expect(new Set(user_ids).size).toBe(count)
  for (const { key, all } of reactions.all()) {
    const [id = '', chosen, person = ''] = key.split(' ')
    const people = reacted.get(id)?.find((one) => one.emoji === chosen)?.user_ids ?? []
    if (reacted.get(id)) expect(people.includes(person)).toBe(all.at(-1))
  }
}, 900_000)
