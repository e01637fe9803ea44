// People named in one's own things, answers to comments, and reactions, in the ZIP of them (decisions 056 and 061).
import { afterAll, expect, test } from 'vitest'
import type { Comment } from '../../../contract/comments.ts'
import { expectDone, type Person, passwordOf, startCommunity } from '../../support/server/community.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { readZip } from '../../support/server/zip.ts'

const community = await startCommunity({ storage: await storageOfThisRun() })
afterAll(() => community.close())
const { hipatia } = community
const telesila = await community.signIn('Telesila')
const amparo = await community.signIn('Amparo')

const comments = async (who: Person, postId: string, content: string, more: object = {}) =>
  expectDone(await who.post<Comment>(`/comments/post/${postId}`, { content, ...more }))

async function takesAway(who: Person) {
  const { url } = expectDone(await who.post<{ url: string }>('/account/export', { password: passwordOf(who.name) }))
  return readZip((await who.fetchesBytes(url)).bytes)
}

test('Telesila takes away texts with present names and without ids, and reads whom her comments answer', async () => {
  const urraca = await hipatia.createsAccount('Urraca')
  const named = `@[Urraca](${urraca.id})`
  const post = await telesila.writes({ title: 'El faro', content: `Lo enciende **${named}**.` })
  const question = await comments(amparo, post.id, '¿Quién <b> lo enciende?')
  const gone = await comments(amparo, post.id, '¿Y quién lo apaga?')
  const answer = await comments(telesila, post.id, `Pues ${named}`, { reply_to: question.id })
  await comments(telesila, post.id, 'Nadie', { reply_to: gone.id })
  expectDone(await amparo.delete(`/comments/${gone.id}`))
  expectDone(await telesila.post('/chat/messages', { message: `Buenas, ${named}` }))
  expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))

  const zip = await takesAway(telesila)
  const textOf = (ending: string) => zip.text(zip.paths.find((path) => path.endsWith(ending)) ?? '')
  const shown = '<span class="mention">@Urraca la Sabia</span>'
  expect(textOf('El faro.html')).toContain(`Lo enciende <strong>${shown}</strong>.`)
  expect(textOf('El faro.md')).toContain('Lo enciende **@Urraca la Sabia**.')
  expect(textOf('comentarios/2026.html')).toContain(`Pues ${shown}`)
  expect(textOf('comentarios/2026.html')).toMatch(/Responde a Amparo · En .*Responde a un comentario eliminado · En /s)
  expect(zip.json('comentarios.json')).toMatchObject([
    { id: answer.id, content: 'Pues @Urraca la Sabia', reply_to: question.id },
    { content: 'Nadie', reply_to: gone.id },
  ])
  expect(textOf('mensajes/2026-03.html')).toContain(`Buenas, ${shown}`)
  expect(zip.json('mensajes.json')).toMatchObject([{ message: 'Buenas, @Urraca la Sabia' }])
  expect(textOf('estilo.css')).toContain('.mention')
  expect(zip.allText()).not.toContain(urraca.id)
})

test('whom Amparo answered below a post that its author took back isn’t told', async () => {
  const post = await telesila.writes({ title: 'Retirado' })
  const question = await comments(telesila, post.id, '¿Vienes?')
  await comments(amparo, post.id, 'Voy', { reply_to: question.id })
  expectDone(await telesila.put(`/posts/${post.id}/publish`, { is_published: false }))
  const zip = await takesAway(amparo)
  expect(zip.text('comentarios/2026.html')).toContain('En un post que ya no está publicado')
  expect(zip.text('comentarios/2026.html')).not.toContain('Telesila')
})

test('Amparo takes away her own reactions and nobody else’s, and without any there is no list of them', async () => {
  const { id } = await telesila.writes()
  expectDone(await telesila.put(`/reactions/post/${id}`, { emoji: '🙏' }))
  expectDone(await amparo.put(`/reactions/post/${id}`, { emoji: '❤️' }))
  const zip = await takesAway(amparo)
  expect(JSON.parse(zip.text('reacciones.json'))).toEqual([
    { kind: 'post', id, emoji: '❤️', created_at: community.moment() },
  ])
  expect(zip.text('index.html')).toContain('reacciones.json')
  expectDone(await amparo.delete(`/reactions/post/${id}`, { body: { emoji: '❤️' } }))
  expect((await takesAway(amparo)).paths).not.toContain('reacciones.json')
})
