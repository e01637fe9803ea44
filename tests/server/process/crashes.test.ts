// kill -9 under writes of every kind, in short: lab/crash.ts is the long form. And a control: the comparison notices
// what is lost, doubled or broken.
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findContradictions, findDamage, findFileFaults } from '../../../lab/crash/consistency.ts'
import { openJournal } from '../../../lab/crash/journal.ts'
import { createModel } from '../../../lab/crash/model.ts'
import { fromTheBeginning, observe } from '../../../lab/crash/observe.ts'
import { endSession, openSession } from '../../../lab/crash/operations/accounts.ts'
import { say } from '../../../lab/crash/operations/chat.ts'
import { uploadForm } from '../../../lab/crash/operations/files.ts'
import { createNews, createPost, deletePost } from '../../../lab/crash/operations/texts.ts'
import { createPeople } from '../../../lab/crash/people.ts'
import { crash, withDatabase } from '../../../lab/crash/run.ts'
import { startServer } from '../../../lab/crash/server-process.ts'
import { createRandom } from '../../../tools/random.ts'
import { inFull } from '../../support/in-full.ts'
import { filesBelow } from '../../support/server/backups.ts'
import { changeRows, insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { locationOfThisTest } from '../../support/server/processes/server-process.ts'
import { createTempDir } from '../../support/server/storage/storage.ts'

test('after kills under writes of every kind all that was acknowledged is there, once and whole', async () => {
  const place = await locationOfThisTest()
  const seed = Date.now()
  const wanted = inFull(10, 3)
  // the journal is outside of the data
  const options = { place, journalFolder: await createTempDir(), seed, kills: wanted, completeEvery: inFull(5, 2) }
  const { kills, acknowledged, lost, doubled, broken } = await crash({ ...options, lifetimeMs: [5, 600] })
  expect({ seed, lost, doubled, broken }).toEqual({ seed, lost: [], doubled: [], broken: [] })
  expect(kills).toBeGreaterThanOrEqual(wanted)
  expect(acknowledged.size).toBeGreaterThan(0)
})

test('a crash run notices what is lost, doubled, back again or broken', async () => {
  const place = await locationOfThisTest()
  const model = createModel(openJournal(await createTempDir()))
  const server = await startServer(place)
  if (!server) throw new Error('it was not killed')
  onTestFinished(server.kill)
  const [writer] = await createPeople(server.origin, { count: 1, random: createRandom(1), model })
  if (!writer) throw new Error('there is one')
  const look = () => withDatabase(place, ({ db }) => observe(db, [writer], fromTheBeginning))
  model.adopt((await look()).found)
  writer.connect(server.origin)
  for (const operation of [createPost, createPost, createNews, say('rest'), uploadForm, openSession, endSession])
    await operation(writer)
  const [post] = writer.posts
  const [news] = writer.news
  const judge = async () => model.judge((await look()).found, { isComplete: true })
  expect(await judge()).toEqual({ lost: [], doubled: [] })
  expect(await withDatabase(place, ({ db }) => rowsOf(db, 'sessions'))).toHaveLength(2)

  const [deleted] = writer.posts.slice(1)
  writer.posts.splice(0, 2, ...(deleted ? [deleted] : []))
  await deletePost(writer)
  writer.disconnect()
  await server.kill()
  const damaged = await withDatabase(place, async (database) => {
    const { db, dialect } = database
    const check = async () => [
      ...(await findContradictions(db)),
      ...(await findFileFaults(db, place, { hashed: true })),
      ...(await findDamage(db, dialect)),
    ]
    expect(await check()).toEqual([])
    await db.deleteFrom('news').execute()
    await changeRows(db, 'posts', { content: 'Otro texto.' }, { id: post?.id ?? '' })
    await sql`drop index chat_messages_client_id`.execute(db)
    await sql`insert into chat_messages (seq, id, author_id, client_id, message, created_at)
      select seq + 1, 'otra', author_id, client_id, message, created_at from chat_messages`.execute(db)
    await insertRows(db, 'post_counts', [{ category_id: 'otra', published: 1 }])
    for (const path of filesBelow(join(place.dataDir, 'files'))) truncateSync(path)
    return check()
  })
  const { lost, doubled } = await judge()
  expect(lost).toEqual([
    expect.stringMatching(`^post ${post?.marker} is .* and should be `),
    expect.stringMatching(`^news ${news?.marker} is absent and should be `),
  ])
  expect(doubled).toEqual([expect.stringMatching(/^message /)])
  expect(damaged).toEqual([
    '1 rows that the search does not know',
    '1 posts that differ from their newest version',
    '1 wrong counts of published posts',
    '1 chat messages that the counter does not know',
    expect.stringMatching(/\.bin has 0 bytes$/),
    expect.stringMatching(/ has another search text$/),
  ])
})
