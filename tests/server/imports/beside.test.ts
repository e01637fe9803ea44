// @databases both
// Imports beside a working server, and the things that they brought in all that is done with things.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Hit } from '../../../contract/search.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { type S3, startS3 } from '../../support/s3/server.ts'
import {
  archiveIn,
  backup,
  command,
  commandLine,
  filesBelow,
  hipatiasServer,
  newStore,
  signIn,
} from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { contentOf } from '../../support/server/database/content-of.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import {
  type Blog,
  blogImport,
  bring,
  folderOf,
  importFolder,
  runImport,
  withServices,
} from '../../support/server/imports.ts'
import { expectDone, passwordOf } from '../../support/server/person.ts'
import {
  inDatabase,
  locationOfThisTest,
  run,
  serversOfThisFile,
} from '../../support/server/processes/server-process.ts'
import { readZip } from '../../support/server/zip.ts'

const servers = serversOfThisFile()

let place: Awaited<ReturnType<typeof createLocation>>
/** On PostgreSQL the archive is in a bucket. */
let s3: S3 | undefined
let archive: Record<string, string>
let ana: Awaited<ReturnType<typeof signIn>>

const blog: Blog = {
  posts: { 'El astrolabio de Ana': { by: 'Ana', category: 'Cosas' }, 'El astrolabio de Urraca': { by: 'Urraca' } },
  comments: { 'Un astrolabio que comenta Ana': { by: 'Ana', on: 'El astrolabio de Urraca' } },
  messages: { 'Ana dice astrolabio': 'Ana', 'Urraca dice astrolabio': 'Urraca' },
}

beforeAll(async () => {
  place = await createLocation({ isEmpty: true })
  if (inject('postgresUrl') !== undefined) s3 = await startS3()
  archive = s3 ? archiveIn(s3) : {}
  const { origin } = await servers.start(place, { ...hipatiasServer, ...archive })
  const hipatia = await signIn(origin, 'Hipatia')
  await hipatia.createsAccount('Ana')
  ana = await signIn(origin, 'Ana')
})

afterAll(async () => {
  await s3?.stop()
  place.remove()
})

test('while one import runs a second one says so, and uploads of the server go on', async () => {
  const folder = await folderOf(
    Object.fromEntries([...Array(300).keys()].map((n) => [`muchos/${n}.txt`, `archivo ${n} `.repeat(2000)])),
  )
  const long = run('admin', ['import', 'folder', folder, '--as', 'Ana'], place, archive)
  servers.stopAtEnd(long)
  const countFiles = () => inDatabase(place, async (db) => (await rowsOf(db, 'imported')).length)
  await expect.poll(countFiles, { interval: 10, timeout: 60_000 }).toBeGreaterThan(0)
  const other = await runImport(place, ['folder', await folderOf({ 'a.txt': 'a' }), '--as', 'Ana'], archive)
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('another import is running: wait for its end'),
  })
  expect(await runImport(place, ['undo', '1'], archive)).toMatchObject({ code: 1, text: '' })
  const uploaded = await ana.uploads({ name: 'mientras tanto.txt', bytes: 'una subida' })
  expect(await countFiles()).toBeLessThan(301)
  expect(await long.ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^import 1: .* 300 files, 0 left out\n$/m),
  })
  expectDone(await ana.get<ArchiveFile>(`/files/${uploaded.id}`))
  expect(await importFolder(place, await folderOf({ 'a.txt': 'a' }), 'Ana', archive)).toBe(2)
})

test('imported things are found, exported, taken away, and restored from a snapshot', {
  timeout: 120_000,
}, async () => {
  const folder = await folderOf({ 'Cosas/astrolabio.txt': 'Para mirar las estrellas.', 'Cosas/foto.txt': 'otra' })
  await importFolder(place, folder, 'Ana', archive)
  await withServices(place, archive, async (services) => {
    await bring({ services } as Parameters<typeof bring>[0], blogImport(blog))
    await fillIndex({ ...services, log: { info() {} } as never }, { pauseRatio: 0 })
  })
  const hits = async (q: string) =>
    expectDone(await ana.get<Hit[]>(`/search?q=${q}&limit=100`))
      .map(({ kind }) => kind)
      .toSorted()
  expect(await hits('astrolabio')).toEqual(['comment', 'file', 'message', 'message', 'post', 'post'])

  const { url } = expectDone(await ana.post<{ url: string }>('/account/export', { password: passwordOf('Ana') }))
  const zip = await readZip((await ana.fetchesBytes(url)).bytes)
  expect(zip.paths.filter((path) => /astrolabio/.test(path))).toEqual([
    'archivos/astrolabio.txt',
    ...['html', 'md'].map((ending) => `posts/2014-05-06 El astrolabio de Ana.${ending}`),
  ])
  expect(zip.text('mensajes.json')).toContain('Ana dice astrolabio')
  expect(zip.text('mensajes.json')).not.toContain('Urraca')
  expect(zip.text('comentarios.json')).toContain('Un astrolabio que comenta Ana')

  const copy = join(await newStore(), 'copia')
  expect(await run('admin', ['export', copy], place, archive).ended).toMatchObject({ code: 0 })
  const read = (path: string) => readFileSync(join(copy, path), 'utf8')
  expect(read('chat/2014-05.html')).toMatch(/Ana dice astrolabio[\s\S]*Urraca dice astrolabio/)
  expect(read('autores/urraca.html')).toContain('El astrolabio de Urraca')
  expect(read('archivo/cosas/astrolabio.txt')).toBe('Para mirar las estrellas.')
  expect(filesBelow(join(copy, 'posts')).filter((path) => /2014-05-06-el-astrolabio.*html$/.test(path))).toHaveLength(2)

  const tables = async (where: DatabaseLocation) => {
    const { imports, imported, posts, comments, chat_messages, files, categories } = await inDatabase(where, contentOf)
    return { imports, imported, posts, comments, chat_messages, files, categories }
  }
  const before = await tables(place)
  const store = await newStore()
  const name = await backup(place, { ...archive, BACKUP_TO: store })
  const target = await locationOfThisTest()
  expect(await command(target, `restore ${name}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
  expect(await tables(target)).toEqual(before)
  expect((await commandLine(target, 'files check')).lines).toEqual([
    `${before.files?.length} files checked: 0 missing, 0 damaged; 0 orphaned`,
  ])
  expect((await runImport(target, ['folder', folder, '--as', 'Ana'])).last).toMatch(/ 0 files, 0 left out$/)
  expect(await runImport(target, ['undo', '3'])).toMatchObject({ code: 0, text: 'import 3 undone: 2 removed, 0 kept' })
})
