// @databases both
// Search in pickers (SPEC §2, pickers): posts by title, author and content, files by name and description.
import { describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Hit } from '../../../contract/search.ts'
import { readFileTexts } from '../../../server/files/texts/read-files.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, begona] = await community.signInAll('Ana', 'Begoña Íñiguez')

const posts = async (who: Person, q: string, more = '') => {
  const query = `q=${encodeURIComponent(q)}${more}`
  const found = expectDone(await who.get<Post[]>(`/posts/all?include_unpublished=true&view=summary&${query}`))
  return found.map(({ title }) => title).toSorted()
}
const files = async (q: string, more = '', who = ana) => {
  const found = expectDone(await who.get<ArchiveFile[]>(`/files?q=${encodeURIComponent(q)}${more}`))
  return found.map(({ original_name }) => original_name).toSorted()
}

await ana.writes({ title: 'El faro de Alejandría', content: 'La séptima **maravilla**, según el códice 4.' })
await begona.writes({ title: 'Año nuevo', content: 'Una excursión a la playa, con ñandúes.' })
await ana.drafts({ title: 'Borrador del faro', content: 'Sin terminar.' })

describe('search of posts', () => {
  const lighthouse = [
    ...['alejandria', 'ALEJANDRÍA', 'alej', '4'],
    ...['septima maravilla', 'maravilla, (séptima)', 'maravillas'],
  ]
  const newYear = [
    ...['excursiones playas', 'excursion', 'años', 'año nueva', 'begona', '"año" nuevos', 'año ñandúes', 'begoña'],
    ...['iniguez playa', 'begoña una iñiguez playa'],
  ]
  const nothing = ['faro nada', 'ano', 'begoña faro', 'ana begoña', '"faro" OR playa*', "'; drop table posts; --"]
  test.each([
    { expected: ['El faro de Alejandría'], queries: lighthouse },
    { expected: ['Año nuevo'], queries: newYear },
    { expected: [], queries: nothing },
    { expected: ['Año nuevo', 'Borrador del faro', 'El faro de Alejandría'], queries: ['%', '  '] },
  ])('$queries find $expected each', async ({ expected, queries }) => {
    for (const q of queries) expect([q, await posts(ana, q)]).toEqual([q, expected])
  })

  test('counts the posts that it finds, with drafts for people who may see them, and can be limited to a category', async () => {
    expect(await posts(ana, 'faro')).toEqual(['Borrador del faro', 'El faro de Alejandría'])
    expect(await posts(begona, 'faro')).toEqual(['El faro de Alejandría'])
    expect(await posts(hipatia, 'faro')).toEqual(['Borrador del faro', 'El faro de Alejandría'])
    const { headers, body } = await ana.get<Post[]>('/posts?q=faro&limit=1')
    expect([headers.get('x-total-count'), body.map(({ title }) => title)]).toEqual(['1', ['El faro de Alejandría']])
    const playas = await hipatia.createsCategory('Playas')
    await ana.writes({ title: 'Otra playa', category_id: playas.id })
    expect(await posts(ana, 'playa', `&category_id=${playas.id}`)).toEqual(['Otra playa'])
    expect(await posts(ana, 'playa', '&category_id=none')).toEqual(['Año nuevo'])
  })
})

describe('search of files', () => {
  test('finds names and descriptions, also within a category', async () => {
    const actas = await hipatia.createsCategory('Actas')
    const minutes = { name: 'Acta_2024-03.txt', bytes: 'x' }
    await ana.uploads(minutes, { description: 'Reunión de Ñandú', category_id: actas.id })
    await ana.uploads({ name: 'IMG_20240311.txt', bytes: 'x' })
    const { original_name: museum } = await ana.links('https://museo.example/Sala-1', { description: 'La colección' })
    for (const q of ['ñandu', 'ÑANDÚES', 'reuniones', 'actas']) expect([q, await files(q)]).toEqual([q, [minutes.name]])
    for (const q of ['colecciones', 'museo SALA', 'colección']) expect([q, await files(q)]).toEqual([q, [museum]])
    for (const q of ['nandu', '_nada_']) expect([q, await files(q)]).toEqual([q, []])
    expect(await files('2024')).toEqual([minutes.name, 'IMG_20240311.txt'])
    expect(await files('2024', `&category_id=${actas.id}`)).toEqual([minutes.name])
    expect(await files('%')).toHaveLength(3)
  })

  test('finds beginnings of words, of any length, and nothing that is written inside', async () => {
    const file = { name: 'Jornada.txt', bytes: 'La invitación a Pérgamo' }
    const { id } = await ana.uploads(file, { description: 'Zamora' })
    await readFileTexts(community.services)
    const carla = await community.signIn('Carla')
    for (const q of ['j', 'jo', 'jor', 'jorn', 'jornad', 'z', 'ZAMORA', 'jornadas zamora'])
      expect([q, await files(q, '', carla)]).toEqual([q, ['Jornada.txt']])
    for (const q of ['ornada', 'amora', 'pergamo', 'invitaciones'])
      expect([q, await files(q, '', carla)]).toEqual([q, []])
    expect(expectDone(await carla.get<Hit[]>('/search?q=pergamo')).map((hit) => hit.id)).toEqual([id])
  })
})

test('a search that is too long or sent twice is refused', async () => {
  expect((await ana.get(`/posts?q=${'a'.repeat(100)}`)).status).toBe(200)
  expectRefusal(await ana.get(`/posts?q=${'a'.repeat(101)}`), 422, { field: 'q' })
  expectRefusal(await ana.get(`/files?q=${'a'.repeat(101)}`), 422, { field: 'q' })
  expectRefusal(await ana.get('/posts?q=a&q=b'), 422, { field: 'q' })
})

test('words of any script and length are found', async () => {
  const long = 'x'.repeat(5000)
  await ana.writes({ title: 'Ὑπατία', content: `Гипатия 海帝西亚 ${long} ${'palabra '.repeat(5000)} 👵` })
  for (const q of ['υπατια', 'гипатия', '海帝西亚', 'xxx']) expect(await posts(ana, q)).toEqual(['Ὑπατία'])
  // letters that databases don't know yet; a query is a few words in any case
  await ana.writes({ title: 'Raro', content: 'a\u19b0b \u{1e900}\u{16d40}' })
  for (const q of ['a\u19b0b', '\u{1e900}', 'a\u19b0']) expect(await posts(ana, q)).toEqual(['Raro'])
  const huge = Array.from({ length: 33_000 }, (_, n) => String.fromCharCode(0x3316 + (n % 60))).join(' ')
  await ana.writes({ title: 'Enorme', content: huge })
  expect(await posts(ana, 'enorme')).toEqual(['Enorme'])
  expect(await posts(ana, '👵')).toEqual(['Ὑπατία'])
  await ana.writes({ title: '¿?', content: '…' })
  expect(await posts(ana, '…')).toContain('¿?')
})

test('related forms of a Spanish word are found, accents may be left out, and ñ is a letter', async () => {
  const written = {
    Biblioteca: 'La lectora leyó en la biblioteca de los niños.',
    Coro: '❤️Bailábamos a media voz y cantaban canciones francesas con un capitán.',
    Policías: 'La respiración de un panadero; comían panes.',
    Λόγος: 'Ἐν τῷ λόγῳ.',
    Català: 'El llibre és a la col·legiata, i les cançons també.',
  }
  for (const [title, content] of Object.entries(written)) await begona.writes({ title, content })
  const found = {
    Biblioteca: 'bibliotecas lectores leyo niña NIÑO',
    Coro: 'bailar voces cantó cancion canción francés capitanes',
  }
  const others = {
    Policías: 'policia policias respiraciones respiracion panaderas comer comia',
    Λόγος: 'λογω λόγος',
    Català: 'llibre cançons cancons tambe',
  }
  for (const [title, words] of Object.entries({ ...found, ...others })) {
    const reader = await community.signIn(`Persona ${'abcde'[Object.keys(written).indexOf(title)]}`)
    for (const word of words.split(' ')) expect([word, await posts(reader, word)]).toEqual([word, [title]])
    for (const word of ['nino', 'lectoral']) expect([word, await posts(reader, word)]).toEqual([word, []])
  }
})
