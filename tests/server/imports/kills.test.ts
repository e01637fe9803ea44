// @databases both
// An import that is killed at any moment goes on when it is begun again, and is equal to one that nobody killed.
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { openDatabase } from '../../../server/db/db.ts'
import type { Db } from '../../../server/db/schema.ts'
import { sweep } from '../../../server/files/sweep.ts'
import { openStorage } from '../../../server/storage/open.ts'
import { inFull } from '../../support/in-full.ts'
import { type S3, startS3 } from '../../support/s3/server.ts'
import { archiveIn, filesBelow } from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { insertRows, newUser, rowsOf } from '../../support/server/database/rows.ts'
import { folderOf, runImport } from '../../support/server/imports.ts'
import { environmentOf, inDatabase, run } from '../../support/server/processes/server-process.ts'

const fileCount = 60
const kills = inFull(100, 8)

let place: Awaited<ReturnType<typeof createLocation>>
/** On PostgreSQL the archive is in a bucket. */
let s3: S3 | undefined
let settings: Record<string, string>

beforeAll(async () => {
  place = await createLocation()
  if (inject('postgresUrl') !== undefined) s3 = await startS3()
  settings = s3 ? archiveIn(s3) : {}
  await inDatabase(place, (db) => insertRows(db, 'users', [newUser('Ana')]))
})

afterAll(async () => {
  await s3?.stop()
  place.remove()
})

/** Keys of all bytes of the archive. */
function storedKeys() {
  const files = filesBelow(join(place.dataDir, 'files')).filter((path) => !path.includes('/incoming/'))
  return [...(s3?.objects.keys() ?? files)].map((path) => basename(path))
}

/** All that an import leaves, without the ids and keys that it chose. */
async function contentOf(db: Db) {
  const categories = await rowsOf(db, 'categories')
  const files = await rowsOf(db, 'files')
  const imported = await rowsOf(db, 'imported')
  const nameOf = (id: string | null) => categories.find((category) => category.id === id)?.name
  const fileOf = (id: string) => files.find((file) => file.id === id)?.original_name ?? nameOf(id)
  return {
    categories: categories.map(({ name }) => name).toSorted(),
    files: files
      .map(({ original_name, sha256, file_size, uploaded_at, category_id }) => [
        ...[original_name, sha256, file_size, uploaded_at, nameOf(category_id)],
      ])
      .toSorted((one, other) => (`${one[0]}` < `${other[0]}` ? -1 : 1)),
    imported: imported
      .map(({ kind, source, thing_id }) => `${kind} ${kind === 'category' ? '' : source} ${fileOf(thing_id)}`)
      .toSorted(),
  }
}

/** Sweeps as a server does when it starts; then each stored key belongs to a row. */
async function expectNothingLeft() {
  const { db, close } = await openDatabase(place, { alone: false })
  try {
    const { storage, incoming } = await openStorage(readConfig(environmentOf(place, settings)))
    await sweep({ db, now: Date.now, storage, incoming, log: { warn() {} } }, { alone: true })
    const keys = (await rowsOf(db, 'files')).map(({ bytes_key }) => bytes_key)
    expect(storedKeys().toSorted()).toEqual(keys.toSorted())
    expect(await rowsOf(db, 'pending_blobs')).toEqual([])
    expect(await incoming.list()).toEqual([])
  } finally {
    await close()
  }
}

test('an import of a folder that is killed again and again', { timeout: inFull(1_200_000, 180_000) }, async () => {
  const numbered = [...Array(fileCount).keys()]
  const folder = await folderOf({
    ...Object.fromEntries(numbered.map((n) => [`${n % 7}/archivo ${n}.txt`, `${n} `.repeat(5000)])),
    'otra vez.txt': '3 '.repeat(5000),
    'vacío.txt': '',
  })
  const words = ['folder', folder, '--as', 'Ana']
  const whole = await runImport(place, words, settings)
  const expectedLine = (id: number) => `import ${id}: 0 messages, 0 posts, 0 comments, ${fileCount} files, 1 left out`
  expect(whole.last).toBe(expectedLine(1))
  const expected = await inDatabase(place, contentOf)
  await expectNothingLeft()
  expect(await runImport(place, ['undo', '1'], settings)).toMatchObject({ code: 0 })
  expect(storedKeys()).toEqual([])

  let killed = 0
  for (let id = 2; killed < kills; id++) {
    // from the first moments to the last file
    const stored = Math.floor((killed * fileCount) / kills)
    const command = run('admin', ['import', ...words], place, settings)
    let hasEnded = false
    void command.ended.then(() => {
      hasEnded = true
    })
    const isDue = () => hasEnded || storedKeys().length > stored
    await expect.poll(isDue, { interval: 1, timeout: 60_000 }).toBe(true)
    command.kill('SIGKILL')
    const { signal } = await command.ended
    if (signal !== 'SIGKILL') {
      // on a busy machine it may end first: once more
      await inDatabase(place, (db) => db.deleteFrom('leases').execute())
      expect(await runImport(place, ['undo', `${id}`], settings)).toMatchObject({ code: 0 })
      continue
    }
    killed++
    if (killed === 1) expect((await runImport(place, words, settings)).stderr).toContain('another import is running')
    // half a minute later
    await inDatabase(place, (db) => db.deleteFrom('leases').execute())
    const resumed = await runImport(place, words, settings)
    expect(resumed.last).toBe(expectedLine(id))
    expect(resumed.lines.slice(0, 3)).toEqual(whole.lines.slice(0, 3))
    expect(await inDatabase(place, contentOf)).toEqual(expected)
    await expectNothingLeft()
    expect(await runImport(place, ['undo', `${id}`], settings)).toMatchObject({ code: 0 })
    expect(storedKeys()).toEqual([])
    expect(await inDatabase(place, (db) => rowsOf(db, 'imported'))).toEqual([])
  }
})
