// @databases both
// Who is named, answered, or gets reactions hears of it (DECISIONS §7, "Avisos"; decision 059).
import { describe, expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { communityOfThisFile, expectDone, minutes, type Person } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { naming, noticesOf, reads, unreadOf } from './bell.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [telesila, amparo, eudoxo] = await community.signInAll('Telesila', 'Amparo', 'Eudoxo')

let visitors = 0
/** Somebody without notices. */
const comes = () => community.signIn(`Visita ${++visitors}`)
const edits = async (who: Person, { id, title }: Post, content: string) =>
  expectDone(await who.put<Post>(`/posts/${id}`, { title, content }))

describe('who is named in a post', () => {
  test('hears of it from its author when it is published, by whomever, once, and nothing of the draft', async () => {
    const named = await comes()
    const draft = await telesila.drafts({ title: 'Los hoplitas', content: `Lo cuenta ${naming(named)}.` })
    await edits(telesila, draft, `Me lo contó ${naming(named)}, con ${naming(telesila)} e ${naming(hipatia)}.`)
    expect(await noticesOf(named)).toEqual([])
    const before = await unreadOf(hipatia)
    await hipatia.publishes(draft)
    expect(await unreadOf(hipatia)).toBe(before + 1)
    expect((await noticesOf(telesila)).filter(({ subject }) => subject.id === draft.id)).toEqual([])
    const excerpt = `Me lo contó @${named.name}, con @Telesila e @Hipatia.`
    const texts = { title: 'Los hoplitas', excerpt, path: `/blog/${draft.id}` }
    const about = { kind: 'mention', subject: { kind: 'post', id: draft.id }, actor_name: 'Telesila', others: 0 }
    expect(await noticesOf(named)).toMatchObject([{ ...about, ...texts, is_read: false }])
    expect(await reads(named, { subject: draft.id })).toBe(0)
    await telesila.publishes(draft, false)
    expect(await noticesOf(named)).toEqual([])
    await telesila.publishes(draft)
    expect(await noticesOf(named)).toMatchObject([{ ...about, ...texts, is_read: true }])
    expect(await unreadOf(named)).toBe(0)
  })

  test('hears of it when the name is added later, and no more when it is taken out', async () => {
    const [first, second] = [await comes(), await comes()]
    const post = await telesila.writes({ content: `Con ${naming(first)}` })
    await edits(telesila, post, `Con ${naming(first)} y ${naming(second)}`)
    for (const who of [first, second]) expect(await unreadOf(who)).toBe(1)
    await edits(telesila, post, `Con ${naming(second)}`)
    expect(await noticesOf(first)).toEqual([])
    expect(await unreadOf(second)).toBe(1)
    expectDone(await telesila.delete(`/posts/${post.id}`))
    expect(await noticesOf(second)).toEqual([])
  })
})

describe('who is named in a comment', () => {
  test('hears of it once, also as the author of the post or of the answered comment', async () => {
    const [author, answered, named] = [await comes(), await comes(), await comes()]
    const post = await author.writes({ title: 'La falange' })
    const first = await answered.comments(post, '¿Cuántos eran?')
    await reads(author, { subject: post.id })
    const text = `${naming(author)}, ${naming(answered)}, ${naming(named)}: mil.`
    const answer = await amparo.comments(post, text, { reply_to: first.id })
    const excerpt = `@${author.name}, @${answered.name}, @${named.name}: mil.`
    const path = `/blog/${post.id}#comment-${answer.id}`
    expect(await noticesOf(answered)).toMatchObject([
      { kind: 'answer', subject: { kind: 'comment', id: first.id }, title: 'La falange', excerpt, path },
    ])
    for (const who of [author, named])
      expect((await noticesOf(who)).filter(({ is_read }) => !is_read)).toMatchObject([
        { kind: 'mention', subject: { kind: 'post', id: post.id }, title: 'La falange', excerpt, path },
      ])
    // opening the post reads all of them
    for (const who of [author, named, answered]) expect(await reads(who, { subject: post.id })).toBe(0)
    expectDone(await amparo.delete(`/comments/${answer.id}`))
    for (const who of [named, answered]) expect(await noticesOf(who)).toEqual([])
  })

  test('by an edit hears of it then, and whoever isn’t named any more doesn’t', async () => {
    const [before, after] = [await comes(), await comes()]
    const comment = await amparo.comments(await telesila.writes(), `Para ${naming(before)}`)
    expectDone(await amparo.put(`/comments/${comment.id}`, { content: `Para ${naming(after)}` }))
    expect(await noticesOf(before)).toEqual([])
    expect(await noticesOf(after)).toMatchObject([{ kind: 'mention', actor_name: 'Amparo' }])
  })

  test('on a draft hears nothing, except those who may read it', async () => {
    const named = await comes()
    const draft = await telesila.drafts({ title: 'En secreto' })
    await telesila.comments(draft, `${naming(named)} y ${naming(hipatia)} lo verán`)
    expect(await noticesOf(named)).toEqual([])
    expect((await noticesOf(hipatia))[0]).toMatchObject({ kind: 'mention', title: 'En secreto' })
  })
})

test('who isn’t a member any more, or named in code or by a made-up id, is nobody to tell', async () => {
  const leaver = await comes()
  const name = naming(leaver)
  const named = await comes()
  expectDone(await hipatia.delete(`/auth/users/${leaver.id}`))
  await amparo.says(`${name} \`${naming(named)}\` @[Nadie](${'0'.repeat(32)})`)
  expect(await noticesOf(named)).toEqual([])
  expect(await rowsOf(community.db, 'notices', { user_id: leaver.id })).toEqual([])
})

test('who is named in the chat hears of it, also by an edit, and of an answer once', async () => {
  const named = await comes()
  const question = await named.says('¿Quién viene?')
  const answer = await amparo.says(`${naming(named)}, yo`, { reply_to: question.id })
  expect(await noticesOf(named)).toMatchObject([{ kind: 'answer', excerpt: `@${named.name}, yo` }])
  const said = await eudoxo.says('Yo también')
  expectDone(await eudoxo.put(`/chat/messages/${said.id}`, { message: `Yo también, ${naming(named)}` }))
  const texts = { title: null, excerpt: `Yo también, @${named.name}`, path: `/chat?mensaje=${said.id}` }
  const subject = { kind: 'message', id: said.id }
  expect((await noticesOf(named))[0]).toMatchObject({ kind: 'mention', subject, ...texts })
  expect(await unreadOf(named)).toBe(2)
  expectDone(await named.put('/chat/reading', { seq: answer.seq }))
  expect(await unreadOf(named)).toBe(1)
  expectDone(await eudoxo.delete(`/chat/messages/${said.id}`))
  expect(await unreadOf(named)).toBe(0)
})

describe('a reaction', () => {
  test('to each kind of thing is told to its author with its place, and goes with the thing', async () => {
    const author = await comes()
    const post = await author.writes({ title: 'Un post', content: 'Su texto.' })
    const comment = await author.comments(post, 'Mi *comentario*')
    const message = await author.says('Mi mensaje')
    const news = await author.shares()
    const file = await author.uploads({ name: 'plano.txt', bytes: author.id })
    const ofComment = { title: 'Un post', excerpt: 'Mi comentario', path: `/blog/${post.id}#comment-${comment.id}` }
    const things = [
      { kind: 'post', id: post.id, title: 'Un post', excerpt: null, path: `/blog/${post.id}` },
      { kind: 'comment', id: comment.id, ...ofComment },
      { kind: 'message', id: message.id, title: null, excerpt: 'Mi mensaje', path: `/chat?mensaje=${message.id}` },
      { kind: 'news', id: news.id, title: 'El faro', excerpt: null, path: `/news#noticia-${news.id}` },
      { kind: 'file', id: file.id, title: 'plano.txt', excerpt: null, path: `/files/${file.id}/view` },
    ]
    for (const thing of things) await amparo.reacts(thing.kind, thing, '🙏')
    const reaction = { kind: 'reaction', actor_name: 'Amparo', emoji: '🙏' }
    expect((await noticesOf(author)).toReversed()).toMatchObject(
      things.map(({ kind, id, ...shown }) => ({ ...reaction, subject: { kind, id }, ...shown })),
    )
    const addresses = [`/chat/messages/${message.id}`, `/news/${news.id}`, `/files/${file.id}`, `/posts/${post.id}`]
    for (const [turn, address] of addresses.entries()) {
      expect(await unreadOf(author)).toBe(5 - turn)
      expectDone(await author.delete(address))
    }
    // the comment goes with its post
    expect(await noticesOf(author)).toEqual([])
  })

  test('gathers with others of the same thing, but not one’s own, and goes with the last one or with the account of its person', async () => {
    const [author, leaver] = [await comes(), await comes()]
    const post = await author.writes()
    await author.reacts('post', post)
    expect(await noticesOf(author)).toEqual([])
    await amparo.reacts('post', post)
    community.advanceClock(minutes(1))
    await amparo.reacts('post', post, '❤️')
    await eudoxo.reacts('post', post)
    expect(await noticesOf(author)).toMatchObject([{ actor_name: 'Eudoxo', others: 1, emoji: '👍' }])
    await eudoxo.takesBack('post', post)
    await amparo.takesBack('post', post)
    expect(await noticesOf(author)).toMatchObject([{ actor_name: 'Amparo', others: 0, emoji: '❤️' }])
    await amparo.takesBack('post', post, '❤️')
    expect(await noticesOf(author)).toEqual([])
    await leaver.reacts('post', post)
    expect(await unreadOf(author)).toBe(1)
    expectDone(await hipatia.delete(`/auth/users/${leaver.id}`))
    expect(await noticesOf(author)).toEqual([])
  })

  test('to a message is read where the chat is read', async () => {
    const author = await comes()
    const message = await author.says('Hola')
    await amparo.reacts('message', message)
    expect(await unreadOf(author)).toBe(1)
    expectDone(await author.put('/chat/reading', { seq: message.seq }))
    expect(await unreadOf(author)).toBe(0)
  })
})
