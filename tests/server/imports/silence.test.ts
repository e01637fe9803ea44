// @databases both
// Nobody is told of what is imported, also of what is of today: no mail, notice, push message or badge, no news of a visit.
import { expect, test } from 'vitest'
import type { ChatReading } from '../../../contract/chat.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Visit, WhatsNew } from '../../../contract/whats-new.ts'
import { createPeople } from '../../../server/imports/people.ts'
import {
  createMessageWriter,
  importComment,
  importFile,
  importPost,
  thingIds,
  writeTexts,
} from '../../../server/imports/things.ts'
import { expectDone, seconds } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { bring, exportedFile } from '../../support/server/imports.ts'
import { startWithBrowser } from '../../support/server/push/push-community.ts'

test('somebody with mails and messages on a phone hears nothing of posts, comments, messages and files of an import', async () => {
  const community = await startWithBrowser()
  const { telesila, db, clock } = community
  const amparo = await community.signIn('Amparo')
  expectDone(await telesila.put('/notices/settings', { chat: 'all', kinds: { comment: 'push', answer: 'push' } }))
  const named = `Mira, @[Telesila](${telesila.id})`

  /** All that reaches people by itself, and the counts that Telesila sees. */
  async function heard() {
    const sections = expectDone(await telesila.get<WhatsNew>('/sections'))
    const visit = expectDone(await telesila.get<Visit>('/sections/visit'))
    const { headers } = await telesila.get('/notices')
    return {
      mails: (await rowsOf(db, 'mails')).length,
      pushes: (await rowsOf(db, 'pushes')).length,
      notices: Number(headers.get('x-unread')),
      blog: sections.blog.fresh,
      files: sections.files.fresh,
      posts: visit.posts.count,
      uploads: visit.files.count,
      conversations: visit.conversations.count,
      messages: visit.messages.count,
      chat: expectDone(await telesila.get<ChatReading>('/chat/reading')).unread,
    }
  }
  const nothing = {
    ...{ mails: 0, pushes: 0, notices: 0, blog: 0, files: 0 },
    ...{ posts: 0, uploads: 0, conversations: 0, messages: 0, chat: 0 },
  }
  community.advanceClock(seconds(1))
  expect(await heard()).toEqual(nothing)

  await bring(community, async (run) => {
    const people = createPeople(run)
    const [her, author] = [await people({ name: 'Telesila' }), await people({ name: 'Amparo' })]
    const newId = thingIds()
    const thing = (author: typeof her, source: string) => ({ id: newId(clock.now), at: clock.now, author, source })
    const text = { title: 'El faro', content: named, category_id: null, is_published: true }
    const [own, other] = [thing(her, 'post 1'), thing(author, 'post 2')]
    const comment = thing(her, 'comment 1')
    await writeTexts(run, async (tx) => {
      await importPost(run, tx, { ...own, ...text })
      await importPost(run, tx, { ...other, ...text })
      await importComment(run, tx, { ...comment, post_id: own.id, content: 'Mío.', reply_to: null })
      await importComment(run, tx, {
        ...thing(author, 'comment 2'),
        post_id: own.id,
        content: named,
        reply_to: comment.id,
      })
    })
    await importFile(run, exportedFile('plano.txt', 'x', thing(author, 'file 1')))
    await (await createMessageWriter(run))([{ ...thing(author, 'message 1'), message: named }])
  })
  expect(await rowsOf(db, 'imported')).toHaveLength(6)
  expect(await heard()).toEqual(nothing)
  expect(expectDone(await telesila.get<Post[]>('/posts'))).toMatchObject([{ title: 'El faro' }, { title: 'El faro' }])

  // the same by Amparo herself is heard of
  const written = await amparo.writes({ title: 'El faro', content: named })
  const answered = await telesila.comments(written, 'Mío.')
  await amparo.comments(written, named, { reply_to: answered.id })
  await amparo.uploads({ name: 'plano.txt', bytes: 'otro' })
  await amparo.says(named)
  const all = await heard()
  expect(Object.entries(all).filter(([, count]) => count === 0)).toEqual([])
  expect(all).toMatchObject({ blog: 1, files: 1, posts: 1, uploads: 1, conversations: 1, messages: 1, chat: 1 })
})
