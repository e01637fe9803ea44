// @databases both
// Emoji of people under posts, comments, messages, news items and things of the archive (DECISIONS §7, "Answers").
import { describe, expect, test } from 'vitest'
import type { NamedReaction, Reaction } from '../../../contract/content/reactions.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { insertRows, newUser, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [amparo, telesila] = await community.signInAll('Amparo', 'Telesila')

const react = (who: Person, kind: string, id: string, emoji: string) =>
  who.put<Reaction[]>(`/reactions/${kind}/${id}`, { emoji })
const reacts = async (...args: Parameters<typeof react>) => expectDone(await react(...args))
const takeBack = (who: Person, kind: string, id: string, emoji: string) =>
  who.delete<Reaction[]>(`/reactions/${kind}/${id}`, { body: { emoji } })
const named = (who: Person, kind: string, id: string) => who.get<NamedReaction[]>(`/reactions/${kind}/${id}`)
const storedRows = (where: { target_id: string } | { user_id: string }) => rowsOf(community.db, 'reactions', where)

type Shown = { id: string; reactions: Reaction[] }
/** One thing of each kind, by Amparo, and the ways on which it is read. */
async function newThings() {
  const post = await amparo.writes()
  const [comment, message] = [await amparo.comments(post), await amparo.says('Buenas')]
  const news = await amparo.shares()
  const file = await amparo.uploads({ name: 'nota.txt', bytes: 'Una nota' })
  const link = await amparo.links('https://alejandria.example/')
  const video = await amparo.links('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  const inFiles = ({ id }: { id: string }) => ['file', id, '/files', `/files/${id}`] as const
  return [
    ['post', post.id, '/posts', '/posts?view=summary', '/posts/all', `/posts/${post.id}`],
    ['comment', comment.id, `/comments/post/${post.id}`],
    ['message', message.id, '/chat/messages', `/chat/messages?around=${message.id}`],
    ['news', news.id, '/news', `/news/${news.id}`],
    ...[inFiles(file), inFiles(link), inFiles(video)],
  ] as const
}
const readAt = async (path: string, id: string) => {
  const read = expectDone(await hipatia.get<Shown | Shown[]>(path))
  return [read].flat().find((one) => one.id === id)?.reactions
}

describe('a reaction', () => {
  test('is shown with each kind of thing wherever it is read, and its taking back too', async () => {
    for (const [kind, id, ...paths] of await newThings()) {
      for (const path of paths) expect([path, await readAt(path, id)]).toEqual([path, []])
      await reacts(telesila, kind, id, '❤️')
      const both = [
        { emoji: '❤️', count: 1, user_ids: [telesila.id] },
        { emoji: '😂', count: 1, user_ids: [amparo.id] },
      ]
      community.advanceClock(seconds(1))
      expect(await reacts(amparo, kind, id, '😂')).toEqual(both)
      for (const path of paths) expect([path, await readAt(path, id)]).toEqual([path, both])
      expect(expectDone(await takeBack(telesila, kind, id, '❤️'))).toEqual([both[1]])
      for (const path of paths) expect([path, await readAt(path, id)]).toEqual([path, [both[1]]])
    }
  })

  test('counts once for a person, however often and on however many devices it is sent', async () => {
    const { id } = await amparo.writes()
    const phone = await community.signIn('Telesila')
    const answers = await Promise.all(
      [...Array(6)].map((_, turn) => react(turn % 2 ? phone : telesila, 'post', id, '🙏')),
    )
    for (const answer of answers)
      expect(expectDone(answer)).toEqual([{ emoji: '🙏', count: 1, user_ids: [telesila.id] }])
    await Promise.all([takeBack(phone, 'post', id, '🙏'), takeBack(telesila, 'post', id, '🙏')])
    expect(await readAt(`/posts/${id}`, id)).toEqual([])
    expect(expectDone(await takeBack(telesila, 'post', id, '🙏'))).toEqual([])
  })

  test('may be several emoji of one person, in the order of their first use, and is no edit of the post', async () => {
    const { id, updated_at } = await amparo.writes()
    const { headers } = await amparo.get(`/posts/${id}`)
    community.advanceClock(seconds(5))
    for (const emoji of ['😮', '👍', '😢']) {
      await reacts(telesila, 'post', id, emoji)
      community.advanceClock(seconds(1))
    }
    const shown = await reacts(amparo, 'post', id, '👍')
    expect(shown.map(({ emoji, count }) => `${emoji}${count}`)).toEqual(['😮1', '👍2', '😢1'])
    const after = await amparo.get<{ updated_at: string }>(`/posts/${id}`)
    expect([after.headers.get('etag'), after.body.updated_at]).toEqual([headers.get('etag'), updated_at])
  })
})

test('an emoji is a single one of any kind, with the sign for a coloured picture or without; anything else is refused', async () => {
  const { id } = await amparo.writes()
  for (const emoji of ['', 'a', ':)', '👍👍', '👍 sí', '1', '🇪', '<b>'])
    expectRefusal(await react(telesila, 'post', id, emoji), 422, { detail: 'Tiene que ser un solo emoji' })
  expect(await readAt(`/posts/${id}`, id)).toEqual([])
  await reacts(telesila, 'post', id, '❤')
  expect(await reacts(amparo, 'post', id, ' ❤️ ')).toMatchObject([{ emoji: '❤️', count: 2 }])
  expect(expectDone(await takeBack(telesila, 'post', id, '❤'))).toMatchObject([{ count: 1 }])
  // with a skin tone, a family, a flag
  for (const emoji of ['👍🏾', '👩‍👩‍👧', '🇪🇸', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '5️⃣', '🫠', '☕'])
    expect((await reacts(telesila, 'post', id, emoji)).map((one) => one.emoji)).toContain(emoji)
})

const twelve = ['😀', '😃', '😄', '😁', '😆', '😅', '🤣', '🙂', '🙃', '😉', '😊', '😇']

test('a thing takes twelve kinds of emoji, and more people for each of them', async () => {
  const { id } = await amparo.writes()
  for (const emoji of twelve) await reacts(telesila, 'post', id, emoji)
  expectRefusal(await react(amparo, 'post', id, '🎉'), 409, {
    detail: 'Aquí ya hay muchas reacciones distintas. Súmate a una de ellas.',
  })
  expect(await reacts(amparo, 'post', id, '😇')).toHaveLength(12)
  expectDone(await takeBack(telesila, 'post', id, '😀'))
  expect((await reacts(amparo, 'post', id, '🎉')).map(({ emoji }) => emoji)).toContain('🎉')
})

test('thirteen kinds at once on an empty thing become twelve', async () => {
  const { id } = await amparo.writes()
  const answers = await Promise.all(
    [...twelve, '🎉'].map((one, turn) => react([amparo, telesila][turn % 2] as Person, 'post', id, one)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(12).fill(200), 409])
  expect(await readAt(`/posts/${id}`, id)).toHaveLength(12)
})

describe('who reacted', () => {
  test('is told by name on asking, with one’s own ones', async () => {
    const { id } = await amparo.writes()
    for (const who of [telesila, hipatia, amparo]) {
      await reacts(who, 'post', id, '👍')
      community.advanceClock(seconds(1))
    }
    await reacts(amparo, 'post', id, '🙏')
    const asked = expectDone(await named(telesila, 'post', id))
    expect(asked.map(({ emoji, names, is_mine }) => [emoji, names, is_mine])).toEqual([
      ['👍', ['Telesila', 'Hipatia', 'Amparo'], true],
      ['🙏', ['Amparo'], false],
    ])
    expect(asked[0]?.user_ids).toEqual([telesila.id, hipatia.id, amparo.id])
  })

  test('is a list of twenty ids in the thing, of a hundred names on asking and of all on asking for them, and the count says the rest', async () => {
    const { id } = await amparo.writes()
    const crowd = [...Array(103)].map((_, place) => newUser(`Persona ${String(place).padStart(3, '0')}`))
    await insertRows(community.db, 'users', crowd)
    const row = { kind: 'post' as const, target_id: id, emoji: '👍' }
    const theirs = crowd.map((person, place) => ({ ...row, user_id: person.id, created_at: place }))
    await insertRows(community.db, 'reactions', theirs)
    const [mine] = await reacts(telesila, 'post', id, '👍')
    expect(mine).toEqual({ emoji: '👍', count: 104, user_ids: crowd.slice(0, 20).map((person) => person.id) })
    const [asked] = expectDone(await named(telesila, 'post', id))
    expect(asked?.names).toEqual(crowd.slice(0, 100).map(({ name }) => name))
    expect(asked).toMatchObject({ count: 104, is_mine: true })
    expect(expectDone(await named(amparo, 'post', id))[0]?.is_mine).toBe(false)
    const [all] = expectDone(await amparo.get<NamedReaction[]>(`/reactions/post/${id}?all=true`))
    expect(all?.names).toEqual([...crowd.map(({ name }) => name), 'Telesila'])
  })
})

describe('what a person may not see', () => {
  test('takes no reactions and shows none: another one’s draft and its comments', async () => {
    const { id } = await amparo.drafts()
    const comment = await community.insertComment({ id }, amparo)
    await reacts(amparo, 'post', id, '👍')
    for (const [kind, target] of [
      ['post', id],
      ['comment', comment.id],
    ] as const) {
      expectRefusal(await react(telesila, kind, target, '👍'), 404)
      expectRefusal(await takeBack(telesila, kind, target, '👍'), 404)
      expectRefusal(await named(telesila, kind, target), 404)
      await reacts(hipatia, kind, target, '🙏')
    }
  })

  test('is what doesn’t exist: nothing of that kind, another kind’s thing, a deleted message', async () => {
    const { id } = await amparo.writes()
    const message = await amparo.says('Adiós')
    expectDone(await amparo.delete(`/chat/messages/${message.id}`))
    for (const [kind, target] of [
      ...['post', 'comment', 'message', 'news', 'file'].map((kind) => [kind, newId()]),
      ...['comment', 'message', 'news', 'file', 'user', 'posts'].map((kind) => [kind, id]),
      ['message', message.id],
      ['post', 'x'],
    ] as [string, string][]) {
      expectRefusal(await react(telesila, kind, target, '👍'), 404)
      expectRefusal(await named(telesila, kind, target), 404)
    }
    expect(await storedRows({ target_id: message.id })).toEqual([])
  })
})

test('with a thing of any kind its reactions go, and with a post those of its comments', async () => {
  const paths = { post: '/posts', comment: '/comments', message: '/chat/messages', news: '/news', file: '/files' }
  const things = await newThings()
  const comment = await community.insertComment({ id: things[0][1] }, amparo)
  await reacts(telesila, 'comment', comment.id, '👍')
  // last to first: a post takes its comments along
  for (const [kind, id] of things.toReversed()) {
    await reacts(telesila, kind, id, '👍')
    expectDone(await amparo.delete(`${paths[kind]}/${id}`))
    expect([kind, await storedRows({ target_id: id })]).toEqual([kind, []])
  }
  expect(await storedRows({ target_id: comment.id })).toEqual([])
})

test('an emptied account takes its reactions along, a deactivated one doesn’t', async () => {
  const baldomera = await community.signIn('Baldomera')
  const things = await newThings()
  for (const [kind, id] of things) {
    await reacts(baldomera, kind, id, '👍')
    await reacts(amparo, kind, id, '🙏')
  }
  expectDone(await hipatia.post(`/auth/users/${baldomera.id}/toggle-status`))
  for (const [, id, path] of things) expect(await readAt(path, id)).toHaveLength(2)
  expectDone(await hipatia.delete(`/auth/users/${baldomera.id}`))
  for (const [, id, path] of things) expect(await readAt(path, id)).toMatchObject([{ emoji: '🙏', count: 1 }])
  expect(await storedRows({ user_id: baldomera.id })).toEqual([])
})
