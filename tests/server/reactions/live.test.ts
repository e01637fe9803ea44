// @databases both
// Events about reactions, only for people who may see the thing.
import { expect, test } from 'vitest'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import type { ReactionsChanged } from '../../../contract/realtime.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [amparo, telesila] = await community.signInAll('Amparo', 'Telesila')

const head = async () => expectDone(await amparo.get<ChatChanges>('/chat/changes?after=0')).head

test('a reaction to a message is a change of it, told once to everybody, and its edit mark stays away', async () => {
  const socket = await openMemberSocket(community, amparo)
  const message = await amparo.says('¿Quién trae el pan?')
  const answer = await telesila.says('Yo', { reply_to: message.id })
  const before = await head()
  await telesila.reacts('message', message)
  const reacted = { ...message, change: before + 1, reactions: [{ emoji: '👍', count: 1, user_ids: [telesila.id] }] }
  const quotes = [{ seq: message.seq, username: 'Amparo', excerpt: message.message, change: before + 1 }]
  const told = { from: before, to: before + 1, head: before + 1, messages: [reacted], quotes }
  await until(() => expect(socket.of<ChatChanges>('messages_changed')).toEqual([told]))
  expect(expectDone(await amparo.get<ChatChanges>(`/chat/changes?after=${before}`))).toEqual(told)
  // a repeat changes nothing
  await telesila.reacts('message', message)
  expect(await head()).toBe(before + 1)
  await telesila.takesBack('message', message)
  await telesila.takesBack('message', message)
  expect(await head()).toBe(before + 2)
  await until(() =>
    expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages).toEqual([{ ...message, change: before + 2 }]),
  )
  // an answer quotes the text only
  expect(answer.change).toBe(0)
})

test('a reaction doesn’t stand in the way of an edit that began before it, and a deleted message has none in its event', async () => {
  const socket = await openMemberSocket(community, telesila)
  const { id, created_at } = await amparo.says('Hoy es lnues')
  await telesila.reacts('message', { id })
  const version = { 'if-match': `"${Date.parse(created_at)}"` }
  const message = 'Hoy es lunes'
  const edited = await amparo.put<ChatMessage>(`/chat/messages/${id}`, { message }, { headers: version })
  expect(expectDone(edited)).toMatchObject({ message, reactions: [{ emoji: '👍', count: 1 }] })
  expectDone(await amparo.delete(`/chat/messages/${id}`))
  const emptied = { id, message: '', reactions: [] }
  await until(() => expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages.at(-1)).toMatchObject(emptied))
})

test('an emptied account’s reactions leave all messages in one go, each with a number of its own', async () => {
  const baldomera = await community.signIn('Baldomera')
  const socket = await openMemberSocket(community, amparo)
  const messages = [await amparo.says('Uno'), await amparo.says('Dos'), await amparo.says('Tres')]
  for (const { id } of messages) {
    await baldomera.reacts('message', { id })
    await baldomera.reacts('message', { id }, '🙏')
  }
  const before = await head()
  expectDone(await hipatia.delete(`/auth/users/${baldomera.id}`))
  const expected = messages.map((message, place) => ({ ...message, change: before + 1 + place }))
  await until(() => expect(socket.of<ChatChanges>('messages_changed').at(-1)?.messages).toEqual(expected))
  expect(await head()).toBe(before + 3)
})

test('reactions to a post, a news item and a file are told to everybody as they are', async () => {
  const socket = await openMemberSocket(community, amparo)
  const things = [
    ['post', (await amparo.writes()).id],
    ['news', (await amparo.shares()).id],
    ['file', (await amparo.links('https://alejandria.example/')).id],
  ] as const
  for (const [kind, id] of things) {
    await telesila.reacts(kind, { id })
    await telesila.takesBack(kind, { id })
  }
  const reactions = [{ emoji: '👍', count: 1, user_ids: [telesila.id] }]
  const lastOf = (id: string) => socket.of<ReactionsChanged>('reactions_changed').findLast((one) => one.id === id)
  // an event has the state of its moment: both of a thing may come after the second change
  for (const [kind, id] of things) await until(() => expect(lastOf(id)).toEqual({ kind, id, reactions: [] }))
  await telesila.reacts('post', { id: things[0][1] })
  await until(() => expect(lastOf(things[0][1])).toEqual({ kind: 'post', id: things[0][1], reactions }))
})

test('reactions to a draft are told to its author and administrators only', async () => {
  const { id } = await amparo.drafts()
  const sockets = [amparo, hipatia, telesila].map((who) => openMemberSocket(community, who))
  const [author, admin, other] = await Promise.all(sockets)
  await hipatia.reacts('post', { id })
  const told = (socket = other) => socket?.of<ReactionsChanged>('reactions_changed').map((one) => one.id)
  await until(() => expect([told(author), told(admin)]).toEqual([[id], [id]]))
  const { id: published } = await amparo.writes()
  await hipatia.reacts('post', { id: published })
  await until(() => expect(told(other)).toEqual([published]))
})

test('a reaction to a comment is told to those who watch the post', async () => {
  const post = await amparo.writes()
  const comment = await community.insertComment(post, amparo)
  const socket = await openMemberSocket(community, telesila)
  socket.emit('watch', { post: post.id })
  await socket.says('')
  await amparo.reacts('comment', comment)
  await until(() => expect(socket.of('comments_changed')).toEqual([{ post: post.id }]))
})
