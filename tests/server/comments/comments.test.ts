// @databases both
// Comments (SPEC §5 to §7; DECISIONS §2, "Comments").
import { describe, expect, test } from 'vitest'
import type { Comment } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

type Someone = Pick<Person, 'get' | 'post'>
const answer = (who: Someone, post: { id: string }, content: unknown, more: object = {}) =>
  who.post<Comment>(`/comments/post/${post.id}`, { author_name: 'Otra', content, ...more })
const listed = async (who: Someone, post: { id: string }, query = '') =>
  expectDone(await who.get<Comment[]>(`/comments/post/${post.id}${query}`))
const comment = async (who: Someone, post: { id: string }, content = 'De acuerdo.', more: object = {}) =>
  expectDone(await answer(who, post, content, more))
const countOf = async (post: { id: string }) => expectDone(await ana.get<Post>(`/posts/${post.id}`)).comment_count

test('a member comments on a post under their own name, whatever name is sent', async () => {
  const post = await ana.writes()
  const { status, body } = await answer(bruno, post, '  Yo *también*.\n', { author_id: ana.id, created_at: 'ayer' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    post_id: post.id,
    author_id: bruno.id,
    author_name: 'Bruno',
    content: '  Yo *también*.\n',
    created_at: expect.stringMatching(/Z$/),
    updated_at: body.created_at,
    reply_to: null,
    quote: null,
    reactions: [],
  })
  expect([await listed(ana, post), await countOf(post)]).toEqual([[body], 1])
  expectDone(await hipatia.delete(`/comments/${body.id}`))
  expect([await listed(ana, post), await countOf(post)]).toEqual([[], 0])
})

describe('comments of a draft are hidden', () => {
  test('from everybody but its author and admins', async () => {
    const draft = await ana.drafts()
    const { id } = await comment(ana, draft, 'Para mí')
    await comment(hipatia, draft, 'Para ti')
    for (const who of [ana, hipatia])
      expect((await listed(who, draft)).map(({ content }) => content)).toEqual(['Para mí', 'Para ti'])
    expectRefusal(await bruno.get(`/comments/post/${draft.id}`), 404)
    expectRefusal(await answer(bruno, draft, 'x'), 404)
    expectRefusal(await bruno.put(`/comments/${id}`, { content: 'x' }), 404)
    expectRefusal(await bruno.delete(`/comments/${id}`), 404)
  })

  test('also from people who commented before the post was unpublished, but for a change or the end of their own words', async () => {
    const post = await ana.writes()
    const question = await comment(ana, post, 'De Ana')
    const { id, created_at } = await comment(bruno, post, 'De acuerdo', { reply_to: question.id })
    await ana.reacts('comment', { id })
    await ana.publishes(post, false)
    expectRefusal(await bruno.get(`/comments/post/${post.id}`), 404)
    expectRefusal(await bruno.put(`/comments/${question.id}`, { content: 'x' }), 404)
    expectRefusal(await bruno.delete(`/comments/${question.id}`), 404)
    const own = { id, created_at, post_id: post.id, reply_to: question.id, quote: null, reactions: [] }
    for (const content of ['Mejor no', 'Mejor no'])
      expect(expectDone(await bruno.put(`/comments/${id}`, { content }))).toMatchObject({ ...own, content })
    expect((await listed(ana, post)).at(-1)).toMatchObject({ content: 'Mejor no', quote: { excerpt: 'De Ana' } })
    expectRefusal(await bruno.put(`/reactions/comment/${id}`, { emoji: '👍' }), 404)
    expectDone(await bruno.delete(`/comments/${id}`))
    expect((await listed(ana, post)).map(({ content }) => content)).toEqual(['De Ana'])
  })
})

test('a text of no letters, or a too long one, is refused in an edit too, and the stored text stays', async () => {
  const post = await ana.writes()
  const { id } = await comment(bruno, post)
  for (const content of [undefined, ' \n\t\u200b ', 'ñ'.repeat(10_001)])
    expectRefusal(await bruno.put(`/comments/${id}`, { content }), 422, { field: 'content' })
  expect((await listed(ana, post)).map((kept) => kept.content)).toEqual(['De acuerdo.'])
})

// DECISIONS §7, "Answers"
test('Bruno’s answer quotes the beginning of a comment on one line, as it is now; of a deleted one only the place stays', async () => {
  const post = await ana.writes()
  const question = await comment(ana, post, '## ¿Quién\n\ntrae **el pan** de la [tahona](https://tahona.example)?')
  const sent = { reply_to: question.id, client_id: crypto.randomUUID() }
  const reply = await comment(bruno, post, 'Yo', sent)
  const quote = { author_name: 'Ana', excerpt: '¿Quién trae el pan de la tahona?' }
  expect(reply).toMatchObject({ reply_to: question.id, quote })
  expect(await listed(ana, post)).toEqual([question, reply])
  community.advanceClock(seconds(5))
  expectDone(await ana.put(`/comments/${question.id}`, { content: 'palabra '.repeat(400) }))
  const long = (await listed(ana, post)).at(-1)?.quote
  expect(long).toEqual({ author_name: 'Ana', excerpt: expect.stringMatching(/^(palabra )+palabra…$/) })
  expect([...(long?.excerpt ?? '')].length).toBeLessThanOrEqual(121)
  expectDone(await ana.delete(`/comments/${question.id}`))
  expect(await listed(ana, post)).toEqual([{ ...reply, quote: null }])
  // sent again, as if the first sending had got lost
  expect(await comment(bruno, post, 'Yo', sent)).toEqual({ ...reply, quote: null })
})

test('only comments of the same post are answered', async () => {
  const [post, other] = [await ana.writes(), await ana.writes()]
  const elsewhere = await comment(ana, other, 'Aquí')
  for (const reply_to of [elsewhere.id, newId()]) {
    const refused = await answer(bruno, post, '¿Dónde?', { reply_to })
    expectRefusal(refused, 422)
    expect(refused.text).toContain('El comentario al que respondes ya no está')
  }
  expect(await listed(ana, post)).toEqual([])
})
