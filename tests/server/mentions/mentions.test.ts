// @databases both
// People named in posts, comments and messages (DECISIONS §7, "Answers"; decision 056).
import { describe, expect, test } from 'vitest'
import type { ChatChanges, ChatMessage } from '../../../contract/chat.ts'
import type { Comment } from '../../../contract/comments.ts'
import type { Post, PostVersion } from '../../../contract/posts.ts'
import { newId } from '../../../server/ids.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, expectDone, seconds } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [amparo, telesila] = await community.signInAll('Amparo', 'Telesila')

const naming = ({ id, name }: { id: string; name: string }) => `@[${name}](${id})`
const renames = async (who: { id: string }, name: string) =>
  expectDone(await hipatia.put(`/auth/users/${who.id}`, { name }))
/** Whom a text names, by the database. */
const mentioned = async (kind: 'post' | 'comment' | 'message', source_id: string) =>
  (await rowsOf(community.db, 'mentions', { kind, source_id })).map(({ user_id }) => user_id).toSorted()
const message = async (id: string) =>
  expectDone(await amparo.get<ChatMessage[]>(`/chat/messages?around=${id}`)).find((one) => one.id === id)

describe('a text that names somebody', () => {
  test('has the present name after a change of it: in posts, comments, messages, quotes and excerpts', async () => {
    const olvido = await hipatia.createsAccount('Olvido')
    const post = await amparo.writes({ content: `Lo dijo **${naming(olvido)}**, y bien.` })
    const comment = await amparo.comments(post, `Gracias, ${naming(olvido)}`)
    const answer = await telesila.comments(post, 'Eso', { reply_to: comment.id })
    const said = await amparo.says(`${naming(olvido)}, ¿vienes?`)
    const saidAnswer = await telesila.says('Que venga', { reply_to: said.id })
    expect(post.content).toBe(`Lo dijo **${naming(olvido)}**, y bien.`)
    expect(post.excerpt).toBe('Lo dijo @Olvido, y bien.')

    await renames(olvido, 'Olvido del Pozo')
    const now = `@[Olvido del Pozo](${olvido.id})`
    const excerpt = 'Lo dijo @Olvido del Pozo, y bien.'
    const read = await amparo.get<Post>(`/posts/${post.id}`)
    expect(read.body).toMatchObject({ content: `Lo dijo **${now}**, y bien.`, excerpt })
    expect(expectDone(await amparo.get<Post[]>('/posts'))[0]).toMatchObject({ content: read.body.content, excerpt })
    expect(expectDone(await amparo.get<Post[]>('/posts?view=summary'))[0]?.excerpt).toBe(excerpt)
    expect(expectDone(await amparo.get<PostVersion>(`/posts/${post.id}/versions/1`)).content).toBe(read.body.content)
    const list = expectDone(await amparo.get<Comment[]>(`/comments/post/${post.id}`))
    expect(list.map(({ content }) => content)).toEqual([`Gracias, ${now}`, 'Eso'])
    expect(list.at(-1)).toMatchObject({ id: answer.id, quote: { excerpt: 'Gracias, @Olvido del Pozo' } })
    expect((await message(said.id))?.message).toBe(`${now}, ¿vienes?`)
    expect((await message(saidAnswer.id))?.quote?.excerpt).toBe('@Olvido del Pozo, ¿vienes?')
  })

  test('is quoted by whole names, also if the beginning that is read of it ends inside of one', async () => {
    const bo = await hipatia.createsAccount('Bo')
    const many = `Hola ${Array.from({ length: 40 }, () => naming(bo)).join(' ')}`
    const post = await amparo.writes({ content: many })
    const comment = await amparo.comments(post, many)
    const answer = await telesila.comments(post, 'Sí', { reply_to: comment.id })
    const said = await amparo.says(many)
    const saidAnswer = await telesila.says('Sí', { reply_to: said.id })
    for (const text of [answer.quote?.excerpt, saidAnswer.quote?.excerpt, post.excerpt])
      expect(text).toMatch(/^Hola( @Bo)+$/)
  })

  test('isn’t changed by a name: neither its version nor the mark of an edit, and what was read can be saved', async () => {
    const nieves = await hipatia.createsAccount('Nieves')
    const post = await amparo.writes({ content: `Con ${naming(nieves)}` })
    const comment = await amparo.comments(post, `Y con ${naming(nieves)}`)
    const said = await amparo.says(`Hola ${naming(nieves)}`)
    const before = await amparo.get<Post>(`/posts/${post.id}`)
    await renames(nieves, 'María de las Nieves')
    community.advanceClock(seconds(5))
    const after = await amparo.get<Post>(`/posts/${post.id}`)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    // saved as it was read
    const { title, content } = after.body
    const saved = await amparo.put<Post>(`/posts/${post.id}`, { title, content })
    expect(saved.body).toEqual(after.body)
    const [read] = expectDone(await amparo.get<Comment[]>(`/comments/post/${post.id}`))
    expect(read?.updated_at).toBe(comment.updated_at)
    expect(expectDone(await amparo.put<Comment>(`/comments/${comment.id}`, { content: read?.content }))).toEqual(read)
    const now = await message(said.id)
    expect(now).toMatchObject({ message: `Hola @[María de las Nieves](${nieves.id})`, edited_at: null })
    expect(expectDone(await amparo.put(`/chat/messages/${said.id}`, { message: now?.message }))).toEqual(now)
  })

  test('has a person’s own name, whatever name is sent, and as plain text the one of a deleted account or of nobody', async () => {
    expect((await amparo.says(`@[La reina](${telesila.id}) ha llegado`)).message).toBe(
      `@[Telesila](${telesila.id}) ha llegado`,
    )
    const consuelo = await hipatia.createsAccount('Consuelo')
    const said = await amparo.says(`Con ${naming(consuelo)}`)
    expectDone(await hipatia.delete(`/auth/users/${consuelo.id}`))
    expect((await message(said.id))?.message).toBe('Con @Consuelo')
    const toNobody = await amparo.says(`Pregunta a @[Nadie](${newId()})`)
    expect(toNobody.message).toBe('Pregunta a @Nadie')
    for (const { id } of [said, toNobody]) expect(await mentioned('message', id)).toEqual([])
  })

  test('is found by the name, the present one and that of then, and never by an id', async () => {
    const rosalia = await hipatia.createsAccount('Rosalía')
    const said = await amparo.says(`Que lo cuente ${naming(rosalia)} en el ateneo`)
    const found = async (q: string) => {
      const hits = expectDone(await amparo.get<{ id: string }[]>(`/search?q=${encodeURIComponent(q)}`))
      return hits.filter(({ id }) => id === said.id)
    }
    expect(await found('rosalia ateneo')).toMatchObject([{ excerpt: 'Que lo cuente @Rosalía en el ateneo' }])
    expect(await found(rosalia.id)).toEqual([])
    await renames(rosalia, 'Eulalia')
    expect(await found('eulalia ateneo')).toMatchObject([{ excerpt: 'Que lo cuente @Eulalia en el ateneo' }])
    expect(await found('"lo cuente" ateneo')).toHaveLength(1)
  })
})

describe('who is named', () => {
  test('is stored with the text, and follows its edits and its deletion', async () => {
    const both = [amparo.id, telesila.id].toSorted()
    const post = await amparo.writes({ content: `${naming(telesila)} y ${naming(amparo)} y ${naming(telesila)}` })
    expect(await mentioned('post', post.id)).toEqual(both)
    expectDone(await amparo.put(`/posts/${post.id}`, { title: post.title, content: `Solo ${naming(amparo)}` }))
    expect(await mentioned('post', post.id)).toEqual([amparo.id])

    const comment = await amparo.comments(post, naming(telesila))
    const other = await amparo.comments(post, naming(telesila))
    expectDone(await amparo.delete(`/comments/${other.id}`))
    expect([await mentioned('comment', comment.id), await mentioned('comment', other.id)]).toEqual([[telesila.id], []])
    expectDone(await amparo.delete(`/posts/${post.id}`))
    expect([await mentioned('post', post.id), await mentioned('comment', comment.id)]).toEqual([[], []])

    const said = await amparo.says(naming(telesila))
    expectDone(await amparo.put(`/chat/messages/${said.id}`, { message: `${naming(telesila)} y ${naming(amparo)}` }))
    expect(await mentioned('message', said.id)).toEqual(both)
    expectDone(await amparo.delete(`/chat/messages/${said.id}`))
    expect(await mentioned('message', said.id)).toEqual([])
  })

  test('isn’t anybody who stands in code, and not more than fifty people', async () => {
    const inCode = await amparo.writes({ content: `Se escribe \`${naming(telesila)}\`\n\n~~~\n${naming(amparo)}\n~~~` })
    expect(await mentioned('post', inCode.id)).toEqual([])
    const crowd = Array.from({ length: 60 }, () => naming({ id: newId(), name: 'Nadie' })).join(' ')
    const post = await amparo.writes({ content: `${naming(telesila)} ${crowd} ${naming(amparo)}` })
    expect(await mentioned('post', post.id)).toEqual([telesila.id])
  })
})

test('a change of a name reaches open pages of the chat: the messages that name the person, and the quotes of them', async () => {
  const urraca = await hipatia.createsAccount('Urraca')
  const first = await amparo.says(`Buenos días, ${naming(urraca)}`)
  await amparo.says('Sin nombres')
  await telesila.says('Buenos', { reply_to: first.id })
  const { head } = expectDone(await amparo.get<ChatChanges>('/chat/changes?after=0'))
  await renames(urraca, 'Urraca la Sabia')
  const changes = expectDone(await amparo.get<ChatChanges>(`/chat/changes?after=${head}`))
  expect(changes).toMatchObject({
    to: head + 1,
    messages: [
      { id: first.id, message: `Buenos días, @[Urraca la Sabia](${urraca.id})`, edited_at: null, change: head + 1 },
    ],
    quotes: [{ seq: first.seq, excerpt: 'Buenos días, @Urraca la Sabia', change: head + 1 }],
  })
  await renames(urraca, 'Urraca la Sabia')
  expect(expectDone(await amparo.get<ChatChanges>('/chat/changes?after=0')).head).toBe(head + 1)
})

test('the names for mentions are those of people who can sign in, in order, and their cards say so', async () => {
  const [gone, away] = [await hipatia.createsAccount('Zacarías'), await hipatia.createsAccount('Zenón')]
  const zoe = await hipatia.createsAccount('Zoé')
  expectDone(await hipatia.delete(`/auth/users/${gone.id}`))
  expectDone(await hipatia.post(`/auth/users/${away.id}/toggle-status`))
  const names = expectDone(await amparo.get<{ id: string; name: string }[]>('/users/names'))
  expect(names.filter(({ name }) => name.startsWith('Z'))).toEqual([{ id: zoe.id, name: 'Zoé' }])
  expect(names[0]?.name).toBe('Amparo')
  const zita = { name: 'Zita', email: 'zita@alejandria.example' }
  const { user: invited } = expectDone(await hipatia.post<{ user: { id: string } }>('/auth/invitations', zita))
  const cards = [zoe, away, invited].map(({ id }) => amparo.get<{ can_be_mentioned: boolean }>(`/users/${id}`))
  const said = (await Promise.all(cards)).map((card) => expectDone(card).can_be_mentioned)
  expect(said).toEqual([true, false, false])
})

test('a card of a person has the name, the picture and if they can be mentioned, and nothing else; that of a deleted one is gone', async () => {
  const { id, thumb_url } = await amparo.uploads(fixture('foto.jpg'))
  const leonor = await hipatia.createsAccount('Leonor', { avatar: `file:${id}` })
  const card = expectDone(await amparo.get(`/users/${leonor.id}`))
  expect(card).toEqual({ id: leonor.id, name: 'Leonor', avatar_url: thumb_url, can_be_mentioned: true })
  expectDone(await hipatia.delete(`/auth/users/${leonor.id}`))
  expect((await amparo.get(`/users/${leonor.id}`)).status).toBe(404)
})
