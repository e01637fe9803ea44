// @databases both
// Requests for a link to choose a password: anybody can make them in anybody's name (docs/decisions/049).
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/db.ts'
import { inFull } from '../../support/in-full.ts'
import { rankTest } from '../../support/rank-test.ts'
import {
  type Community,
  communityOfThisFile,
  communityOfThisTest,
  createLocation,
  expectDone,
  minutes,
  startCommunity,
} from '../../support/server/community.ts'
import { locationOfThisTest, run } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { linksOf, tokenOf } from './links.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'], linkAnswerMs: 30 })
beforeEach(() => community.advanceClock(minutes(61)))
const { ask, accept, linkFor, mails } = linksOf(community)

const linksIn = (sent: { text?: string | undefined }[]) =>
  sent.map(({ text }) => tokenOf(/\/password\/[\w-]{43}/.exec(text ?? '')?.[0] ?? ''))
const mailsTo = async (name: string) => (await mails()).filter(({ to }) => to?.[0]?.name === name)

test('whoever asks in somebody’s name doesn’t end a link that was just mailed', async () => {
  await community.signIn('Ana')
  for (const from of ['198.51.100.1', '203.0.113.1']) {
    expectDone(await ask('Ana', from))
    community.advanceClock(minutes(29))
  }
  const [first, again] = linksIn(await mailsTo('Ana'))
  expect(again).toBe(first)

  // less than half an hour is left
  community.advanceClock(minutes(2))
  expectDone(await ask('Ana', '203.0.113.1'))
  const last = linksIn(await mailsTo('Ana')).at(-1) ?? ''
  expect(last).not.toBe(first)
  expectRefusal(await accept('password-links', first ?? ''), 410)
  expectDone(await accept('password-links', last))
})

test('nor one that the operator printed', async () => {
  const place = await locationOfThisTest()
  const own = await communityOfThisTest({ location: place, linkAnswerMs: 30 })
  own.clock.now = Date.now()
  const { stdout, code } = await run('admin', ['reset-link', 'Hipatia'], place).ended
  expect(code).toBe(0)
  const printed = tokenOf(/\/password\/[\w-]{43}/.exec(stdout)?.[0] ?? '')
  const { ask, mails, accept } = linksOf(own)
  own.clock.now = Date.now() + minutes(2)
  expectDone(await ask('Hipatia'))
  const sent = await mails()
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Un enlace para elegir otra contraseña en Alejandría',
    'Elige otra contraseña para Alejandría',
  ])
  expect(linksIn(sent)).toEqual(['', printed])
  expectDone(await accept('password-links', printed))
})

test('from many networks one person gets six mails an hour, and the answer tells nothing of it', async () => {
  await community.signIn('Carmen')
  const answers = []
  for (let network = 0; network < 10; network++) answers.push(await ask('Carmen', `198.51.100.${network}`))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const sent = await mailsTo('Carmen')
  expect(sent).toHaveLength(6)
  expect(new Set(linksIn(sent)).size).toBe(1)
  community.advanceClock(minutes(60))
  expectDone(await ask('Carmen', '198.51.100.1'))
  expect(await mailsTo('Carmen')).toHaveLength(7)
})

test('of a link that an admin made to hand over its person is told, no mail brings it by itself, and whoever asks doesn’t end it', async () => {
  const dora = await community.signIn('Dora')
  expectDone(await ask('Dora'))
  community.advanceClock(minutes(1))
  const handed = tokenOf(expectDone(await linkFor(dora)).path)
  // the mail that is late is left out
  const [told, ...more] = await mailsTo('Dora')
  expect(more).toEqual([])
  expect(told?.subject).toBe('Un enlace para elegir otra contraseña en Alejandría')
  expect(told?.text).toContain('te lo dará en persona')
  expect(told?.text).toContain('Si no lo esperabas, avisa cuanto antes')
  expect(JSON.stringify(told)).not.toContain(handed)
  // also when only some minutes of it are left
  community.advanceClock(minutes(45))
  expectDone(await ask('Dora'))
  expect(linksIn(await mailsTo('Dora')).at(-1)).toBe(handed)
  expectDone(await accept('password-links', handed))
})

/** Holds up every write of the community until the returned function is called. */
async function holdWrites({ dataDir, db, isPostgres }: Community) {
  if (!isPostgres) {
    const other = new DatabaseSync(join(dataDir, 'alejandria.db'))
    other.exec('begin immediate')
    return async () => {
      other.exec('rollback')
      other.close()
    }
  }
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table login_failures, password_links, users in exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return () => {
    released.resolve()
    return holding
  }
}

test('while nothing can be written the answer comes all the same; the mail follows, also when the server stops', async () => {
  const place = await createLocation()
  onTestFinished(place.remove)
  const slow = await startCommunity({ location: place, linkAnswerMs: 1 })
  await slow.hipatia.createsAccount('Ana')
  const release = await holdWrites(slow)
  for (const name of ['Ana', 'Nadie']) expectDone(await slow.visitor.post('/auth/password-links', { name }))
  let isClosed = false
  const closing = slow.close().then(() => {
    isClosed = true
  })
  // nothing that asks the database, which waits five seconds for the lock: then the mail is lost as well
  const status = () =>
    slow.visitor.get('/nada').then(
      (answer) => answer.status,
      () => 503,
    )
  await expect.poll(status).toBe(503)
  expect(isClosed).toBe(false)
  await release()
  await closing

  const { db, close } = await openDatabase(place, { alone: false })
  const queued = await db
    .selectFrom('deliveries')
    .innerJoin('mails', 'mails.id', 'mail_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['kind', 'name'])
    .execute()
  await close()
  expect(queued).toEqual([{ kind: 'password_link', name: 'Ana' }])
})

test('a failure after the answer is in the log, and the server goes on', async () => {
  const broken = await communityOfThisTest({ linkAnswerMs: 1 })
  await broken.hipatia.createsAccount('Ana')
  await sql`drop table password_links`.execute(broken.db)
  expectDone(await linksOf(broken).ask('Ana'))
  expect(broken.log()).toContainEqual(expect.objectContaining({ msg: 'a task failed', task: 'mail a link' }))
  expect((await broken.visitor.get('/health')).status).toBe(200)
})

test('hundreds of answers for known and unknown names take the same time', { timeout: 300_000 }, async () => {
  // shorter than the 400 ms of the product, and longer than the work of ten lanes at once
  const own = await communityOfThisTest({ trustedProxies: ['127.0.0.1'], linkAnswerMs: 100 })
  await own.hipatia.createsAccount('Ana')
  const turns = inFull(100, 15)
  const times: Record<string, number[]> = { Ana: [], Nadie: [] }
  async function measure(name: 'Ana' | 'Nadie', from: string) {
    const begun = performance.now()
    const answer = await own.visitor.post('/auth/password-links', { name }, { headers: { 'x-forwarded-for': from } })
    times[name]?.push(performance.now() - begun)
    expect(answer.status).toBe(200)
  }
  async function measureMany(lane: number) {
    for (let turn = 0; turn < turns; turn++) {
      const from = `198.18.${lane}.${turn}`
      // the lanes answer in step: half of them ask for Ana, so that her work slows both answers alike
      const names = (turn + lane) % 2 ? (['Ana', 'Nadie'] as const) : (['Nadie', 'Ana'] as const)
      for (const name of names) await measure(name, from)
      // so that most requests for Ana make a link and a mail, however late they are worked on
      own.advanceClock(minutes(61))
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(measureMany))
  await own.services.background.finish()
  const { Ana = [], Nadie = [] } = times
  const queued = await own.db.selectFrom('mails').select('id').execute()
  expect(queued.length).toBeGreaterThan(5 * turns)
  expect(rankTest(Ana, Nadie)).toBeGreaterThan(1e-4)
})
