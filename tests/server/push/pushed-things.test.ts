// @databases both
// A database from before push messages named the things that they lead to.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pushedThings } from '../../../server/db/migrations/003-pushed-things.ts'
import { expectDone } from '../../support/server/community.ts'
import { startWithPhone } from '../notices/phone.ts'

test('messages that wait are found by the thing in their page', async () => {
  const { telesila, amparo, hipatia, db } = await startWithPhone()
  expectDone(await telesila.put('/notices/settings', { kinds: { reaction: 'push' }, chat: 'all' }))
  const post = await telesila.writes()
  const comment = await amparo.comments(post)
  const message = await amparo.says('Hola')
  const file = await telesila.links('https://a.example/')
  await amparo.reacts('file', file)
  const broadcast = { subject: 'Cena', message: 'El lunes.', include_unsubscribed: true }
  expectDone(await hipatia.post('/notifications/admin/broadcast', broadcast))
  const things = () => db.selectFrom('pushes').select(['thread', 'about_id', 'post_id']).orderBy('thread').execute()
  const before = await things()
  expect(before).toEqual([
    { thread: expect.stringMatching(/^broadcast:/), about_id: expect.any(String), post_id: null },
    { thread: 'chat', about_id: message.id, post_id: null },
    { thread: `post:${post.id}`, about_id: comment.id, post_id: post.id },
    { thread: `reaction:${file.id}`, about_id: file.id, post_id: null },
  ])
  for (const column of ['about_id', 'post_id']) {
    await db.schema.dropIndex(`pushes_${column}`).execute()
    await db.schema.alterTable('pushes').dropColumn(column).execute()
  }
  await sql`create index pushes_path on pushes (path)`.execute(db)
  await pushedThings.up(db as never)
  expect(await things()).toEqual(before)
})
