// @databases both
// Notices: what others did that concerns a person, once each, and only while the person may see it (DECISIONS §7, "Avisos").
import { describe, expect, test } from 'vitest'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'
import { linksOf } from '../auth/links.ts'
import { noticesOf, reads, unreadOf } from './bell.ts'

const community = await communityOfThisFile()
const { hipatia, advanceClock: passes } = community
const [telesila, amparo, eudoxo] = await community.signInAll('Telesila', 'Amparo', 'Eudoxo')
const { accept, tokenFor } = linksOf(community)

let visitors = 0
/** Somebody without notices. */
const comes = () => community.signIn(`Visita ${++visitors}`)

describe('a comment', () => {
  test('is told to the author of the post with its beginning and its place, and to nobody else', async () => {
    const nobody = await comes()
    const post = await telesila.writes({ title: 'Los versos de Argos' })
    const comment = await amparo.comments(post, '¿Y **el coro**, quién lo paga?')
    const about = { kind: 'comment', subject: { kind: 'post', id: post.id }, is_read: false, emoji: null }
    const by = { actor_id: amparo.id, actor_name: 'Amparo', others: 0, at: community.moment() }
    const texts = { title: 'Los versos de Argos', excerpt: '¿Y el coro, quién lo paga?' }
    const path = `/blog/${post.id}#comment-${comment.id}`
    const id = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect((await noticesOf(telesila))[0]).toEqual({ id, ...about, ...by, ...texts, path })
    for (const other of [amparo, nobody]) expect(await noticesOf(other)).toEqual([])
  })

  test('gathers with others about the same post, without the author’s own, and the oldest unread one is where it leads', async () => {
    const author = await comes()
    const post = await author.writes()
    await author.comments(post)
    expect(await noticesOf(author)).toEqual([])
    await amparo.comments(post)
    await reads(author, { subject: post.id })
    passes(minutes(1))
    const first = await eudoxo.comments(post)
    passes(minutes(1))
    await amparo.comments(post, 'Ya lo dije.')
    expect(await noticesOf(author)).toMatchObject([
      { actor_name: 'Amparo', others: 1, excerpt: 'Ya lo dije.', is_read: false, at: community.moment() },
    ])
    expect((await noticesOf(author))[0]?.path).toBe(`/blog/${post.id}#comment-${first.id}`)
    expect(await unreadOf(author)).toBe(1)
  })

  test('that is sent twice is told once, and one that is deleted, or whose post is deleted, was never told', async () => {
    const author = await comes()
    const [post, other] = [await author.writes(), await author.writes()]
    const comment = await amparo.comments(post)
    const client_id = crypto.randomUUID()
    for (let times = 0; times < 2; times++) await amparo.comments(other, 'Una vez', { client_id })
    expect(await rowsOf(community.db, 'notices', { user_id: author.id })).toHaveLength(2)
    expect(await unreadOf(author)).toBe(2)
    expectDone(await amparo.delete(`/comments/${comment.id}`))
    expect((await noticesOf(author)).map(({ subject }) => subject.id)).toEqual([other.id])
    expectDone(await author.delete(`/posts/${other.id}`))
    expect(await noticesOf(author)).toEqual([])
    expect(await unreadOf(author)).toBe(0)
  })
})

describe('of a post that somebody follows', () => {
  test('every comment is told, until the post is taken back, and again when it is published', async () => {
    const follower = await comes()
    const post = await telesila.writes({ title: 'Un post seguido' })
    expectDone(await follower.put(`/posts/${post.id}/following`, { state: 'following' }))
    await amparo.comments(post)
    expect(await noticesOf(follower)).toMatchObject([{ kind: 'comment', title: 'Un post seguido' }])
    const socket = await openMemberSocket(community, follower)
    await telesila.publishes(post, false)
    expect(await noticesOf(follower)).toEqual([])
    await until(() => expect(socket.of('notices_changed').at(-1)).toEqual({ unread: 0 }))
    // nobody hears of the comments of a draft but its author
    await hipatia.comments(post)
    await telesila.publishes(post)
    expect(await noticesOf(follower)).toMatchObject([{ actor_name: 'Amparo', others: 0 }])
    await until(() => expect(socket.of('notices_changed').at(-1)).toEqual({ unread: 1 }))
    const ofAuthor = (await noticesOf(telesila)).find(({ subject }) => subject.id === post.id)
    expect(ofAuthor).toMatchObject({ actor_name: 'Hipatia', others: 1 })
  })

  test('nothing is told to those who muted it, its author included', async () => {
    const author = await comes()
    const post = await author.writes()
    expectDone(await author.put(`/posts/${post.id}/following`, { state: 'muted' }))
    expect(expectDone(await author.get(`/posts/${post.id}/following`))).toEqual({ state: 'muted' })
    await amparo.comments(post)
    expect(await noticesOf(author)).toEqual([])
    expectDone(await author.put(`/posts/${post.id}/following`, { state: null }))
    await eudoxo.comments(post)
    expect(await noticesOf(author)).toMatchObject([{ actor_name: 'Eudoxo', others: 0 }])
  })

  test('somebody else’s draft can’t be followed, and doesn’t exist', async () => {
    const draft = await telesila.drafts()
    expectRefusal(await amparo.put(`/posts/${draft.id}/following`, { state: 'following' }), 404)
    expectRefusal(await amparo.get(`/posts/${draft.id}/following`), 404)
  })
})

test('an answer in the chat is told to the answered person until the chat is read there, and goes with it; one to oneself isn’t', async () => {
  const asker = await comes()
  const question = await asker.says('¿Quién trae el pan?')
  await asker.says('Yo misma', { reply_to: question.id })
  expect(await noticesOf(asker)).toEqual([])
  const answer = await amparo.says('Yo lo *traigo*', { reply_to: question.id })
  const texts = { title: null, excerpt: 'Yo lo *traigo*', path: `/chat?mensaje=${answer.id}` }
  const about = { kind: 'answer', subject: { kind: 'message', id: question.id }, actor_name: 'Amparo' }
  expect(await noticesOf(asker)).toMatchObject([{ ...about, ...texts, is_read: false }])
  expectDone(await asker.put('/chat/reading', { seq: question.seq }))
  expect(await unreadOf(asker)).toBe(1)
  expectDone(await asker.put('/chat/reading', { seq: answer.seq }))
  expect(await unreadOf(asker)).toBe(0)
  expect(await noticesOf(asker)).toMatchObject([{ is_read: true }])
  expectDone(await amparo.delete(`/chat/messages/${answer.id}`))
  expect(await noticesOf(asker)).toEqual([])
})

test('a broadcast is told to its recipients, who can read it whole, and others can’t', async () => {
  const [reader, refuser] = [await comes(), await comes()]
  expectDone(await refuser.put('/notifications/preferences', { admin_notifications: false }))
  const message = `${'El sábado cerramos por obras. '.repeat(20)}Fin.`
  const sent = { subject: 'Cerramos', message, include_unsubscribed: false }
  expectDone(await hipatia.post('/notifications/admin/broadcast', sent))
  const [notice] = await noticesOf(reader)
  expect(notice).toMatchObject({ kind: 'broadcast', title: 'Cerramos', actor_name: 'Hipatia', others: 0 })
  expect(notice?.excerpt).toMatch(/^El sábado cerramos por obras\..*…$/)
  const id = notice?.subject.id
  expect(notice?.path).toBe(`/notices?aviso=${id}`)
  expect(expectDone(await reader.get(`/notices/broadcasts/${id}`))).toEqual({ subject: 'Cerramos', message })
  expect((await noticesOf(refuser)).filter(({ kind }) => kind === 'broadcast')).toEqual([])
  expectRefusal(await refuser.get(`/notices/broadcasts/${id}`), 404)
  expect((await noticesOf(hipatia)).filter(({ kind }) => kind === 'broadcast')).toEqual([])
})

test('an accepted invitation is told to the administrators, while they are', async () => {
  const eratosthenes = await community.signIn('Eratóstenes')
  expectDone(await hipatia.put(`/auth/users/${eratosthenes.id}`, { role: 'admin' }))
  const { token, id } = await tokenFor('Praxila')
  expectDone(await accept('invitations', token))
  const texts = { title: null, excerpt: null, path: '/admin?q=Praxila' }
  const about = { kind: 'invitation', subject: { kind: 'person', id }, actor_name: 'Praxila' }
  for (const admin of [hipatia, eratosthenes]) expect((await noticesOf(admin))[0]).toMatchObject({ ...about, ...texts })
  expect((await noticesOf(telesila)).filter(({ kind }) => kind === 'invitation')).toEqual([])
  expectDone(await hipatia.put(`/auth/users/${eratosthenes.id}`, { role: 'normal' }))
  expect(await noticesOf(eratosthenes)).toEqual([])
  expect(await unreadOf(eratosthenes)).toBe(0)
})

test('a deleted account has no notices, and its name stays in those of others', async () => {
  const [leaver, author] = [await comes(), await comes()]
  await amparo.comments(await leaver.writes())
  await leaver.comments(await author.writes())
  expectDone(await hipatia.delete(`/auth/users/${leaver.id}`))
  expect(await noticesOf(author)).toMatchObject([{ actor_id: null, actor_name: leaver.name }])
  expect(await rowsOf(community.db, 'notices', { user_id: leaver.id })).toEqual([])
})
