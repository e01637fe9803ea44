// Answers to comments (DECISIONS §7, "Answers").
import { afterAll, expect, test } from 'vitest'
import type { Comment } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { newId } from '../../../server/ids.ts'
import { expectDone, type Person, seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const amparo = await community.signIn('Amparo')
const telesila = await community.signIn('Telesila')

const send = (who: Person, post: Post, content: string, more: object = {}) =>
  who.post<Comment>(`/comments/post/${post.id}`, { content, ...more })
const says = async (who: Person, post: Post, content: string, more: object = {}) =>
  expectDone(await send(who, post, content, more))
const listed = async (post: Post) => expectDone(await amparo.get<Comment[]>(`/comments/post/${post.id}`))

test('Telesila answers a comment, which is quoted on one line without its Markdown', async () => {
  const post = await amparo.writes()
  const question = await says(amparo, post, '## ¿Quién\n\ntrae **el pan** de la [tahona](https://tahona.example)?')
  const answer = await says(telesila, post, 'Yo', { reply_to: question.id })
  expect(answer).toMatchObject({
    reply_to: question.id,
    quote: { author_name: 'Amparo', excerpt: '¿Quién trae el pan de la tahona?' },
  })
  expect(await listed(post)).toEqual([question, answer])
})

test('a long comment is quoted by its beginning', async () => {
  const post = await amparo.writes()
  const long = await says(amparo, post, 'palabra '.repeat(400))
  const answer = await says(telesila, post, 'Entera no', { reply_to: long.id })
  expect(answer.quote?.excerpt).toMatch(/^(palabra )+palabra…$/)
  expect([...(answer.quote?.excerpt ?? '')].length).toBeLessThanOrEqual(121)
})

test('the quote follows the answered comment; once that is deleted only the place of the answer is known', async () => {
  const post = await amparo.writes()
  const question = await says(amparo, post, 'El martes')
  const answer = await says(telesila, post, 'De acuerdo', { reply_to: question.id })
  community.advanceClock(seconds(5))
  expectDone(await amparo.put(`/comments/${question.id}`, { content: 'El jueves' }))
  expect((await listed(post)).at(-1)?.quote).toEqual({ author_name: 'Amparo', excerpt: 'El jueves' })
  expectDone(await amparo.delete(`/comments/${question.id}`))
  expect(await listed(post)).toEqual([{ ...answer, quote: null }])
})

test('only comments of the same post are answered', async () => {
  const [post, other] = [await amparo.writes(), await amparo.writes()]
  const elsewhere = await says(amparo, other, 'Aquí')
  for (const reply_to of [elsewhere.id, newId()]) {
    const refused = await send(telesila, post, '¿Dónde?', { reply_to })
    expectRefusal(refused, 422)
    expect(refused.text).toContain('El comentario al que respondes ya no está')
  }
  expect(await listed(post)).toEqual([])
})

test('an answer whose first sending got lost is sent again, although the answered comment is gone', async () => {
  const post = await amparo.writes()
  const question = await says(amparo, post, '¿Vienes?')
  const sent = { reply_to: question.id, client_id: crypto.randomUUID() }
  const answer = await says(telesila, post, 'Sí', sent)
  expectDone(await amparo.delete(`/comments/${question.id}`))
  expect(await says(telesila, post, 'Sí', sent)).toEqual({ ...answer, quote: null })
})
