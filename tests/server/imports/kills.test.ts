// @databases both
// An import that is killed at any moment goes on when it is begun again, and is equal to one that nobody killed.
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { countRows } from '../../../server/db/count.ts'
import { type OpenDatabase, openDatabase } from '../../../server/db/db.ts'
import { sweep } from '../../../server/files/sweep.ts'
import { measureAll } from '../../../server/storage/bytes.ts'
import { openStorage } from '../../../server/storage/open.ts'
import { inFull } from '../../support/in-full.ts'
import { type S3, startS3 } from '../../support/s3/server.ts'
import { archiveIn, filesBelow, newStore } from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { contentOf as rowsOfAllTables } from '../../support/server/database/content-of.ts'
import { insertRows, newUser, rowsOf } from '../../support/server/database/rows.ts'
import { folderOf, photograph, runImport } from '../../support/server/imports.ts'
import { makeZip } from '../../support/server/make-zip.ts'
import { environmentOf, run } from '../../support/server/processes/server-process.ts'
import { attachment, category, comment, exported, item, meta } from './wordpress/export.ts'

const kills = inFull(100, 3)

interface Community extends OpenDatabase {
  place: Awaited<ReturnType<typeof createLocation>>
  /** On PostgreSQL the archive is in a bucket. */
  s3: S3 | undefined
  settings: Record<string, string>
}

async function openCommunity(): Promise<Community> {
  const place = await createLocation()
  onTestFinished(place.remove)
  const s3 = inject('postgresUrl') === undefined ? undefined : await startS3()
  if (s3) onTestFinished(s3.stop)
  const opened = await openDatabase(place, { alone: false })
  onTestFinished(opened.close)
  await insertRows(opened.db, 'users', [newUser('Ana'), newUser('Carla')])
  return { ...opened, place, s3, settings: s3 ? archiveIn(s3) : {} }
}

const numbered = (count: number) => [...Array(count).keys()]
const two = (number: number) => `${number}`.padStart(2, '0')

/** Bytes of its own for each number: a small picture, or some kilobytes of text. */
async function bytesOf(name: string, n: number) {
  if (/\.jpg$/.test(name)) return photograph({}, `hsl(${6 * n}, 80%, 40%)`)
  return `${n} `.repeat(2000)
}

async function exportOfWhatsApp() {
  const names = numbered(15).map((n) => (n % 3 === 0 ? `IMG-20221231-WA00${two(n)}.jpg` : `Acta ${n}.txt`))
  const words = (n: number) => {
    if (n % 10 === 3) return `${names[Math.floor(n / 10)]} (archivo adjunto)\nLo de la página ${n}`
    if (n % 10 === 5) return `¿Vienes, @\u2068${n % 20 === 5 ? 'Carla' : 'Bruno'}\u2069?`
    if (n === 76) return 'palabra '.repeat(1500).trim()
    if (n === 98) return 'perdida.jpg (archivo adjunto)'
    return n % 10 === 9 ? '<Multimedia omitido>' : `Palabras del día ${n}\n*más* ${'ñ'.repeat(n % 90)}`
  }
  // three in each minute
  const lines = numbered(150).map((n) => {
    const time = `${two(11 + Math.floor(n / 180))}:${two(Math.floor(n / 3) % 60)}`
    return `31/12/22, ${time} - ${['Ana', 'Bruno', '~Delia'][n % 3]}: ${words(n)}`
  })
  // the last one is an earlier one again
  const files = names.map(async (name, n) => [name, await bytesOf(name, n === 14 ? 1 : n)])
  const path = join(await newStore(), 'Chat de WhatsApp con Coro.zip')
  writeFileSync(
    path,
    await makeZip({
      'Chat de WhatsApp con Coro.txt': lines.join('\n'),
      ...Object.fromEntries(await Promise.all(files)),
    }),
  )
  return ['whatsapp', path]
}

async function exportOfWordPress() {
  const paths = numbered(15).map((n) => `2019/0${(n % 9) + 1}/${n % 3 === 2 ? `acta ${n}.txt` : `faro ${n}.jpg`}`)
  const addressOf = (path = '') => encodeURI(`https://blog.example/wp-content/uploads/${path}`)
  const attachments = paths.map((path, n) => attachment(101 + n, path, { parent: n + 1 }))
  const posts = numbered(40).map((n) => {
    const path = paths[n % 16]
    const picture = path?.endsWith('.jpg') ? `<img class="wp-image-${101 + (n % 16)}" src="${addressOf(path)}">` : ''
    const linked = path?.endsWith('.txt') ? `<a href="${addressOf(path)}">el acta</a>` : ''
    const neighbours = [n, n + 2].map((id) => `<a href="https://blog.example/${id}/">entrada ${id}</a>`)
    const answers = numbered(n % 4).map((m) =>
      comment(1000 + 10 * n + m, ['Ana', 'Leo', ''][m] ?? '', `Comentario ${m} sobre ${n}`, {
        parent: m === 0 ? 0 : 1000 + 10 * n + m - 1,
        approved: n % 7 === 3 && m === 2 ? '0' : '1',
      }),
    )
    return item({
      id: n + 1,
      title: `Entrada ${n + 1}`,
      status: n % 9 === 8 ? 'private' : 'publish',
      date: `2019-05-${two((n % 20) + 1)} 10:00:00`,
      html: `<p>Lo del día ${n}.</p>\n${picture}${linked}\n<p>${neighbours.join(' y ')}</p>`,
      more: `${category(`Tema ${n % 5}`)}${meta('_thumbnail_id', `${101 + (n % 15)}`)}${answers.join('')}`,
    })
  })
  const files = paths.map(async (path, n) => [path, await bytesOf(path, n)])
  const uploads = await folderOf(Object.fromEntries(await Promise.all(files.slice(1))))
  const path = join(await newStore(), 'blog.xml')
  writeFileSync(path, exported(...attachments, ...posts))
  return ['wordpress', path, '--uploads', uploads]
}

async function exportOfFolder() {
  const paths = numbered(60).map((n) => `${n % 7}/${n % 5 === 2 ? `faro ${n}.jpg` : `archivo ${n}.txt`}`)
  const files = paths.map(async (path, n) => [path, await bytesOf(path, n)])
  const all = { ...Object.fromEntries(await Promise.all(files)), 'otra vez.txt': '3 '.repeat(2000), 'vacío.txt': '' }
  return ['folder', await folderOf(all), '--as', 'Ana']
}

/** Keys of all bytes of the archive. */
function storedKeys({ place, s3 }: Community) {
  const files = filesBelow(join(place.dataDir, 'files')).filter((path) => !path.includes('/incoming/'))
  return [...(s3?.objects.keys() ?? files)].map((path) => basename(path)).toSorted()
}

/** Tables with rows of the runs themselves. */
const ofRuns = new Set(['audit_events', 'imports', 'secrets'])
/** A count that a trigger keeps, also of a category that is gone. */
const isCountOfNone = (row: string) => row.includes('"published":0')

/** All rows that things have, with names in place of their ids and keys, and without the moments of this test. */
async function contentOf({ db }: Community, begunAt: number) {
  const names = new Map<string | null, string>()
  for (const { id, name } of await rowsOf(db, 'users')) names.set(id, `person ${name}`)
  for (const { id, name } of await rowsOf(db, 'categories')) names.set(id, `category ${name}`)
  for (const { id, title } of await rowsOf(db, 'posts')) names.set(id, `post ${title}`)
  for (const { id, content } of await rowsOf(db, 'comments')) names.set(id, `comment ${content}`)
  for (const { id, seq } of await rowsOf(db, 'chat_messages')) names.set(id, `message ${seq}`)
  for (const { id, original_name: name, bytes_key } of await rowsOf(db, 'files'))
    names.set(id, `file ${name}`).set(bytes_key, `bytes of ${name}`)
  const named = (row: string) =>
    row
      .replace(/\b[0-9a-f]{32}\b/g, (id) => names.get(id) ?? 'nothing')
      .replace(/\b\d{13}\b/g, (moment) => (Number(moment) < begunAt ? moment : 'now'))
  return Object.fromEntries(
    Object.entries(await rowsOfAllTables(db))
      .filter(([table]) => !ofRuns.has(table))
      .map(([table, rows]) => [
        table,
        rows
          .filter((row) => !isCountOfNone(row))
          .map(named)
          .toSorted(),
      ]),
  )
}

/** Sweeps as a server does when it starts; then each stored key belongs to a row, and has the bytes that it says. */
async function expectWholeFiles(community: Community) {
  const { db, place, settings } = community
  const { storage, incoming } = await openStorage(readConfig(environmentOf(place, settings)))
  await sweep({ db, now: Date.now, storage, incoming, log: { warn() {} } }, { alone: true })
  const files = await rowsOf(db, 'files')
  expect(storedKeys(community)).toEqual(files.map(({ bytes_key }) => bytes_key).toSorted())
  for (const { bytes_key, sha256, file_size } of files) {
    const bytes = await storage.read(bytes_key ?? '')
    expect(bytes && (await measureAll(bytes))).toEqual({ sha256, size: file_size })
  }
  expect(await rowsOf(db, 'pending_blobs')).toEqual([])
  expect(await incoming.list()).toEqual([])
}

/** Lines of a report, but for the first of each kind: files come as the disk gives them. */
const countsIn = (report: string) =>
  report
    .split('\n')
    .filter((line) => !/^ {2}\d{4}-\d\d-\d\d /.test(line))
    .toSorted()

test.for([
  ['a chat of WhatsApp', exportOfWhatsApp, '150 messages, 0 posts, 0 comments, 14 files, 16 left out'],
  ['a blog of WordPress', exportOfWordPress, '0 messages, 40 posts, 58 comments, 14 files, 10 left out'],
  ['a folder', exportOfFolder, '0 messages, 0 posts, 0 comments, 60 files, 1 left out'],
] as const)('%s that is killed again and again', { timeout: inFull(1_800_000, 180_000) }, async ([, make, brings]) => {
  const community = await openCommunity()
  const { db, place, settings } = community
  const words = await make()
  const begunAt = Date.now()
  const before = await contentOf(community, begunAt)
  const begin = () => run('admin', ['import', ...words], place, settings)
  const readRun = async () => (await rowsOf(db, 'imports'))[0]
  const countStored = () => countRows(db.selectFrom('imported'))
  async function durationOfRun() {
    const { started_at = 0, ended_at } = (await readRun()) ?? {}
    return (ended_at ?? 0) - started_at
  }
  /** As after half a minute. */
  const release = () => db.deleteFrom('leases').execute()

  /** Takes the run back: nothing of it is left, and the next one has its number. */
  async function undo() {
    await release()
    expect(await runImport(place, ['undo', '1'], settings)).toMatchObject({ code: 0 })
    expect(storedKeys(community)).toEqual([])
    await db.deleteFrom('imports').execute()
    expect(await contentOf(community, begunAt)).toEqual(before)
  }

  const whole = await begin().ended
  expect(whole.stdout).toContain(`\nimport 1: ${brings}\n`)
  await expectWholeFiles(community)
  const expected = await contentOf(community, begunAt)
  const stored = await countStored()
  let duration = await durationOfRun()
  await undo()

  let [killed, late] = [0, 0]
  while (killed < kills) {
    // from the first moments to the last, by turns those of the clock and of what is stored
    const share = ((killed + 0.5) / kills) * 0.8 ** late
    const command = begin()
    let hasEnded = false
    void command.ended.then(() => {
      hasEnded = true
    })
    async function isDue() {
      const { started_at } = (await readRun()) ?? {}
      if (started_at === undefined) return hasEnded
      const isReached =
        killed % 2 === 0 ? Date.now() - started_at >= share * duration : (await countStored()) >= share * stored
      return isReached || hasEnded
    }
    await expect.poll(isDue, { interval: 1, timeout: 60_000 }).toBe(true)
    command.kill('SIGKILL')
    await command.ended
    if ((await readRun())?.ended_at !== null) {
      // on a busy machine it may end first: once more, a little earlier
      late++
      duration = await durationOfRun()
      await undo()
      continue
    }
    killed++
    late = 0
    if (killed === 1) expect((await runImport(place, words, settings)).stderr).toContain('another import is running')
    await release()
    const { code, text } = await runImport(place, words, settings)
    expect({ code, report: countsIn(text) }).toEqual({ code: whole.code, report: countsIn(whole.stdout.trimEnd()) })
    expect(await rowsOf(db, 'imports')).toMatchObject([{ id: 1, ended_at: expect.any(Number) }])
    await expectWholeFiles(community)
    expect(await contentOf(community, begunAt)).toEqual(expected)
    await undo()
  }
})
