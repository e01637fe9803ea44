// @databases both
// What is written inside files of the archive: read after the upload, found by its words, with the page of a PDF.
import { expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Hit } from '../../../contract/search.ts'
import type { State } from '../../../contract/state.ts'
import { findContradictions, findDamage } from '../../../lab/crash/consistency.ts'
import { readFileTexts } from '../../../server/files/texts/read-files.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { picturePdf, textPdf } from '../../fixtures/pdf.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  type Community,
  communityOfThisTest,
  expectDone,
  minutes,
  type Person,
} from '../../support/server/community.ts'
import { changeRows, rowOf } from '../../support/server/database/rows.ts'

const search = async (person: Person, q: string) =>
  expectDone(await person.get<Hit[]>(`/search?q=${encodeURIComponent(q)}`))
const titles = async (person: Person, q: string) => (await search(person, q)).map(({ title }) => title)
const stateOf = async (person: Person, id: string) =>
  expectDone(await person.get<ArchiveFile>(`/files/${id}`)).text_state
const textsOf = async ({ hipatia }: Community) => expectDone(await hipatia.get<State>('/admin/state')).search.files

test('a file is found by what is written in it, with the words around the match and the page of the PDF', async () => {
  const community = await communityOfThisTest()
  const { services, signIn, isPostgres } = community
  const ana = await signIn('Ana')
  const pdf = await ana.uploads(fixture('acta.pdf'), { description: 'Reunión de marzo' })
  const letter = await ana.uploads(fixture('carta.docx'))
  expect(await titles(ana, 'inventario papiros')).toEqual([])
  expect(await stateOf(ana, pdf.id)).toBeNull()
  expect((await textsOf(community)).waiting).toBe(2)

  expect(await readFileTexts(services)).toBe(true)
  const [hit, ...others] = await search(ana, 'códice préstamo')
  expect(others).toEqual([])
  expect(hit).toMatchObject({ kind: 'file', id: pdf.id, title: 'acta.pdf', author_name: 'Ana' })
  expect(hit?.excerpt).toBe('Préstamos La señora Ana devolvió el códice número 17; Bruno pidió otra semana.')
  expect(hit?.marks.map(([start, end]) => hit.excerpt.slice(start, end))).toEqual(['Préstamos', 'códice'])
  const { pathname, searchParams } = new URL(hit?.path ?? '', 'http://x')
  expect(pathname).toBe(`/files/${pdf.id}/view`)
  expect(Object.fromEntries(searchParams)).toEqual({ pagina: '2', resaltar: 'préstamos códice' })
  expect(await titles(ana, '"señora Ana devolvió"')).toEqual(['acta.pdf'])
  expect(await titles(ana, '"Ana señora"')).toEqual([])
  // the description comes first, where the words are in it
  expect((await search(ana, 'marzo'))[0]).toMatchObject({ excerpt: 'Reunión de marzo', path: `/files/${pdf.id}/view` })
  expect(await stateOf(ana, pdf.id)).toBe('text')
  expect(await stateOf(ana, letter.id)).toBe('text')
  expect(await textsOf(community)).toMatchObject({ waiting: 0, text: 2 })

  expectDone(await ana.delete(`/files/${pdf.id}`))
  expect(await titles(ana, 'códice préstamo')).toEqual([])
  expect(await findContradictions(services.db)).toEqual([])
  expect(await findDamage(services.db, isPostgres ? 'postgres' : 'sqlite')).toEqual([])
})

test('scanned, encrypted and broken files say so, and stay found by their names; pictures and links have nothing to read', async () => {
  const community = await communityOfThisTest()
  const { services, signIn } = community
  const ana = await signIn('Ana')
  const described = '/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode'
  const picture = picturePdf(Buffer.from(fixture('foto.jpg').bytes), described)
  const scan = await ana.uploads({ name: 'escritura.pdf', bytes: picture })
  const secret = await ana.uploads(fixture('secreto.pdf'))
  const broken = await ana.uploads({ name: 'roto.pdf', bytes: `%PDF-1.7\n${'x'.repeat(500)}` })
  const photo = await ana.uploads(fixture('foto.jpg'))
  const link = await ana.links('https://faros.example/')
  expect(await readFileTexts(services)).toBe(true)
  const states = await Promise.all([scan, secret, broken, photo, link].map(({ id }) => stateOf(ana, id)))
  expect(states).toEqual(['scanned', 'encrypted', 'broken', 'none', null])
  const counts = { waiting: 0, text: 0, none: 1, scanned: 1, encrypted: 1, broken: 1, failed: 0 }
  expect(await textsOf(community)).toEqual(counts)
  expect(await titles(ana, 'escritura')).toEqual(['escritura.pdf'])
})

test('a word deep inside a long document is found, on its page', async () => {
  const { services, signIn } = await communityOfThisTest({ maxUploadBytes: 8 * 2 ** 20 })
  const ana = await signIn('Ana')
  const pages = Array.from({ length: 400 }, (_, n) => `pagina ${n} ${`palabra${n} `.repeat(30)}`)
  pages[389] = 'Aqui vive el basilisco'
  await ana.uploads({ name: 'bestiario.pdf', bytes: textPdf(pages) })
  const line = 'Una línea cualquiera de un cuaderno muy largo, de muchas páginas.\n'
  await ana.uploads({ name: 'cuaderno.txt', bytes: `${line.repeat(9000)}Y al final, un grifo.` })
  await readFileTexts(services)
  expect((await search(ana, 'basilisco'))[0]?.path).toContain('pagina=390&resaltar=basilisco')
  expect((await search(ana, 'grifo'))[0]?.excerpt).toMatch(/^… .*Y al final, un grifo\.$/)
})

test('a file that is deleted while it is being read is no fault, and those after it are read', async () => {
  const community = await communityOfThisTest()
  const { storage } = community.services
  const ana = await community.signIn('Ana')
  await ana.uploads({ name: 'primera.txt', bytes: 'la medusa' })
  const last = await ana.uploads({ name: 'segunda.txt', bytes: 'la sirena' })
  let deletion: Promise<unknown> | undefined
  const read: Storage['read'] = async (...args) => {
    deletion ??= ana.delete(`/files/${last.id}`).then(expectDone)
    await deletion
    return storage.read(...args)
  }
  const deleting: Storage = { ...storage, read }
  expect(await readFileTexts({ ...community.services, storage: deleting })).toBe(true)
  expect(community.log().filter(({ level }) => Number(level) >= 40)).toEqual([])
  expect(await titles(ana, 'sirena')).toEqual([])
  expect(await titles(ana, 'medusa')).toEqual(['primera.txt'])
})

test('people take turns: many files of one, each of which takes long, keep nobody else’s waiting', async () => {
  const community = await communityOfThisTest()
  const { storage } = community.services
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  const names = new Map<string, string>()
  const uploads = async (who: Person, name: string) => {
    const { id } = await who.uploads({ name, bytes: `contiene ${name}` })
    names.set(`${(await rowOf(community.db, 'files', { id })).bytes_key}`, name)
  }
  for (const name of ['b1.txt', 'b2.txt']) await uploads(bruno, name)
  for (const name of ['a1.txt', 'a2.txt', 'a3.txt', 'a4.txt']) await uploads(ana, name)
  const read: (string | undefined)[] = []
  const slow: Storage = {
    ...storage,
    read: async (key, ...more) => {
      read.push(names.get(key))
      if (read.length === 3) await uploads(bruno, 'b3.txt')
      community.advanceClock(minutes(2))
      return storage.read(key, ...more)
    },
  }
  expect(await readFileTexts({ ...community.services, storage: slow })).toBe(true)
  expect(read).toEqual(['a4.txt', 'b2.txt', 'a3.txt', 'b3.txt', 'a2.txt', 'b1.txt', 'a1.txt'])
})

test('when the archive is out of reach a file is read later, a few times, and after that no more', async () => {
  let isDown = true
  const community = await communityOfThisTest()
  const { signIn, advanceClock } = community
  const { storage } = community.services
  const failing: Storage = {
    ...storage,
    read: async (...args) => {
      if (isDown) throw new Error('out of reach')
      return storage.read(...args)
    },
  }
  const services = { ...community.services, storage: failing }
  const ana = await signIn('Ana')
  await ana.uploads({ name: 'primera.txt', bytes: 'la medusa' })
  await ana.uploads({ name: 'segunda.txt', bytes: 'la sirena' })
  // each run ends with the first fault
  expect(await readFileTexts(services)).toBe(false)
  expect(await readFileTexts(services)).toBe(false)
  expect(await readFileTexts(services)).toBe(true)
  expect(await textsOf(community)).toMatchObject({ waiting: 2, failed: 0 })
  isDown = false
  expect(await readFileTexts(services)).toBe(true)
  expect(await titles(ana, 'sirena')).toEqual([])
  advanceClock(minutes(1))
  expect(await readFileTexts(services)).toBe(true)
  expect(await titles(ana, 'sirena')).toEqual(['segunda.txt'])
  expect(await titles(ana, 'medusa')).toEqual(['primera.txt'])

  isDown = true
  await ana.uploads({ name: 'tercera.txt', bytes: 'la quimera' })
  for (let run = 0; run < 5; run++) {
    expect(await readFileTexts(services)).toBe(false)
    advanceClock(minutes(24 * 60))
  }
  expect(await readFileTexts(services)).toBe(false)
  expect(await readFileTexts(services)).toBe(true)
  isDown = false
  advanceClock(minutes(24 * 60))
  expect(await readFileTexts(services)).toBe(true)
  expect(await textsOf(community)).toMatchObject({ waiting: 0, text: 2, failed: 1 })
})

test('one process at a time reads, and a restored index has the texts of files again', async () => {
  const { services, signIn } = await communityOfThisTest()
  const ana = await signIn('Ana')
  for (const word of ['uno', 'dos', 'tres']) await ana.uploads({ name: `${word}.txt`, bytes: `contiene ${word}mil` })
  const both = [readFileTexts(services), readFileTexts(services)]
  expect((await Promise.all(both)).toSorted()).toEqual([false, true])
  expect(await titles(ana, 'tresmil')).toEqual(['tres.txt'])

  await services.db.deleteFrom('documents').execute()
  await changeRows(services.db, 'search_fills', { is_done: 0, last_at: null, last_id: null })
  expect(await titles(ana, 'tresmil')).toEqual([])
  expect(await fillIndex(services, { pauseRatio: 0 })).toBe(true)
  expect(await titles(ana, 'tresmil')).toEqual(['tres.txt'])
})
