// Events about comments for people who have a post open, and only for those who may see it.
import { expect, test } from 'vitest'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { type OpenSocket, openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const changes = (socket: OpenSocket) => socket.of<{ post: string }>('comments_changed').map(({ post }) => post)

/** Opens a socket that watches a post, and waits until the server knows it: events of a socket are handled in order. */
async function watches(who: Person, post: unknown) {
  const socket = await openMemberSocket(community, who)
  await looksAt(socket, post)
  return socket
}
async function looksAt(socket: OpenSocket, post: unknown) {
  socket.emit('watch', post)
  await socket.says('')
}
/** Changes another post's comments twice and waits for both events: all earlier events have arrived then. */
async function somethingElseChanges() {
  const post = await bruno.writes()
  const witness = await watches(bruno, { post: post.id })
  for (const times of [1, 2]) {
    await bruno.comments(post)
    await until(() => expect(changes(witness)).toHaveLength(times))
  }
}

test('everybody who watches a post gets an event for each new, edited or deleted comment', async () => {
  const post = await ana.writes()
  const watchers = await Promise.all([ana, bruno, hipatia].map((who) => watches(who as Person, { post: post.id })))
  const hear = async (times: number) => {
    for (const socket of watchers) await until(() => expect(changes(socket)).toEqual(Array(times).fill(post.id)))
  }
  const { id } = await bruno.comments(post)
  await hear(1)
  expectDone(await bruno.put(`/comments/${id}`, { content: 'Lo pensé mejor.' }))
  await hear(2)
  expectDone(await bruno.delete(`/comments/${id}`))
  await hear(3)
  for (const socket of watchers)
    expect(socket.heard.filter(({ event }) => event === 'comments_changed')[0]?.args).toEqual([{ post: post.id }])
})

test('a socket gets events of the post that it watched last, and none of another post or of none', async () => {
  const [post, other] = [await ana.writes(), await ana.writes()]
  const elsewhere = await watches(ana, { post: other.id })
  const nowhere = await openMemberSocket(community, ana)
  const noMore = await watches(ana, { post: post.id })
  await looksAt(noMore, null)
  const moved = await watches(ana, { post: post.id })
  await looksAt(moved, { post: other.id })
  const back = await watches(ana, { post: other.id })
  // as a page does when it is left for another
  for (const next of [null, { post: other.id }, null, { post: post.id }]) back.emit('watch', next)
  await back.says('')
  await bruno.comments(post)
  await somethingElseChanges()
  for (const socket of [elsewhere, nowhere, noMore, moved]) expect(changes(socket)).toEqual([])
  await bruno.comments(other)
  for (const socket of [elsewhere, moved]) await until(() => expect(changes(socket)).toEqual([other.id]))
  await somethingElseChanges()
  expect([changes(noMore), changes(back)]).toEqual([[], [post.id]])
})

test.each([5, 'x', '', true, {}, [], { post: 5 }, { post: 'x' }, { post: '0'.repeat(32) }, { post: null }, undefined])(
  'watching %j is watching nothing',
  async (given) => {
    const post = await ana.writes()
    const socket = await watches(ana, { post: post.id })
    await looksAt(socket, given)
    await bruno.comments(post)
    await somethingElseChanges()
    expect(changes(socket)).toEqual([])
    expect(socket.isOpen()).toBe(true)
  },
)

test('comments of a draft cause events for its author and admins only, and none for a former one', async () => {
  const teon = await community.signIn((await hipatia.createsAccount('Teón', { role: 'admin' })).name)
  const draft = await ana.drafts()
  const [anas, admins] = [await watches(ana, { post: draft.id }), await watches(hipatia, { post: draft.id })]
  const [before, brunos] = [await watches(teon, { post: draft.id }), await watches(bruno, { post: draft.id })]
  await ana.comments(draft)
  for (const socket of [anas, admins, before]) await until(() => expect(changes(socket)).toEqual([draft.id]))
  expectDone(await hipatia.put(`/auth/users/${teon.id}`, { role: 'normal' }))
  await before.gone
  const after = await watches(teon, { post: draft.id })
  await ana.comments(draft)
  await somethingElseChanges()
  expect([changes(before), changes(after), changes(brunos)]).toEqual([[draft.id], [], []])
})

test('comments of an unpublished post cause no events for people who watched it before', async () => {
  const post = await ana.writes()
  const [anas, brunos] = [await watches(ana, { post: post.id }), await watches(bruno, { post: post.id })]
  await ana.comments(post)
  for (const socket of [anas, brunos]) await until(() => expect(changes(socket)).toEqual([post.id]))
  await ana.publishes(post, false)
  await ana.comments(post)
  await until(() => expect(changes(anas)).toEqual([post.id, post.id]))
  await somethingElseChanges()
  expect(changes(brunos)).toEqual([post.id])
})

test('a refused comment and a deleted post cause no event and no error for those who watch', async () => {
  const post = await ana.writes()
  const socket = await watches(bruno, { post: post.id })
  expect((await bruno.post(`/comments/post/${post.id}`, { content: ' ' })).status).toBe(422)
  const { id } = await ana.comments(post)
  await until(() => expect(changes(socket)).toEqual([post.id]))
  expectDone(await ana.delete(`/posts/${post.id}`))
  expect((await ana.delete(`/comments/${id}`)).status).toBe(404)
  await somethingElseChanges()
  expect(changes(socket)).toEqual([post.id])
  expect(socket.isOpen()).toBe(true)
})
