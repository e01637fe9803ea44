/**
 * Many people at their chats while everything goes wrong: answers lost and late, requests and events doubled, servers
 * killed, the database restarted. At the end what was acknowledged is stored once, and every screen is what is stored.
 * `CHAT_SEED` and `CHAT_STEPS` repeat or lengthen a run.
 */
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase, type Place } from '../server/db/db.ts'
import { chanceOf } from './support/chance.ts'
import { type ChatPage, fair, type Member, openChat, type Weather } from './support/chat-client.ts'
import { done, freshPlace, passwordOf, someone } from './support/community.ts'
import { freePort } from './support/free-port.ts'
import { createDatabase, startPostgres } from './support/postgres.ts'
import { login, startServer } from './support/server-process.ts'

const seed = Number(process.env.CHAT_SEED ?? 20_261_121)
const steps = Number(process.env.CHAT_STEPS ?? 2500)
const pages = 8
const members = 6
const chance = chanceOf(seed)

const ownPostgres = inject('postgresUrl') === undefined ? undefined : await startPostgres()
const fresh = await freshPlace()
const place: Place = {
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
        // the database may be away at that moment
        running = await startServer(place, settings).catch((error) => {
          if (attempt === 20) throw error
          return undefined
        })
    },
    /** One change at a time. */
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
  const { access_token } = done(await login(first.origin, 'Hipatia', passwordOf('Hipatia')))
  const hipatia = someone(first.origin, access_token)
  const admitted: Member[] = []
  for (let count = 0; count < members; count++) {
    const { id, name } = await hipatia.admits(`Miembro ${'ABCDEFGH'[count]}`)
    const session = done(await login(first.origin, name, passwordOf(name)))
    admitted.push({ id, name, token: session.access_token })
  }
  return admitted
}

const saidToHaveFailed = new Set<string>()

/** What holds of a screen at every moment. */
function look({ conversation, member }: ChatPage) {
  const { messages, pending } = conversation.snapshot()
  const stored = new Set<string>()
  let last: number | undefined
  for (const { seq, client_id, author_id } of messages) {
    if (last !== undefined && seq !== last + 1) expect.fail(`${seq} is shown after ${last}`)
    last = seq
    if (client_id && author_id === member.id) stored.add(client_id)
  }
  for (const { client_id, state } of pending) {
    if (stored.has(client_id)) expect.fail('a message is shown stored and pending')
    if (state === 'failed') saidToHaveFailed.add(client_id)
  }
}

test(`what is acknowledged is stored once and every screen shows what is stored (seed ${seed}, ${steps} steps)`, async () => {
  const people = await admit()
  let weather: Weather = fair
  let spoken = 0
  /** Pages that were closed, with what they knew. */
  const closed: ChatPage[] = []
  const opens = (member: Member) => void open.push(openChat(member, chance.one(servers).origin, chance, () => weather))
  for (let count = 0; count < pages; count++) opens(people[count % members] as Member)

  const faults: Promise<void>[] = []
  const acts: [weight: number, act: () => void][] = [
    [600, () => chance.one(open).say(`mensaje ${++spoken} ${chance.one(['', 'ñ', '🏛', 'línea\notra'])}`)],
    [60, () => void chance.one(open).conversation.loadOlder()],
    [40, () => chance.one(open).conversation.reconnected()],
    [30, () => chance.one(open).connect()],
    [30, () => chance.one(open).moveTo(chance.one(servers).origin)],
    [
      40,
      () => {
        weather = {
          lostAnswers: chance.one([0, 0, 0.3, 0.8]),
          late: chance.one([0, 0.3, 0.9]),
          doubled: chance.one([0, 0.3]),
          lostEvents: chance.one([0, 0, 0.3, 1]),
          closed: chance.one([undefined, undefined, undefined, 'socket', 'rest']),
        }
      },
    ],
    [
      4,
      () => {
        const page = chance.one(open)
        // whoever leaves with something unsent is asked; here nobody does
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

  const hat = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  for (let step = 0; step < steps; step++) {
    chance.one(hat)()
    for (const page of open) look(page)
    // as fast as people type, if there were a hundred of them
    await new Promise((resolve) => setTimeout(resolve, chance.upTo(24)))
  }

  await Promise.all(faults)
  weather = fair
  for (const server of servers) await server.begin()
  for (const page of open) page.connect()
  /** What was said to have failed goes by itself: nobody presses a button here. */
  const pending = () => open.flatMap(({ conversation }) => conversation.snapshot().pending).length
  await expect.poll(pending, { timeout: 90_000, interval: 100 }).toBe(0)

  const { db, close } = await openDatabase(place, { alone: false })
  const rows = await db.selectFrom('chat_messages').selectAll().orderBy('seq').execute()
  await close()
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  const everybody = [...open, ...closed]

  // stored once, with the words and the author, and nothing that nobody sent
  const byClientId = Map.groupBy(rows, ({ client_id }) => client_id)
  for (const { acknowledged, member } of everybody)
    for (const { client_id, message, seq } of acknowledged) {
      const stored = byClientId.get(client_id) ?? []
      expect(stored.map((row) => [row.author_id, row.message, row.seq])).toEqual([[member.id, message, seq]])
    }
  expect(rows.length).toBe(everybody.reduce((sum, { sent }) => sum + sent.length, 0))
  expect(rows.length).toBe(spoken)

  // nobody was told of a failure that was none
  expect(rows.filter(({ client_id }) => client_id !== null && saidToHaveFailed.has(client_id))).toEqual([])

  // each page's own in the order in which it sent them
  for (const { sent } of everybody) {
    const places = new Map(rows.map(({ message, seq }) => [message, seq]))
    const seqs = sent.map((words) => places.get(words))
    expect(seqs).toEqual(seqs.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  }

  // every screen, as far back as it was opened
  for (const page of open) {
    await expect.poll(() => page.conversation.snapshot().messages.at(-1)?.seq, { timeout: 30_000 }).toBe(rows.length)
    const { messages, hasOlder } = page.conversation.snapshot()
    const from = messages[0]?.seq ?? 1
    expect(messages.map(({ id }) => id)).toEqual(rows.slice(from - 1).map(({ id }) => id))
    expect(hasOlder).toBe(from > 1)
  }
}, 300_000)
