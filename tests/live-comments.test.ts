// Who looks at a post hears that its comments changed, and only who may see it then.
import { afterAll, describe, expect, test } from 'vitest'
import type { Comment } from '../contract/comments.ts'
import { done, foundCommunity, type Person } from './support/community.ts'
import { type OpenSocket, opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const comments = async (who: Person, post: { id: string }, content = 'De acuerdo.') =>
  done(await who.post<Comment>(`/comments/post/${post.id}`, { author_name: who.name, content }))
const changes = (socket: OpenSocket) => socket.of<{ post: string }>('comments_changed').map(({ post }) => post)

/** A socket that looks at a post, and has been heard: events of one socket are handled in their order. */
async function watches(who: Person, post: unknown) {
  const socket = await opensSocket(community, who)
  await looksAt(socket, post)
  return socket
}
async function looksAt(socket: OpenSocket, post: unknown) {
  socket.emit('watch', post)
  await socket.says('')
}
/** Another post's comments change and its watcher hears of it twice: whatever was to be heard before has been heard. */
async function somethingElseChanges() {
  const post = await bruno.writes()
  const witness = await watches(bruno, { post: post.id })
  for (const times of [1, 2]) {
    await comments(bruno, post)
    await until(() => expect(changes(witness)).toHaveLength(times))
  }
}

test('a comment that is written, changed or deleted is told to everybody who looks at the post', async () => {
  const post = await ana.writes()
  const watchers = [
    await watches(ana, { post: post.id }),
    await watches(bruno, { post: post.id }),
    await watches(hipatia, { post: post.id }),
  ]
  const hear = async (times: number) => {
    for (const socket of watchers) await until(() => expect(changes(socket)).toEqual(Array(times).fill(post.id)))
  }
  const { id } = await comments(bruno, post)
  await hear(1)
  done(await bruno.put(`/comments/${id}`, { content: 'Lo pensé mejor.' }))
  await hear(2)
  done(await bruno.delete(`/comments/${id}`))
  await hear(3)
  for (const socket of watchers)
    expect(socket.heard.filter(({ event }) => event === 'comments_changed')[0]?.args).toEqual([{ post: post.id }])
})

test('who goes from one post to another hears of the one that was asked for last', async () => {
  const [post, other] = [await ana.writes(), await ana.writes()]
  const socket = await watches(ana, { post: other.id })
  // as a page does that is left for another
  for (const next of [null, { post: other.id }, null, { post: post.id }]) socket.emit('watch', next)
  await socket.says('')
  await comments(bruno, other)
  await comments(bruno, post)
  await until(() => expect(changes(socket)).toEqual([post.id]))
})

test('nothing of the comment itself is told', async () => {
  const post = await ana.writes()
  const socket = await watches(ana, { post: post.id })
  await comments(bruno, post, 'Un texto muy particular')
  await until(() => expect(changes(socket)).toEqual([post.id]))
  expect(JSON.stringify(socket.heard)).not.toContain('particular')
})

test('who looks at another post, or at none, hears nothing', async () => {
  const [post, other] = [await ana.writes(), await ana.writes()]
  const elsewhere = await watches(ana, { post: other.id })
  const nowhere = await opensSocket(community, ana)
  const noMore = await watches(ana, { post: post.id })
  await looksAt(noMore, null)
  const moved = await watches(ana, { post: post.id })
  await looksAt(moved, { post: other.id })
  await comments(bruno, post)
  await somethingElseChanges()
  for (const socket of [elsewhere, nowhere, noMore, moved]) expect(changes(socket)).toEqual([])
  await comments(bruno, other)
  for (const socket of [elsewhere, moved]) await until(() => expect(changes(socket)).toEqual([other.id]))
  expect(changes(noMore)).toEqual([])
})

test.each([5, 'x', '', true, {}, [], { post: 5 }, { post: 'x' }, { post: '0'.repeat(32) }, { post: null }, undefined])(
  'looking at %j is looking at nothing',
  async (given) => {
    const post = await ana.writes()
    const socket = await watches(ana, { post: post.id })
    await looksAt(socket, given)
    await comments(bruno, post)
    await somethingElseChanges()
    expect(changes(socket)).toEqual([])
    expect(socket.isOpen()).toBe(true)
  },
)

describe('a post that isn’t published', () => {
  test('tells its author and admins, and nobody else, though they know its address', async () => {
    const draft = await ana.drafts()
    const [anas, admins] = [await watches(ana, { post: draft.id }), await watches(hipatia, { post: draft.id })]
    const brunos = await watches(bruno, { post: draft.id })
    await comments(ana, draft)
    for (const socket of [anas, admins]) await until(() => expect(changes(socket)).toEqual([draft.id]))
    await somethingElseChanges()
    expect(changes(brunos)).toEqual([])
  })

  test('any more is told of no more to who looked at it before', async () => {
    const post = await ana.writes()
    const [anas, brunos] = [await watches(ana, { post: post.id }), await watches(bruno, { post: post.id })]
    await comments(ana, post)
    for (const socket of [anas, brunos]) await until(() => expect(changes(socket)).toEqual([post.id]))
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    await comments(ana, post)
    await until(() => expect(changes(anas)).toEqual([post.id, post.id]))
    await somethingElseChanges()
    expect(changes(brunos)).toEqual([post.id])
  })
})

test('who isn’t an admin any more doesn’t hear of other people’s drafts', async () => {
  const teon = await community.signIn((await hipatia.admits('Teón', { role: 'admin' })).name)
  const draft = await ana.drafts()
  const before = await watches(teon, { post: draft.id })
  await comments(ana, draft)
  await until(() => expect(changes(before)).toEqual([draft.id]))
  done(await hipatia.put(`/auth/users/${teon.id}`, { role: 'normal' }))
  await before.gone
  const after = await watches(teon, { post: draft.id })
  await comments(ana, draft)
  await somethingElseChanges()
  expect([changes(before), changes(after)]).toEqual([[draft.id], []])
})

test('a post that was deleted with its comments troubles nobody who looks at it', async () => {
  const post = await ana.writes()
  const socket = await watches(bruno, { post: post.id })
  const { id } = await comments(ana, post)
  await until(() => expect(changes(socket)).toEqual([post.id]))
  done(await ana.delete(`/posts/${post.id}`))
  expect((await ana.delete(`/comments/${id}`)).status).toBe(404)
  await somethingElseChanges()
  expect(changes(socket)).toEqual([post.id])
  expect(socket.isOpen()).toBe(true)
})

test('a comment that is refused is told of to nobody', async () => {
  const post = await ana.writes()
  const socket = await watches(ana, { post: post.id })
  expect((await bruno.post(`/comments/post/${post.id}`, { content: ' ' })).status).toBe(422)
  await somethingElseChanges()
  expect(changes(socket)).toEqual([])
})
