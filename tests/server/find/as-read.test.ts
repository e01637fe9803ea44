// @databases both
// What is read is found, however it is typed, and shown around a match as it is read.
import { expect, test } from 'vitest'
import type { Hit } from '../../../contract/search.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'

const community = await communityOfThisFile()
const ana = await community.signIn('Ana')

const search = async (q: string, more = '') =>
  expectDone(await ana.get<Hit[]>(`/search?q=${encodeURIComponent(q)}${more}`))
const marked = ({ excerpt, marks }: Hit) => marks.map(([start, end]) => excerpt.slice(start, end))

const text = Buffer.from(fixture('field/palabras-que-no-se-encuentran.md').bytes).toString()
const shown =
  'Palabra partida, España con capitular, silabacortada por un guion blando, ceroancho, añejo. El archivo mi_archivo_final.pdf trata de #FeriaDelLibro y de C#.'

test('words with signs, soft hyphens and zero-width characters within them are found and marked, also as they are pasted', async () => {
  const post = await ana.writes({ title: 'Palabras', content: text })
  await ana.comments(post, text)
  for (const [q, mark] of [
    ['palabra', 'Palabra'],
    ['españa', 'España'],
    ['silabacortada', 'silabacortada'],
    ['silaba\u00adcortada', 'silabacortada'],
    ['ceroancho', 'ceroancho'],
    ['cero\u200bancho', 'ceroancho'],
    ['añejos', 'añejo'],
    ['"palabra partida"', 'Palabra'],
    ['"ceroancho añejo"', 'ceroancho'],
  ] as const) {
    const hits = (await search(q)).filter(({ kind }) => kind === 'post' || kind === 'comment')
    expect([q, ...hits.map((hit) => [hit.kind, marked(hit)[0]])]).toEqual([q, ['post', mark], ['comment', mark]])
    // of a match far inside the beginning is left out
    for (const { excerpt } of hits) expect(shown.endsWith(excerpt.replace(/^… /, ''))).toBe(true)
  }
  expect((await search('"palabra partida" -añejo')).length).toBe(0)
  expect((await search('palabra de:ana tipo:artículo'))[0]?.path).toBe(`/blog/${post.id}?resaltar=palabra`)
})

test('in messages and news too, where signs are no Markdown', async () => {
  await ana.says('El in\u00advierno de Pala**bra**')
  await ana.shares({ title: 'Verano', url: 'https://a.example/', comment: 'El in\u00advierno, _ya_ &amp;' })
  expect((await search('invierno')).map((hit) => [hit.kind, hit.excerpt, marked(hit)])).toEqual([
    ['news', 'El invierno, _ya_ &amp; https://a.example/', ['invierno']],
    ['message', 'El invierno de Pala**bra**', ['invierno']],
  ])
  const { headers } = await ana.get('/search?q=in%C2%ADbierno')
  expect(headers.get('x-suggestion')).toBe('invierno')
})

const far = 'Esto va por delante. '.repeat(60)
const table = `| Verdura | Precio |\n|---|---|\n${'| col | 1 |\n'.repeat(80)}| zanahoria | 2 |`

test.each([
  [
    'mi_archivo_final.pdf y `otra_cosa_mia` del alfarero',
    'alfarero',
    'mi_archivo_final.pdf y otra_cosa_mia del alfarero',
  ],
  [
    'Se programa en C# y en C\\+\\+, dice #FeriaDelBotijo el botijero',
    'botijero',
    'Se programa en C# y en C++, dice #FeriaDelBotijo el botijero',
  ],
  ['Nota[^1] del cencerro.\n\n[^1]: Al pie.', 'cencerro', 'Nota del cencerro.'],
  [
    `Nota[^1] y [mapa][m] del damasco. ${far}\n\n[^1]: Al pie.\n\n[m]: https://m.example`,
    'damasco',
    /^Nota y mapa del damasco\. Esto/,
  ],
  ['| Verdura | Precio |\n|---|---|\n| espinaca | 2 |', 'espinaca', 'Verdura Precio espinaca 2'],
  [table, 'zanahoria', /^… 1 (col 1 )+zanahoria 2$/],
  ['<b class="x">negrilla</b> del farero<!-- nada -->', 'farero', 'negrilla del farero'],
  ['Un suelo&nbsp;duro &amp; fr&iacute;o para el gavilán', 'gavilan', 'Un suelo duro & frío para el gavilán'],
  [
    'Con [el *mapa*](https://mapa.example/a_b_c "de aquí") del hurón, ![un dibujo](d.png)',
    'huron',
    'Con el mapa del hurón, un dibujo',
  ],
  [`${far}\n\n- **Uno**: la *iguana*\n- Dos`, 'iguana', /^… .* Uno: la iguana Dos$/],
  [`${far}El **jilguero** canta. ${far}`, 'jilguero', /^… .*delante\. El jilguero canta\. Esto .* …$/],
  [`Así:\n\n~~~sh\n# no es un título\n\n# kiwi *a* b\n~~~`, 'kiwi', 'Así: # no es un título # kiwi *a* b'],
  [`~~~\n${'abc\n\n'.repeat(200)}# lagarto_verde_\n~~~`, 'lagarto', /^… (abc )+# lagarto_verde_$/],
  ['De 10~12 a 15~20 mirlos', 'mirlos', 'De 10~12 a 15~20 mirlos'],
  [`Pala**bra** final, ${far} y u**n**icornio. ${far}`, 'unicornio', /^… .* y unicornio\. Esto .* …$/],
])('around a match %j is shown as it is read', async (content, word, expected) => {
  await ana.writes({ title: `Sobre ${word.length}`, content })
  const [hit] = await search(word, '&kind=post')
  expect(hit?.excerpt).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  expect(hit && marked(hit).map((mark) => mark.normalize('NFD').replace('\u0301', ''))).toEqual([word])
})

test('a label of a link is shown as it is in a message, and a text of signs alone is shown at all', async () => {
  const file = await ana.uploads({ name: 'mi_nota_vieja.txt', type: 'text/plain', bytes: Buffer.from('x') })
  await ana.says(`Mira {{file:${file.id}|mi_nota_vieja.txt}} del ñandú`)
  expect((await search('ñandu', '&kind=message'))[0]?.excerpt).toBe('Mira mi_nota_vieja.txt del ñandú')
  await ana.writes({ title: 'Ocelote', content: `{{file:${file.id}|_mi_ *nota*}} del ocelote` })
  expect((await search('ocelote', '&kind=post'))[0]?.excerpt).toBe('_mi_ *nota* del ocelote')
})

test('a picture of the archive is found by its text, or as a photo, and not by the name or the id of its file', async () => {
  const id = '5f3a'.repeat(8)
  const content = `Salimos. ![La _atarraya_ nueva](file:${id}) ${far}![IMG_7788.jpg](file:${id}) de la almadraba`
  const post = await ana.writes({ title: 'Pesca', content })
  await ana.comments(post, content)
  for (const [q, excerpt] of [
    ['atarraya', /^Salimos\. La atarraya nueva Esto va .* …$/],
    ['almadraba', /^… .* foto de la almadraba$/],
    ['foto almadraba', /^… .* foto de la almadraba$/],
  ] as const)
    expect([q, ...(await search(q)).map((hit) => [hit.kind, hit.excerpt])]).toEqual([
      q,
      ['post', expect.stringMatching(excerpt)],
      ['comment', expect.stringMatching(excerpt)],
    ])
  for (const q of ['IMG_7788', 'jpg', id]) expect([q, await search(q)]).toEqual([q, []])
})
