// What others added since a person last looked, for the home page.
import { expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Visit } from '../../../contract/whats-new.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, days, expectDone, minutes, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { advanceClock: passes, moment } = community
const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')

let newcomers = 0
/** Somebody whose account is created now: everything before is no news. */
async function comes() {
  const person = await community.signIn(`Recién llegada ${++newcomers}`)
  passes(minutes(1))
  return person
}
const look = async (who: Person) => expectDone(await who.get<Visit>('/sections/visit'))
const nothing = { count: 0, newest: [] }
const emptyVisit = { messages: nothing, posts: nothing, conversations: nothing, news: nothing, files: nothing }

test('has the three newest of each kind with their places, and counts the rest', async () => {
  const reader = await comes()
  const question = await reader.says('¿Quién trae el pan?')
  const posts: { id: string }[] = []
  const picture = await reader.uploads(fixture('foto.jpg'))
  for (let turn = 1; turn <= 4; turn++) {
    passes(minutes(1))
    posts.push(
      await telesila.writes({ title: `Canto ${turn}`, content: turn === 3 ? `![](file:${picture.id})` : 'Un texto.' }),
    )
  }
  const title = 'El faro'
  const item = await amparo.shares()
  const file = await amparo.uploads({ name: 'plano.txt', bytes: 'x' })
  const answer = await amparo.says('Yo **misma**', { reply_to: question.id })
  await amparo.says('A nadie en concreto')
  const visit = await look(reader)
  expect(visit.posts.count).toBe(4)
  expect(visit.posts.newest.map((one) => one.title)).toEqual(['Canto 4', 'Canto 3', 'Canto 2'])
  expect(visit.posts.newest[0]).toMatchObject({ author_name: 'Telesila', path: `/blog/${posts[3]?.id}`, count: 1 })
  const { thumb_url } = expectDone(await reader.get<ArchiveFile>(`/files/${picture.id}`))
  expect(thumb_url).toEqual(expect.any(String))
  expect(visit.posts.newest.map(({ cover_url }) => cover_url)).toEqual([null, thumb_url, null])
  const place = { path: `/news#noticia-${item.id}`, cover_url: null }
  expect(visit.news).toEqual({
    count: 1,
    newest: [{ id: item.id, title, author_name: 'Amparo', at: moment(), count: 1, ...place }],
  })
  expect(visit.files).toMatchObject({ count: 1, newest: [{ title: 'plano.txt', path: `/files/${file.id}/view` }] })
  expect(visit.messages).toMatchObject({
    count: 1,
    newest: [{ title: 'Yo **misma**', author_name: 'Amparo', path: `/chat?mensaje=${answer.id}` }],
  })
})

test('names each conversation with its new comments, and leads to the first of them, until the person has seen it', async () => {
  const reader = await comes()
  const [post, other] = [await telesila.writes({ title: 'Uno' }), await telesila.writes({ title: 'Otro' })]
  const first = await amparo.comments(post)
  passes(minutes(1))
  await telesila.comments(post)
  passes(minutes(1))
  await amparo.comments(other)
  const { conversations } = await look(reader)
  expect(conversations).toMatchObject({
    count: 2,
    newest: [
      { title: 'Otro', author_name: 'Amparo', count: 1, at: moment() },
      { title: 'Uno', author_name: 'Telesila', count: 2, path: `/blog/${post.id}#comment-${first.id}` },
    ],
  })
  // all of them, as no page lists them
  const more = [await telesila.writes({ title: 'Tres' }), await telesila.writes({ title: 'Cuatro' })]
  for (const one of more) await amparo.comments(one)
  expect((await look(reader)).conversations.newest).toHaveLength(4)
  for (const one of [other, ...more])
    expectDone(await reader.put(`/sections/conversations/${one.id}`, { until: moment() }))
  expect((await look(reader)).conversations.newest.map(({ title }) => title)).toEqual(['Uno'])
  passes(minutes(1))
  await amparo.comments(other)
  expect((await look(reader)).conversations.newest).toMatchObject([
    { title: 'Otro', count: 1 },
    { title: 'Uno', count: 2 },
  ])
})

test('ends when the person has seen everything, and begins with what comes then', async () => {
  const [reader, writer] = [await comes(), await comes()]
  const post = await writer.writes()
  await writer.comments(post)
  // a name that the person had before
  await writer.says(`¿Y tú, @[Lesbia](${reader.id})?`)
  expect((await look(reader)).messages.newest).toMatchObject([{ title: `¿Y tú, @${reader.name}?` }])
  expectDone(await reader.put(`/sections/conversations/${post.id}`, { until: moment() }))
  const later = new Date(community.clock.now + days(1)).toISOString()
  expect(expectDone(await reader.put<Visit>('/sections/visit', { until: later }))).toEqual(emptyVisit)
  passes(minutes(1))
  await writer.comments(post)
  await writer.writes({ title: 'Después' })
  expect(await look(reader)).toMatchObject({
    posts: { newest: [{ title: 'Después' }] },
    conversations: { newest: [{ id: post.id, count: 1 }] },
  })
})

test('has nothing of before, of one’s own, of drafts of others, of muted posts, and of comments older than a month', async () => {
  await telesila.writes()
  const reader = await comes()
  await reader.comments(await reader.writes())
  await reader.links('https://biblioteca.example/')
  expect(await look(reader)).toEqual(emptyVisit)
  const [draft, muted, old] = [await telesila.drafts(), await telesila.writes(), await telesila.writes()]
  expectDone(await reader.put(`/posts/${muted.id}/following`, { state: 'muted' }))
  for (const post of [draft, muted]) await telesila.comments(post)
  expectRefusal(await reader.put(`/sections/conversations/${draft.id}`, { until: moment() }), 404)
  expect((await look(reader)).conversations).toEqual(nothing)
  await telesila.comments(old)
  expect((await look(reader)).conversations.count).toBe(1)
  passes(days(31))
  expect((await look(await community.signIn(reader.name))).conversations).toEqual(nothing)
})
