// @databases both
// Events about reactions, only for people who may see the thing.
import { expect, test } from 'vitest'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import type { ReactionsChanged } from '../../../contract/realtime.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const amparo = await community.signIn('Amparo')
const telesila = await community.signIn('Telesila')

const reacts = async (who: Person, kind: string, id: string, emoji = '👍') =>
  expectDone(await who.put(`/reactions/${kind}/${id}`, { emoji }))
const takesBack = async (who: Person, kind: string, id: string, emoji = '👍') =>
  expectDone(await who.delete(`/reactions/${kind}/${id}`, { body: { emoji } }))
const says = async (who: Person, message: string, more: object = {}) =>
  expectDone(await who.post<ChatMessage>('/chat/messages', { message, ...more }))
const head = async () => expectDone(await amparo.get<ChatChanges>('/chat/changes?after=0')).head

test('a reaction to a message is a change of it, told once to everybody, and its edit mark stays away', async () => {
  const socket = await openMemberSocket(community, amparo)
  const message = await says(amparo, '¿Quién trae el pan?')
  const answer = await says(telesila, 'Yo', { reply_to: message.id })
  const before = await head()
  await reacts(telesila, 'message', message.id)
  const reacted = { ...message, change: before + 1, reactions: [{ emoji: '👍', count: 1, user_ids: [telesila.id] }] }
  const quotes = [{ seq: message.seq, username: 'Amparo', excerpt: message.message, change: before + 1 }]
  const told = { from: before, to: before + 1, head: before + 1, messages: [reacted], quotes }
  await until(() => expect(socket.of<ChatChanges>('messages_changed')).toEqual([told]))
  expect(expectDone(await amparo.get<ChatChanges>(`/chat/changes?after=${before}`))).toEqual(told)
  // a repeat changes nothing
  await reacts(telesila, 'message', message.id)
  expect(await head()).toBe(before + 1)
  await takesBack(telesila, 'message', message.id)
  await takesBack(telesila, 'message', message.id)
  expect(await head()).toBe(before + 2)
  await until(() =>
    expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages).toEqual([{ ...message, change: before + 2 }]),
  )
  // an answer quotes the text only
  expect(answer.change).toBe(0)
})

test('a reaction doesn’t stand in the way of an edit that began before it', async () => {
  const { id, created_at } = await says(amparo, 'Hoy es lnues')
  await reacts(telesila, 'message', id)
  const version = { 'if-match': `"${Date.parse(created_at)}"` }
  const edited = await amparo.put<ChatMessage>(
    `/chat/messages/${id}`,
    { message: 'Hoy es lunes' },
    { headers: version },
  )
  expect(expectDone(edited)).toMatchObject({ message: 'Hoy es lunes', reactions: [{ emoji: '👍', count: 1 }] })
})

test('a deleted message has no reactions in its event', async () => {
  const socket = await openMemberSocket(community, telesila)
  const { id } = await says(amparo, 'Fuera')
  await reacts(telesila, 'message', id)
  expectDone(await amparo.delete(`/chat/messages/${id}`))
  await until(() =>
    expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages).toMatchObject([
      { id, message: '', reactions: [] },
    ]),
  )
})

test('an emptied account’s reactions leave all messages in one go, each with a number of its own', async () => {
  const baldomera = await community.signIn('Baldomera')
  const socket = await openMemberSocket(community, amparo)
  const messages = [await says(amparo, 'Uno'), await says(amparo, 'Dos'), await says(amparo, 'Tres')]
  for (const { id } of messages) {
    await reacts(baldomera, 'message', id)
    await reacts(baldomera, 'message', id, '🙏')
  }
  const before = await head()
  expectDone(await hipatia.delete(`/auth/users/${baldomera.id}`))
  const expected = messages.map((message, place) => ({ ...message, change: before + 1 + place }))
  await until(() => expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages).toEqual(expected))
  expect(await head()).toBe(before + 3)
})

test('reactions to a post, a news item and a file are told to everybody as they are', async () => {
  const socket = await openMemberSocket(community, amparo)
  const news = { title: 'El faro', url: 'https://faro.example/' }
  const things = [
    ['post', (await amparo.writes()).id],
    ['news', expectDone(await amparo.post<{ id: string }>('/news', news)).id],
    ['file', (await amparo.links('https://alejandria.example/')).id],
  ] as const
  for (const [kind, id] of things) {
    await reacts(telesila, kind, id)
    await takesBack(telesila, kind, id)
  }
  const reactions = [{ emoji: '👍', count: 1, user_ids: [telesila.id] }]
  const lastOf = (id: string) =>
    socket
      .of<ReactionsChanged>('reactions_changed')
      .filter((one) => one.id === id)
      .at(-1)
  // an event has the state of its moment: both of a thing may come after the second change
  for (const [kind, id] of things) await until(() => expect(lastOf(id)).toEqual({ kind, id, reactions: [] }))
  await reacts(telesila, 'post', things[0][1])
  await until(() =>
    expect(socket.of<ReactionsChanged>('reactions_changed').at(-1)).toEqual({
      kind: 'post',
      id: things[0][1],
      reactions,
    }),
  )
})

test('reactions to a draft are told to its author and administrators only', async () => {
  const { id } = await amparo.drafts()
  const sockets = [amparo, hipatia, telesila].map((who) => openMemberSocket(community, who))
  const [author, admin, other] = await Promise.all(sockets)
  await reacts(hipatia, 'post', id)
  const told = (socket = other) => socket?.of<ReactionsChanged>('reactions_changed').map((one) => one.id)
  await until(() => expect([told(author), told(admin)]).toEqual([[id], [id]]))
  const { id: published } = await amparo.writes()
  await reacts(hipatia, 'post', published)
  await until(() => expect(told(other)).toEqual([published]))
})

test('a reaction to a comment is told to those who watch the post', async () => {
  const post = await amparo.writes()
  const comment = await community.insertComment(post, amparo)
  const socket = await openMemberSocket(community, telesila)
  socket.emit('watch', { post: post.id })
  await socket.says('')
  await reacts(amparo, 'comment', comment.id)
  await until(() => expect(socket.of('comments_changed')).toEqual([{ post: post.id }]))
})
