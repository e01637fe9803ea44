// @databases both
// One search over everything: a made-up community, what its members type, and what they expect to find, the best first.
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import type { Hit } from '../../../contract/search.ts'
import { readFileTexts } from '../../../server/files/texts/read-files.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'

const community = await communityOfThisFile()
const { hipatia, advanceClock } = community
let people: Person[]
let next = 0
/** Each person may search for some time only. */
const somebody = () => people[next++ % people.length] as Person

/** Older ones first. */
const posts: [title: string, content: string, category?: 'Historia' | 'Cocina'][] = [
  ['La biblioteca de Alejandría', 'Guardaba **rollos de papiro** de todo el mundo antiguo.', 'Historia'],
  ['Bibliotecas de barrio', 'Los lectores del barrio leen por la tarde.'],
  ['El año del faro', 'Aquel año se encendió el faro de la isla, y el mar se llenó de barcos.', 'Historia'],
  ['Tortilla de patatas', 'La receta de mi abuela: huevos, patatas y paciencia.', 'Cocina'],
  ['Pan de pueblo', 'Harina, agua y sal. La casa de papel no tiene horno.', 'Cocina'],
  ['Leyendo a Safo', 'Una lectora escribe: he leído todos sus versos, y los vuelvo a leer.'],
  ['Nocturn a la llar', 'La nit és llarga i el foc crema a poc a poc. Castanyes i panellets.'],
  ['Eguberri on', 'Etxean gaude denok, elkarrekin.'],
  ['The lighthouse keeper', 'He kept the light burning through the storm.'],
  ['Papeles sueltos', 'El papel de la casa está en el desván; casa y papel, papel y casa.'],
]
const comments: [title: string, content: string][] = [
  ['El año del faro', 'Yo lo vi desde la playa 🎉'],
  ['Tortilla de patatas', 'Con cebolla está mejor, ¿no?'],
]
const messages = [
  'Buenos días a todos',
  '¿Quién trae el pan mañana?',
  'El faro se ve desde mi ventana',
  'C++ o foo-bar, que no es baz',
]

beforeAll(async () => {
  people = await Promise.all(['Ana', 'Bruno', 'Carla', 'Dido', 'Elena', 'Fermín'].map((name) => community.signIn(name)))
  const [ana, bruno] = people as [Person, Person]
  const [history, kitchen] = [await hipatia.createsCategory('Historia'), await hipatia.createsCategory('Cocina')]
  const ids = { Historia: history.id, Cocina: kitchen.id }
  const written = new Map<string, Post>()
  for (const [title, content, category] of posts) {
    written.set(title, await ana.writes({ title, content, category_id: category && ids[category] }))
    advanceClock(seconds(1))
  }
  for (const [title, content] of comments) {
    await bruno.comments(written.get(title) as Post, content)
    advanceClock(seconds(1))
  }
  for (const message of messages) {
    await bruno.says(message)
    advanceClock(seconds(1))
  }
  await bruno.shares({
    title: 'Restauran un faro romano',
    url: 'https://noticias.example/faro-romano',
    comment: 'En Galicia',
  })
  advanceClock(seconds(1))
  const recipe = { name: 'receta-de-pan.txt', type: 'text/plain', bytes: 'pan' }
  await bruno.uploads(recipe, { description: 'La receta de Carla' })
  advanceClock(seconds(1))
  await ana.uploads(fixture('acta.pdf'))
  await readFileTexts(community.services)
})

/** What somebody types, and the titles or texts of the hits in their order. */
const searches: [typed: string, expected: string[]][] = [
  // words in titles come first, then in texts, the newest of equal ones first
  ['faro', ['Restauran un faro romano', 'El año del faro', '#El faro se ve desde mi ventana']],
  ['alejandria', ['La biblioteca de Alejandría']],
  ['ALEJANDRÍA', ['La biblioteca de Alejandría']],
  ['biblioteca', ['La biblioteca de Alejandría', 'Bibliotecas de barrio']],
  ['bibliotecas', ['Bibliotecas de barrio', 'La biblioteca de Alejandría']],
  ['año', ['El año del faro']],
  ['ano', []],
  ['años', ['El año del faro']],
  ['papi', ['acta.pdf', 'La biblioteca de Alejandría']],
  ['lectores', ['Bibliotecas de barrio', 'Leyendo a Safo']],
  ['lectora', ['Leyendo a Safo', 'Bibliotecas de barrio']],
  ['leyendo', ['Leyendo a Safo']],
  ['"casa de papel"', ['Pan de pueblo']],
  ['“casa de papel”', ['Pan de pueblo']],
  ['«casa de papel»', ['Pan de pueblo']],
  ['"papel de la casa"', ['Papeles sueltos']],
  ['casa papel', ['Papeles sueltos', 'Pan de pueblo']],
  ['casa papel -horno', ['Papeles sueltos']],
  ['casa -"casa de papel"', ['Papeles sueltos']],
  ['la casa del papel', ['Papeles sueltos', 'Pan de pueblo']],
  ['pan de:ana', ['Pan de pueblo', 'Nocturn a la llar']],
  ['pan de:bruno', ['receta-de-pan.txt', '#¿Quién trae el pan mañana?']],
  ['pan de:ana de:bruno', ['receta-de-pan.txt', 'Pan de pueblo', '#¿Quién trae el pan mañana?', 'Nocturn a la llar']],
  ['receta en:cocina', ['Tortilla de patatas']],
  ['en:historia', ['El año del faro', 'La biblioteca de Alejandría']],
  ['en:nada', []],
  ['faro tipo:noticia', ['Restauran un faro romano']],
  ['faro tipo:mensaje', ['#El faro se ve desde mi ventana']],
  ['faro antes:2001', []],
  ['faro después:2001 tipo:noticia', ['Restauran un faro romano']],
  ['panellets', ['Nocturn a la llar']],
  ['llarga', ['Nocturn a la llar']],
  ['elkarrekin', ['Eguberri on']],
  ['lighthouse', ['The lighthouse keeper']],
  ['🎉', ['El año del faro#Yo lo vi desde la playa 🎉']],
  ['cebolla', ['Tortilla de patatas#Con cebolla está mejor, ¿no?']],
  ['foo-bar', ['#C++ o foo-bar, que no es baz']],
  ['bar', ['#C++ o foo-bar, que no es baz', 'Bibliotecas de barrio', 'El año del faro']],
  ['c++', ['Carla', 'Cocina', '#C++ o foo-bar, que no es baz']],
  [
    'ca',
    [
      ...['Carla', 'Cambiar la contraseña', 'Subir archivos'],
      ...['Ayuda: Poner una foto', 'Ayuda: Avisos y silencio', 'Ayuda: El archivo'],
    ],
  ],
  ['car', ['Carla', 'receta-de-pan.txt', 'Subir archivos', 'Ayuda: Tu cuenta y tus llaves']],
  ['carl', ['Carla', 'receta-de-pan.txt']],
  ['noticias.example', ['Restauran un faro romano']],
  ['https://noticias.example/faro-romano', ['Restauran un faro romano']],
  ['contraseña', ['Cambiar la contraseña', 'Ayuda: Entrar y seguir dentro', 'Ayuda: Tu cuenta y tus llaves']],
  ['cambiar contraseña', ['Cambiar la contraseña']],
  ['subir archivo', ['Subir archivos', 'Ayuda: El archivo']],
  ['subir -archivos', ['Ayuda: Poner una foto']],
  ['instalar', ['Ayuda: Instalar en el teléfono']],
  // for administrators
  ['wordpress', []],
  ['carla -carla', []],
  ['tipo:noticia', ['Restauran un faro romano']],
  ['xyzzy', []],
  ['', []],
  ['   ', []],
  ['...', []],
  ['-', []],
  ['-faro', []],
  ['"', []],
  ['""', []],
  // nothing has all words
  ["'; drop table posts; --", ['Blog']],
  ['faro* OR NEAR(mar)', ['El año del faro', 'Ayuda: Instalar en el teléfono', 'Ayuda: Escribir un post']],
  ['title:faro', ['Restauran un faro romano', 'El año del faro', '#El faro se ve desde mi ventana']],
  ['¿Cómo pongo una foto?', ['Almacén de Archivos', 'Subir archivos', 'Ayuda: Poner una foto']],
  ['receta abuela tiramisú', ['Tortilla de patatas']],
  ['receta abuela tiramisú tipo:archivo', ['receta-de-pan.txt']],
  ['receta abuela -patatas', ['receta-de-pan.txt']],
  ['receta tiramisú de:bruno', ['receta-de-pan.txt']],
  ['receta tiramisú "casa de papel"', []],
  ['faro & !mar | <->', ['El año del faro']],
  ['de:', []],
  ['antes:ayer', []],
  // written inside a PDF
  ['inventario papiros', ['acta.pdf']],
  ['lampara', ['acta.pdf']],
  ['17', ['acta.pdf']],
  ['reuniones', ['acta.pdf']],
  ['acta tipo:archivo', ['acta.pdf']],
  ['"señora Ana devolvió"', ['acta.pdf']],
  ['"senora Ana"', []],
  ['senora', []],
  ['papiro', ['La biblioteca de Alejandría', 'acta.pdf']],
  ['papiro -inventario', ['La biblioteca de Alejandría']],
  ['papiro tipo:archivo', ['acta.pdf']],
  ['papiro de:ana en:historia', ['La biblioteca de Alejandría']],
  ['huevo', ['Tortilla de patatas']],
  ['versos leídos', ['Leyendo a Safo']],
  ['barco', ['El año del faro']],
  ['"el papel" "casa y papel"', ['Papeles sueltos']],
  ['castañas', []],
  ['castanyes', ['Nocturn a la llar']],
  ['tortila', []],
  ['tipo:persona ana', ['Ana']],
  [`faro ${'y '.repeat(990)}`, ['Restauran un faro romano', 'El año del faro', '#El faro se ve desde mi ventana']],
]

const find = async (q: string, more = '') =>
  expectDone(await somebody().get<Hit[]>(`/search?q=${encodeURIComponent(q)}&limit=100${more}`))
const named = ({ kind, title, excerpt }: Hit) =>
  kind === 'comment' || kind === 'message' ? `${title}#${excerpt}` : title

test.each(searches)('%s', async (typed, expected) => {
  expect((await find(typed)).map(named)).toEqual(expected)
})

/** Long lists, odd signs, what means something to a database. */
const odd = [
  '-a '.repeat(660),
  '"a" '.repeat(499),
  '"ab c" '.repeat(280),
  '-"a b" '.repeat(280),
  'de:hip '.repeat(280),
  'en:hip '.repeat(200),
  'tipo:archivo '.repeat(150),
  Array.from({ length: 330 }, (_, n) => `-w${n}`).join(' '),
  Array.from({ length: 280 }, (_, n) => `"w${n}"`).join(' '),
  'x'.repeat(2000),
  '🦉'.repeat(1000),
  'a\u0000b',
  "a'b\\c:*&|!<->()",
  'antes:0000 después:9999',
  'antes:2026-02-31 faro',
  'de:"" en:""',
  'constructor:x tipo:constructor',
]

test('long and odd searches are answered', async () => {
  for (const q of odd) expect((await somebody().get(`/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
})

test('who mistypes a word is offered the nearest one that somebody wrote, with its accents', async () => {
  const suggestionFor = async (q: string) => {
    const answer = await somebody().get<Hit[]>(`/search?q=${encodeURIComponent(q)}`)
    expect(expectDone(answer).length > 0).toBe(answer.headers.get('x-partial') === '1')
    const suggestion = answer.headers.get('x-suggestion')
    return suggestion === null ? null : decodeURIComponent(suggestion)
  }
  for (const typed of ['ppapiro', 'papirro']) expect(await suggestionFor(typed)).toBe('papiro')
  expect(await suggestionFor('bibiloteca')).toBe('biblioteca')
  expect(await suggestionFor('alejandria biblioteka')).toBe('alejandria biblioteca')
  expect(await suggestionFor('desvan tortiya')).toBe('desvan tortilla')
  expect(await suggestionFor('llargga')).toBe('llarga')
  expect(await suggestionFor('xyzxyzxyz')).toBeNull()
  // both words are there, in different texts
  expect(await suggestionFor('panellets tortilla')).toBeNull()
})

test('what has some words only says so, and has no further pages', async () => {
  const answer = await somebody().get<Hit[]>('/search?q=faro%20isla%20tiramis%C3%BA%20papel&limit=1')
  expect(expectDone(answer).map(named)).toEqual(['El año del faro'])
  const headers = ['x-partial', 'x-total-count', 'link'].map((name) => answer.headers.get(name))
  expect(headers).toEqual(['1', '1', null])
  expect((await somebody().get('/search?q=faro')).headers.get('x-partial')).toBeNull()
})

test('a word as it is typed comes before related ones of any kind, also before those in titles', async () => {
  const [ana] = people as [Person]
  advanceClock(seconds(1))
  const file = await ana.uploads({ name: 'lista.txt', type: 'text/plain', bytes: Buffer.from('Una alcancía de barro') })
  await readFileTexts(community.services)
  advanceClock(seconds(1))
  await ana.writes({ title: 'Lo que alcanza', content: 'Y lo que no.' })
  for (const more of ['', '&per_kind=5'])
    expect((await find('alcancía', more)).map(named)).toEqual(['lista.txt', 'Lo que alcanza'])
  expectDone(await ana.delete(`/files/${file.id}`))
})

test('a picture that is found comes with its thumbnail, which this person may see', async () => {
  const [ana] = people as [Person]
  await ana.uploads(fixture('foto.jpg', { name: 'acantilado.jpg' }))
  const [hit] = await find('acantilado')
  expect(hit).toMatchObject({ kind: 'file', title: 'acantilado.jpg' })
  // 503 while it is being made
  await expect.poll(async () => (await fetch(new URL(hit?.thumb_url ?? '', community.origin))).status).toBe(200)
  for (const { thumb_url } of await find('papiro')) expect(thumb_url).toBeNull()
})
