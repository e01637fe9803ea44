// @databases both
// Reading notices, on all devices, and pages of them.
import { expect, test } from 'vitest'
import type { Notice } from '../../../contract/notices/notices.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, minutes, type Person, pagesOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'
import { noticesOf, reads, unreadOf } from './bell.ts'

const community = await communityOfThisFile()
const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')

let authors = 0
/** Somebody with a notice about each of so many posts, the newest last. */
async function authorWith(count: number) {
  const author = await community.signIn(`Autora ${++authors}`)
  const posts: { id: string }[] = []
  for (let turn = 0; turn < count; turn++) {
    const post = await author.writes()
    posts.push(post)
    await amparo.comments(post)
    community.advanceClock(minutes(1))
  }
  return { author, posts }
}
const unreadPosts = async (who: Person) =>
  (await noticesOf(who)).filter(({ is_read }) => !is_read).map(({ subject }) => subject.id)

test('those that were chosen, all up to one, or those about a thing that was opened are read', async () => {
  const { author, posts } = await authorWith(5)
  const [first, second, third, fourth, fifth] = posts.map(({ id }) => id)
  const idOf = async (postId: string | undefined) =>
    (await noticesOf(author)).find(({ subject }) => subject.id === postId)?.id as string
  expect(await unreadPosts(author)).toEqual([fifth, fourth, third, second, first])
  expect(await reads(author, { ids: [await idOf(fourth)] })).toBe(4)
  expect(await reads(author, { subject: fifth })).toBe(3)
  expect(await unreadPosts(author)).toEqual([third, second, first])
  expect(await reads(author, { all_until: await idOf(second) })).toBe(1)
  expect(await unreadPosts(author)).toEqual([third])
  expect(await unreadOf(author)).toBe(1)
})

test('a notice is read by its person only, and stays so until something new happens there', async () => {
  const { author, posts } = await authorWith(1)
  const post = { id: posts[0]?.id as string }
  await telesila.comments(post)
  const [notice] = await noticesOf(author)
  for (const body of [{ ids: [notice?.id] }, { all_until: notice?.id }, { subject: post.id }])
    await reads(telesila, body)
  expect(await unreadOf(author)).toBe(1)
  // the earlier one, which is gathered in it, is read too
  expect(await reads(author, { ids: [notice?.id] })).toBe(0)
  await amparo.comments(post)
  expect(await unreadOf(author)).toBe(1)
})

test('every page of the person is told the count, and nobody else’s', async () => {
  const author = await community.signIn('Corina')
  const pages = [await openMemberSocket(community, author), await openMemberSocket(community, author)]
  const stranger = await openMemberSocket(community, telesila)
  const expectTold = async (...counts: number[]) => {
    const told = counts.map((unread) => ({ unread }))
    for (const page of pages) await until(() => expect(page.of('notices_changed')).toEqual(told))
  }
  const post = await author.writes()
  await amparo.comments(post)
  await expectTold(1)
  await reads(author, { subject: post.id })
  await expectTold(1, 0)
  // read already
  await reads(author, { subject: post.id })
  await amparo.comments(await author.writes())
  await expectTold(1, 0, 1)
  expect(stranger.of('notices_changed')).toEqual([])
})

test('pages follow each other, also when a notice on the next one is new again', async () => {
  const { author, posts } = await authorWith(5)
  const pages = await pagesOf<Notice>(author, '/notices?limit=2', () => telesila.comments(posts[2] ?? { id: '' }))
  expect(pages[0]?.total).toBe(5)
  expect(pages.map(({ body }) => body.map(({ subject }) => subject.id))).toEqual([
    [posts[4]?.id, posts[3]?.id],
    [posts[1]?.id, posts[0]?.id],
  ])
})

test('nothing, no ids, something that is no id, and too many ids are refused', async () => {
  for (const body of [{}, { ids: [] }, { subject: 'todo' }, { ids: Array.from({ length: 201 }, newId) }])
    expectRefusal(await telesila.put('/notices/read', body), 422)
})
