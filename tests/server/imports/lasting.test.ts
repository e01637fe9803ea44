// @databases both
// Imported things live on as any others: versions, reactions, and the account of a member that is deleted.
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Post } from '../../../contract/posts.ts'
import { communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { blogImport, bring } from '../../support/server/imports.ts'

test('imported things get versions and reactions, and stay under the name of a member whose account is deleted', async () => {
  const community = await communityOfThisTest()
  const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')
  await bring(community, blogImport({ posts: { recuerdo: { by: 'Amparo' } }, messages: { 'hasta mañana': 'Amparo' } }))
  const [post] = await rowsOf(community.db, 'posts')
  const [message] = await rowsOf(community.db, 'chat_messages')
  const address = `/posts/${post?.id}`
  const { title, category_id } = expectDone(await amparo.get<Post>(address))
  expectDone(await amparo.put(address, { title, category_id, content: 'Otra cosa.' }))
  const versions = expectDone(await amparo.get<{ version: number; editor_name: string }[]>(`${address}/versions`))
  expect(versions.map(({ version, editor_name }) => [version, editor_name])).toEqual([
    [2, 'Amparo'],
    [1, 'Amparo'],
  ])
  await telesila.reacts('post', { id: `${post?.id}` })
  await telesila.reacts('message', { id: `${message?.id}` })

  expectDone(await community.hipatia.delete(`/auth/users/${post?.author_id}`))
  const gone = { author_id: null, reactions: [{ emoji: '👍', count: 1 }] }
  expect(expectDone(await telesila.get<Post>(address))).toMatchObject({
    ...{ ...gone, author_name: 'Amparo', content: 'Otra cosa.' },
  })
  expect(expectDone(await telesila.get<ChatMessage[]>('/chat/messages'))).toMatchObject([
    { ...gone, username: 'Amparo', message: 'hasta mañana', seq: 0 },
  ])
})
