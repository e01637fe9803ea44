// @databases both
// Results of the search by role, right after each change: drafts, comments on them, deleted texts, deactivated people.
// The place of a hit: a post opens with the words of its excerpt marked.
import { expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import type { Hit } from '../../../contract/search.ts'
import { communityOfThisFile, expectDone, type Person, pagesOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia, signIn } = community

type Searcher = Pick<Person, 'get'>
const hits = async (person: Searcher, q: string, more = '') =>
  expectDone(await person.get<Hit[]>(`/search?q=${encodeURIComponent(q)}${more}`))
async function suggestedTo(person: Searcher, q: string) {
  const suggestion = (await person.get(`/search?q=${q}`)).headers.get('x-suggestion')
  return suggestion === null ? null : decodeURIComponent(suggestion)
}
const found = async (person: Searcher, q: string) => (await hits(person, q)).map(({ kind }) => kind)

test('a draft and the comments on it are found by its author and by administrators, and by all once it is published', async () => {
  const [ana, bruno] = [await signIn('Ana'), await signIn('Bruno')]
  const draft = await ana.drafts({ title: 'Ornitorrinco', content: 'Un animal.' })
  await ana.comments(draft, 'Sobre el ornitorrinco, ¿falta algo?')
  for (const person of [ana, hipatia]) expect(await found(person, 'ornitorrinco')).toEqual(['post', 'comment'])
  expect(await pagesOf(bruno, '/search?q=ornitorrinco')).toMatchObject([{ body: [], total: 0 }])

  await ana.publishes(draft)
  expect(await found(bruno, 'ornitorrinco')).toEqual(['post', 'comment'])
  await ana.publishes(draft, false)
  expect(await found(bruno, 'ornitorrinco')).toEqual([])
  expect(await found(ana, 'ornitorrinco')).toEqual(['post', 'comment'])
})

test('what is edited is found by its new text only, and what is deleted by nothing', async () => {
  const carla = await signIn('Carla')
  const post = await carla.writes({ title: 'Quinoterio', content: 'Antes.' })
  const comment = await carla.comments(post, 'quinoterio')
  const item = await carla.shares({ title: 'Quinoterio', url: 'https://q.example/1', comment: 'Mira' })
  const file = await carla.uploads({ name: 'quinoterio.txt', type: 'text/plain', bytes: Buffer.from('q') })
  expect((await found(carla, 'quinoterio')).toSorted()).toEqual(['comment', 'file', 'news', 'post'])

  expectDone(await carla.put(`/posts/${post.id}`, { title: 'Mamut', content: 'Después.' }))
  expectDone(await carla.put(`/comments/${comment.id}`, { content: 'mamut' }))
  expectDone(await carla.put(`/news/${item.id}`, { title: 'Mamut', url: 'https://q.example/1' }))
  expect(await found(carla, 'quinoterio')).toEqual(['file'])
  expect((await found(carla, 'mamut')).toSorted()).toEqual(['comment', 'news', 'post'])

  expectDone(await carla.delete(`/files/${file.id}`))
  expectDone(await carla.delete(`/news/${item.id}`))
  expect(await found(carla, 'quinoterio')).toEqual([])
  // its comments go with it
  expectDone(await carla.delete(`/posts/${post.id}`))
  expect(await found(carla, 'mamut')).toEqual([])
})

test('texts of deactivated and deleted people stay as in the lists; the people themselves are not found', async () => {
  const [elena, fermin, dido] = [await signIn('Elena'), await signIn('Fermín'), await signIn('Dido')]
  await elena.writes({ title: 'Lo que contó Elena', content: 'Una historia.' })
  await fermin.writes({ title: 'Lo que cantó Fermín', content: 'Una canción.' })
  const all = await hits(dido, 'elena')
  expect(all.map(({ kind, title }) => `${kind}: ${title}`)).toEqual(['person: Elena', 'post: Lo que contó Elena'])
  // a person leads to what they wrote, without words
  expect(all[0]?.path).toBe(`/search?from=${elena.id}`)
  expect((await hits(dido, '', `&from=${elena.id}`)).map(({ title }) => title)).toEqual(['Lo que contó Elena'])
  expectDone(await hipatia.post(`/auth/users/${elena.id}/toggle-status`))
  expectDone(await hipatia.delete(`/auth/users/${fermin.id}`))
  expect((await hits(dido, 'elena')).map(({ kind }) => kind)).toEqual(['post'])
  expect((await hits(dido, 'cantó')).map(({ author_name }) => author_name)).toEqual(['Fermín'])
  expect(await found(dido, 'de:fermín')).toEqual(['post'])
})

test('pages of administrators and deactivated categories are found by administrators only, or by nobody', async () => {
  const ines = await signIn('Inés')
  const category = await hipatia.createsCategory('Zarzuela')
  expect(await found(ines, 'zarzuela')).toEqual(['category'])
  expectDone(await hipatia.put(`/categories/${category.id}`, { is_active: false }))
  expect(await found(ines, 'zarzuela')).toEqual([])
  const paths = async (person: Searcher) => (await hits(person, 'copias de seguridad')).map(({ path }) => path)
  const ofAdministrators = ['/help/snapshots', '/admin/state']
  for (const path of ofAdministrators) expect(await paths(ines)).not.toContain(path)
  expect(await paths(hipatia)).toEqual(ofAdministrators)
})

test('a hit has the place, the words around the match and where they are; counts by kind; pages go to the end', async () => {
  const julia = await signIn('Julia')
  const long = `${'Antes de todo esto. '.repeat(40)}Aquí **vive** el basilisco, con otros basiliscos. ${'Y después. '.repeat(40)}`
  const post = await julia.writes({ title: 'Bestiario', content: long })
  const comment = await julia.comments(post, 'El basilisco mira')
  for (let n = 0; n < 7; n++) await julia.says(`basilisco ${n}`)
  const answer = await julia.get<Hit[]>('/search?q=basilisco&limit=3')
  const [, first] = expectDone(answer)
  expect(answer.headers.get('x-total-count')).toBe('9')
  const counts = 'person=0, category=0, page=0, post=1, news=0, file=0, comment=1, message=7'
  expect(answer.headers.get('x-counts')).toBe(counts)
  expect(first?.author_name).toBe('Julia')
  const seen = (await pagesOf<Hit>(julia, '/search?q=basilisco&limit=3')).flatMap(({ body }) => body)
  expect(seen).toHaveLength(9)
  expect(new Set(seen.map(({ kind, id }) => kind + id)).size).toBe(9)
  expect(seen.filter(({ kind }) => kind === 'message').map(({ excerpt }) => excerpt)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((n) => `basilisco ${n}`),
  )
  const inPost = seen.find(({ kind }) => kind === 'post')
  const path = `/blog/${post.id}?resaltar=basilisco+basiliscos`
  expect(inPost).toMatchObject({ title: 'Bestiario', path, id: post.id })
  expect(inPost?.excerpt).toMatch(/^… .*Aquí vive el basilisco, con otros basiliscos\. .* …$/)
  expect(inPost?.marks.map(([start, end]) => inPost.excerpt.slice(start, end))).toEqual(['basilisco', 'basiliscos'])
  expect(seen.find(({ kind }) => kind === 'comment')?.path).toBe(`/blog/${post.id}#comment-${comment.id}`)
})

test('a suggestion is of texts that the person may see: no word, accents or beginnings of somebody else’s drafts', async () => {
  const [nuria, oscar] = [await signIn('Nuria'), await signIn('Óscar')]
  await nuria.writes({ title: 'Huerta', content: 'Un calabazon enorme.' })
  await nuria.writes({ title: 'Viajes', content: 'Dos zigurates de barro.' })
  await nuria.drafts({ title: 'Notas', content: 'El zigurat' })
  const huerta = await nuria.drafts({ title: 'Otra huerta', content: 'Un calabazón enorme.' })
  const secret = await nuria.drafts({ title: 'Secreto', content: 'El axolotl duerme.' })
  for (const [typed, own, others] of [
    ['calabaxon', 'calabazón', 'calabazon'],
    ['axolotk', 'axolotl', null],
    ['ziguras', 'zigurat', 'zigurates'],
  ] as const)
    expect([typed, await suggestedTo(nuria, typed), await suggestedTo(oscar, typed)]).toEqual([typed, own, others])
  for (const draft of [huerta, secret]) await nuria.publishes(draft)
  for (const [typed, shown] of Object.entries({ calabaxon: 'calabazón', axolotk: 'axolotl' }))
    expect([typed, await suggestedTo(oscar, typed)]).toEqual([typed, shown])
})

test('pages lose and repeat nothing, also when a post was unpublished, which has a new place and an old moment', async () => {
  const luis = await signIn('Luis')
  const written: Post[] = []
  for (let n = 0; n < 5; n++) {
    written.push(await luis.writes({ title: `Arpa ${n}`, content: 'Cuerdas.' }))
    await luis.shares({ title: `Arpa ${n}`, url: `https://arpas.example/${n}` })
    community.advanceClock(1000)
  }
  await luis.publishes(written[1] as Post, false)
  for (const limit of [1, 2, 3, 4, 7]) {
    const pages = await pagesOf<Hit>(hipatia, `/search?q=arpa&limit=${limit}`)
    const seen = pages.flatMap(({ body }) => body.map(({ kind, id }) => kind + id))
    expect({ limit, seen: seen.length, different: new Set(seen).size }).toEqual({ limit, seen: 10, different: 10 })
  }
})

test('a malformed filter is refused in Spanish', async () => {
  const karen = await signIn('Karen')
  for (const [query, field] of [
    ['q=a&kind=libro', 'kind'],
    ['q=a&before=ayer', 'before'],
    ['q=a&after=2026-13', 'after'],
    ['q=a&before=2026-02-31', 'before'],
    [`q=a&cursor=${Buffer.from('[-4000000,0,0,0,0,0]').toString('base64url')}`, 'cursor'],
    [`q=a&cursor=${Buffer.from('[4,0,0,0,0,0]').toString('base64url')}`, 'cursor'],
    ['q=a&from=Ana', 'from'],
    [`q=${'a'.repeat(2001)}`, 'q'],
  ] as const)
    expect(await karen.get(`/search?${query}`)).toMatchObject({ status: 422, body: { errors: [{ field }] } })
})

test('with a number for each kind, one with many hits hides no other; the best of each come', async () => {
  const rita = await signIn('Rita')
  for (const title of ['Sobre el tucán', 'Aves', 'Tucán'])
    await rita.writes({ title, content: 'El tucán y otras aves.' })
  for (let n = 0; n < 6; n++) await rita.says(`tucán ${n}`)
  const some = await hits(rita, 'tucán', '&per_kind=2')
  const shown = some.map(({ kind, title, excerpt }) => `${kind}: ${title || excerpt}`)
  expect(shown).toEqual(['post: Tucán', 'post: Sobre el tucán', 'message: tucán 5', 'message: tucán 4'])
  expect((await pagesOf(rita, '/search?q=tuc%C3%A1n&per_kind=2')).map(({ total }) => total)).toEqual([9])
  for (const wrong of ['0', '11', 'x', '1.5'])
    expectRefusal(await rita.get(`/search?q=tuc%C3%A1n&per_kind=${wrong}`), 422)
})

const berta = await signIn('Berta')
const publish = (title: string, content: string) => berta.writes({ title, content })
const pathOf = async (q: string) => (await hits(berta, q, '&kind=post')).map(({ path }) => path)
const wordsIn = (path: string | undefined) => new URL(path ?? '', 'http://x').searchParams.get('resaltar')

test('the path of a post has the words of its text that were found, each once, in small letters, five at most', async () => {
  const { id } = await publish('Uno', 'La Lámpara del faro: dos lámparas, una lámpara y el año.')
  const [path] = await pathOf('lampara año')
  expect(path).toMatch(new RegExp(`^/blog/${id}\\?resaltar=l%C3%A1mpara\\+`))
  expect(wordsIn(path)).toBe('lámpara lámparas año')
  await publish('Dos', 'Papiro, papiros, papirófilo, papirología, papirólogo, papiroflexia y papiráceo.')
  expect(wordsIn((await pathOf('papir'))[0])?.split(' ')).toHaveLength(5)
  // found by its title or author only
  const { id: untold } = await publish('El herbario', 'Un texto sin más.')
  for (const q of ['herbario', 'herbario de:berta']) expect(await pathOf(q)).toEqual([`/blog/${untold}`])
})

test('an address in the text around a match is shown as people read it', async () => {
  const url = 'https://es.wikipedia.example/wiki/Coloso_de_la_Bah%C3%ADa'
  await berta.shares({ title: 'Leyendas', url, comment: 'Sobre *estatuas*' })
  const [hit] = await hits(berta, 'coloso', '&kind=news')
  expect(hit?.excerpt).toBe('Sobre *estatuas* https://es.wikipedia.example/wiki/Coloso_de_la_Bahía')
  expect(hit?.marks.map(([start, end]) => hit.excerpt.slice(start, end))).toEqual(['Coloso'])
})

test('a page that is called otherwise comes after what people wrote, one that is called so before it', async () => {
  await publish('Mapas guardados', 'Se guardan en el sótano.')
  const titles = async (q: string) => (await hits(berta, q)).map(({ title }) => title)
  expect(await titles('guarda')).toEqual(['Mapas guardados', 'Mis borradores'])
  expect(await titles('guarda -papel')).toEqual(['Mapas guardados', 'Mis borradores'])
  await publish('Sin terminar', 'Los borradores del faro.')
  expect(await titles('borradores')).toEqual(['Mis borradores', 'Sin terminar', 'Ayuda: Escribir un post'])
  const { headers, body } = await berta.get<Hit[]>('/search?q=guarda&limit=1&kind=post,page')
  expect(headers.get('x-counts')).toContain('page=1')
  expect(body).toHaveLength(1)
})
