// @databases both
// The place of a hit: a post opens with the words of its excerpt marked.
import { afterAll, expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import type { Hit } from '../../../contract/search.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community

const publish = async (title: string, content: string) =>
  expectDone(await hipatia.post<Post>('/posts', { title, content, is_published: true }))
const pathOf = async (q: string) =>
  expectDone(await hipatia.get<Hit[]>(`/search?q=${encodeURIComponent(q)}&kind=post`)).map(({ path }) => path)
const wordsIn = (path: string | undefined) => new URL(path ?? '', 'http://x').searchParams.get('resaltar')

test('the path of a post has the found words as they stand in its text, each once, in small letters', async () => {
  const { id } = await publish('Uno', 'La Lámpara del faro: dos lámparas, una lámpara y el año.')
  const [path] = await pathOf('lampara año')
  expect(path).toMatch(new RegExp(`^/blog/${id}\\?resaltar=l%C3%A1mpara\\+`))
  expect(wordsIn(path)).toBe('lámpara lámparas año')
})

test('it has five words at most', async () => {
  await publish('Dos', 'Papiro, papiros, papirófilo, papirología, papirólogo, papiroflexia y papiráceo.')
  expect(wordsIn((await pathOf('papir'))[0])?.split(' ')).toHaveLength(5)
})

test('a post whose title or author only is found opens at its beginning', async () => {
  const { id } = await publish('El bestiario', 'Un texto sin más.')
  expect(await pathOf('bestiario')).toEqual([`/blog/${id}`])
  expect(await pathOf('bestiario de:hipatia')).toEqual([`/blog/${id}`])
})

test('an address in the text around a match is shown as people read it', async () => {
  const url = 'https://es.wikipedia.example/wiki/Coloso_de_la_Bah%C3%ADa'
  expectDone(await hipatia.post('/news', { title: 'Leyendas', url, comment: 'Sobre *estatuas*' }))
  const [hit] = expectDone(await hipatia.get<Hit[]>('/search?q=coloso&kind=news'))
  expect(hit?.excerpt).toBe('Sobre estatuas https://es.wikipedia.example/wiki/Coloso_de_la_Bahía')
  expect(hit?.marks.map(([start, end]) => hit.excerpt.slice(start, end))).toEqual(['Coloso'])
})

test('a page that is called otherwise comes after what people wrote, one that is called so before it', async () => {
  await publish('Mapas guardados', 'Se guardan en el sótano.')
  const titles = async (q: string) =>
    expectDone(await hipatia.get<Hit[]>(`/search?q=${encodeURIComponent(q)}`)).map(({ title }) => title)
  expect(await titles('guarda')).toEqual(['Mapas guardados', 'Mis borradores'])
  expect(await titles('guarda -papel')).toEqual(['Mapas guardados', 'Mis borradores'])
  await publish('Sin terminar', 'Los borradores del faro.')
  expect(await titles('borradores')).toEqual(['Mis borradores', 'Sin terminar'])
  const { headers, body } = await hipatia.get<Hit[]>('/search?q=guarda&limit=1&kind=post,page')
  expect(headers.get('x-counts')).toContain('page=1')
  expect(body).toHaveLength(1)
})
