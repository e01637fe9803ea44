// @databases both
// A folder of files into the archive, by the operator's command, beside the working server (DECISIONS §7).
import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { keptTables } from '../../../server/backups/snapshots/tables.ts'
import { isRoot } from '../../../tools/debian.ts'
import { namespace, withSmallFolder } from '../../support/disk/namespace.ts'
import { fixture } from '../../support/fixtures.ts'
import { type S3, startS3 } from '../../support/s3/server.ts'
import { archiveIn, hipatiasServer, signIn } from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { contentOf } from '../../support/server/database/content-of.ts'
import { addTo, folderOf, photograph, runImport } from '../../support/server/imports.ts'
import { expectDone, pagesOf } from '../../support/server/person.ts'
import { inDatabase, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()

let place: Awaited<ReturnType<typeof createLocation>>
/** On PostgreSQL the archive is in a bucket. */
let s3: S3 | undefined
let settings: Record<string, string>
let hipatia: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  place = await createLocation({ isEmpty: true })
  if (inject('postgresUrl') !== undefined) s3 = await startS3()
  const archive = s3 ? archiveIn(s3) : {}
  settings = { TIME_ZONE: 'America/Caracas', MAX_UPLOAD_MB: '2', ...archive }
  const { origin } = await servers.start(place, { ...hipatiasServer, ...archive })
  hipatia = await signIn(origin, 'Hipatia')
  for (const name of ['Ana', 'Bruno', 'Íñigo']) await hipatia.createsAccount(name)
})

afterAll(async () => {
  await s3?.stop()
  place.remove()
})

const bring = (folder: string, as: string, ...more: string[]) =>
  runImport(place, ['folder', folder, '--as', as, ...more], settings)

/** Files of a person in the archive, as its pages show them, by name. */
async function filesOf(name: string) {
  const pages = await pagesOf<ArchiveFile>(hipatia, '/files')
  return pages
    .flatMap(({ body }) => body)
    .filter((file) => file.uploaded_by === name)
    .sort((a, b) => (a.original_name < b.original_name ? -1 : 1))
}

const bytesOf = async (file: ArchiveFile | undefined) =>
  Buffer.from((await hipatia.fetchesBytes(file?.cloudinary_url ?? null)).bytes)

/** The tables of a snapshot: others say what the server does at the moment. */
const kept = () =>
  inDatabase(place, async (db) => {
    const content = await contentOf(db)
    return Object.fromEntries(keptTables.map((table) => [table, content[table]]))
  })

/** Lines of a report that don't depend on which file was read first. */
const tableOf = (lines: string[]) =>
  lines
    .slice(0, -1)
    .filter((line) => !/^ {2}\d{4}-\d\d-\d\d /.test(line))
    .toSorted()

describe('a folder', () => {
  test('comes into the archive as it lies on the disk: said beforehand, once, and what is new later', async () => {
    const wedding = await photograph({ DateTimeOriginal: '2019:07:14 18:30:00', OffsetTimeOriginal: '+02:00' })
    const folder = await folderOf({
      'suelta.txt': { bytes: 'sin carpeta', at: '2011-01-02T03:04:05Z' },
      'Boda de Ana/IMG_1.jpg': wedding,
      'Boda de Ana/tarta/IMG_2.jpg': await photograph({ DateTimeOriginal: '2018:07:14 18:30:00' }, 'red'),
      'BODA DE ANA/notas.txt': 'mesa tres',
      'Mu\u0301sica/canción.txt': 'la primera',
      'M\u00fasica/otra.txt': 'la segunda',
      'Verano 🌞/señal  de «tráfico» (1).txt': 'dos espacios',
      'Verano 🌞/n\u0303andu\u0301.txt': 'compuesto',
      'Verano 🌞/copia.jpg': wedding,
      'Verano 🌞/mala fecha.jpg': await photograph({ DateTimeOriginal: '2018:13:40 18:30:00' }, 'blue'),
      'Verano 🌞/de mañana.txt': { bytes: 'con el reloj adelantado', at: '2100-01-01T00:00:00Z' },
      ...{ '.oculta/secreto.txt': 'x', 'Verano 🌞/.DS_Store': 'x', 'Thumbs.db': 'x', 'desktop.ini': 'x' },
      'Verano 🌞/vacío.txt': '',
      'Verano 🌞/película.bin': new Uint8Array(2 * 2 ** 20 + 1),
    })
    symlinkSync('/etc/hostname', join(folder, 'Verano 🌞/enlace.txt'))
    symlinkSync(folder, join(folder, 'bucle'))

    const before = await kept()
    const planned = await bring(folder, 'ana', '--dry-run')
    expect(planned).toMatchObject({
      code: 1,
      last: 'import dry-run: 0 messages, 0 posts, 0 comments, 10 files, 8 left out',
    })
    expect(await kept()).toEqual(before)

    const done = await bring(folder, 'ana')
    expect(done).toMatchObject({ code: 1, last: 'import 1: 0 messages, 0 posts, 0 comments, 10 files, 8 left out' })
    expect(tableOf(done.lines)).toEqual(tableOf(planned.lines))
    for (const { lines, text } of [planned, done]) {
      expect(text).toMatch(/^files +10 {3}and 1 that are here already$/m)
      expect(lines.slice(lines.indexOf('years'), lines.indexOf('people') + 2)).toEqual([
        'years',
        ...['  2011          1', '  2018          1', '  2019          1', '  2023          6'],
        `  ${new Date().getFullYear()}          1`,
        ...['people', '         10  Ana  (member Ana)'],
      ])
      expect(lines.slice(lines.indexOf('first files') + 1)[4]).toMatch(/^ {2}\d{4}-\d\d-\d\d Ana: \S/)
      expect(lines.slice(lines.indexOf('first files') + 1)[5]).toMatch(/^left out, /)
      for (const part of [
        'left out, 4: a file of the system, or a hidden one\n',
        '  .oculta\n',
        '  Verano 🌞/.DS_Store\n',
        'left out, 2: a link to somewhere else\n',
        '  bucle\n',
        '  Verano 🌞/enlace.txt\n',
        'left out, 1: the file is empty\n  Verano 🌞/vacío.txt\n',
        'left out, 1: the file is larger than 2 MB (MAX_UPLOAD_MB)\n  Verano 🌞/película.bin\n',
      ])
        expect(`${text}\n`).toContain(part)
    }

    const files = await filesOf('Ana')
    expect(
      files
        .filter(({ original_name }) => !['IMG_1.jpg', 'copia.jpg', 'de mañana.txt'].includes(original_name))
        .map(({ original_name, category_name, uploaded_at }) => [original_name, category_name, uploaded_at]),
    ).toEqual([
      ['IMG_2.jpg', 'Boda de Ana', '2018-07-14T22:30:00.000Z'],
      ['canción.txt', 'Música', '2023-05-06T07:08:09.000Z'],
      ['mala fecha.jpg', 'Verano 🌞', '2023-05-06T07:08:09.000Z'],
      ['notas.txt', 'Boda de Ana', '2023-05-06T07:08:09.000Z'],
      ['otra.txt', 'Música', '2023-05-06T07:08:09.000Z'],
      ['señal  de «tráfico» (1).txt', 'Verano 🌞', '2023-05-06T07:08:09.000Z'],
      ['suelta.txt', null, '2011-01-02T03:04:05.000Z'],
      ['ñandú.txt', 'Verano 🌞', '2023-05-06T07:08:09.000Z'],
    ])
    const [same] = files.filter(({ original_name }) => /^(IMG_1|copia)\.jpg$/.test(original_name))
    expect(same).toMatchObject({ uploaded_at: '2019-07-14T16:30:00.000Z', file_type: 'image/jpeg', uploaded_by: 'Ana' })
    expect((await bytesOf(same)).equals(wedding)).toBe(true)
    const early = files.find(({ original_name }) => original_name === 'de mañana.txt')
    expect(Date.parse(early?.uploaded_at ?? '')).toBeLessThanOrEqual(Date.now())

    const again = await bring(folder, 'Ana')
    expect(again).toMatchObject({ code: 1, last: 'import 2: 0 messages, 0 posts, 0 comments, 0 files, 8 left out' })
    expect(again.text).toMatch(/^files +0 {3}and 11 that are here already$/m)
    addTo(folder, { 'Verano 🌞/nueva.txt': 'de otro día', 'Otoño/hoja.txt': 'amarilla' })
    renameSync(join(folder, 'Verano 🌞'), join(folder, 'El verano'))
    expect(await bring(folder, 'Ana')).toMatchObject({
      last: 'import 3: 0 messages, 0 posts, 0 comments, 2 files, 8 left out',
    })
    expect((await filesOf('Ana')).map(({ original_name }) => original_name)).toEqual(
      expect.arrayContaining(['nueva.txt', 'hoja.txt']),
    )
    expect(await filesOf('Ana')).toHaveLength(12)
  })

  test('that holds no more than files ends with 0, also one with files of the system', async () => {
    const folder = await folderOf({ 'foto.jpg': fixture('foto.jpg').bytes, '.DS_Store': 'x' })
    const done = await bring(folder, 'Íñigo')
    expect(done.code).toBe(0)
    expect(done.last).toMatch(/^import \d+: 0 messages, 0 posts, 0 comments, 1 files, 1 left out$/)
    expect((await filesOf('Íñigo')).map(({ uploaded_at }) => uploaded_at.slice(0, 4))).toEqual(['2024'])
  })

  test('doesn’t bring back what a person has deleted since', async () => {
    const folder = await folderOf({ 'para borrar.txt': 'fuera' })
    expect(await bring(folder, 'Íñigo')).toMatchObject({ code: 0 })
    const file = (await filesOf('Íñigo')).find(({ original_name }) => original_name === 'para borrar.txt')
    expectDone(await hipatia.delete(`/files/${file?.id}`))
    const again = await bring(folder, 'Íñigo')
    expect(again).toMatchObject({ code: 1, last: expect.stringMatching(/ 0 files, 1 left out$/) })
    expect(again.text).toContain('left out, 1: it was brought before, and deleted since\n  para borrar.txt')
  })

  test('comes up to the quota of its member, and says so beforehand; an administrator has none', async () => {
    const files = Object.fromEntries([1, 2, 3].map((n) => [`${n}.bin`, new Uint8Array(2 ** 20 / 2).fill(n)]))
    const folder = await folderOf(files)
    settings = { ...settings, QUOTA_MB: '1' }
    for (const words of [['--dry-run'], []]) {
      const { code, last, text } = await bring(folder, 'Bruno', ...words)
      expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/ 2 files, 1 left out$/) })
      expect(text).toMatch(/left out, 1: it doesn’t fit into the quota of its member \(QUOTA_MB\)\n {2}\d\.bin/)
    }
    const others = await folderOf({
      '4.bin': new Uint8Array(2 ** 20).fill(4),
      '5.bin': new Uint8Array(2 ** 20).fill(5),
    })
    expect(await bring(others, 'Hipatia')).toMatchObject({ code: 0 })
  })
})

describe('a folder is refused', () => {
  const expectRefused = async (words: string[], reason: string) =>
    expect(await runImport(place, words, settings)).toMatchObject({
      code: 1,
      text: '',
      stderr: expect.stringContaining(reason),
    })

  test('without a member, as somebody unknown, or if it can’t be read', async () => {
    const folder = await folderOf({ 'a.txt': 'a' })
    await expectRefused(['folder', folder], 'import folder takes --as NAME')
    await expectRefused(['folder', folder, '--as', 'Nadie'], 'There is no account named "Nadie".')
    await expectRefused(['folder', join(folder, 'otra'), '--as', 'Ana'], 'otra" can\'t be read (ENOENT')
    await expectRefused(['folder', join(folder, 'a.txt'), '--as', 'Ana'], 'a.txt" can\'t be read (ENOTDIR')
    for (const words of [['folder'], ['folder', folder, folder, '--as', 'Ana'], ['carpeta', folder], []])
      await expectRefused(words, 'npm run admin -- import folder DIR --as NAME')
    await expectRefused(['folder', folder, '--as', 'Ana', '--people', 'x'], 'Usage:')
    await expectRefused(['folder', folder, '--como', 'Ana'], "Unknown option '--como'")
  })

  test('in its parts that can’t be read, which it lists', async () => {
    const folder = await folderOf({ 'a.txt': 'se lee', 'b.txt': 'no se lee', 'c/d.txt': 'tampoco' })
    chmodSync(join(folder, 'b.txt'), 0)
    chmodSync(join(folder, 'c'), 0)
    mkdirSync(join(folder, 'vacía'))
    // without the right of root to read all
    const prefix = !isRoot
      ? []
      : ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search']
    const { code, stdout } = await run('admin', ['import', 'folder', folder, '--as', 'Ana'], place, settings, prefix)
      .ended
    expect(code).toBe(1)
    expect(stdout).toMatch(/^import \d+: 0 messages, 0 posts, 0 comments, 1 files, 2 left out\n$/m)
    expect(stdout).toContain('it can’t be read (EACCES)\n  b.txt')
    expect(stdout).toContain('it can’t be read\n  c/')
  })

  if (namespace)
    test('by a full disk, with a clear line; with more space it goes on', async () => {
      const folder = await folderOf(
        Object.fromEntries([...'abcdef'].map((name) => [`${name}.bin`, Buffer.alloc(2 ** 20, name)])),
      )
      const words = ['import', 'folder', folder, '--as', 'Hipatia']
      const onSmallDisk = withSmallFolder(join(place.dataDir, 'files'), 3000)
      const { code, stdout, stderr } = await run('admin', words, place, settings, onSmallDisk).ended
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/the disk has too little space|ENOSPC/)
      expect(stderr).not.toMatch(/^ +at /m)
      const list = await runImport(place, ['list'], settings)
      const [, id] = /^(\d+) {2}\S+ {2}folder "fotos" {2}not ended$/.exec(list.lines[0] ?? '') ?? []
      expect(await runImport(place, ['list', `${id}`], settings)).toMatchObject({
        text: 'It has not ended: import the same again, and it goes on.',
      })
      expect(await bring(folder, 'Hipatia')).toMatchObject({
        code: 0,
        last: `import ${id}: 0 messages, 0 posts, 0 comments, 6 files, 0 left out`,
      })
    })
})
