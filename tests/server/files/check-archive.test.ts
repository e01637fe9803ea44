// `npm run admin -- files check`: missing, damaged and orphaned files of the archive.
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { checkFiles } from '../../../server/files/check-archive.ts'
import { newId } from '../../../server/ids.ts'
import { StorageUnavailable } from '../../../server/storage/storage.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
import { rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { put } from '../../support/server/storage/storage.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun() })
const { db, services } = community
const { storage } = services
const { read, list } = storage
const ana = await community.signIn('Ana')

const check = () => checkFiles(services)
const keyOf = async ({ id }: ArchiveFile) => `${(await rowOf(db, 'files', { id })).bytes_key}`

beforeEach(async () => {
  Object.assign(storage, { read, list })
  for (const { id } of await rowsOf(db, 'files')) await ana.delete(`/files/${id}`)
})

test('the check of an intact archive reports nothing, with smaller versions of pictures and links', async () => {
  const photo = await ana.uploads(fixture('foto.jpg'))
  await ana.post('/files/url', { url: 'https://biblioteca.example/' })
  // 503 until the smaller versions are made, which takes long on a busy machine
  await expect.poll(async () => (await fetch(community.origin + photo.thumb_url)).status).toBe(200)
  expect((await community.storedKeys()).length).toBeGreaterThan(1)
  expect(await check()).toEqual({ checked: 1, missing: [], damaged: [], orphaned: [] })
})

test('the check reports missing, changed, truncated and orphaned files', async () => {
  const file = (name: string) => ana.uploads({ name, bytes: 'El faro' })
  const lost = await file('perdido.txt')
  const changed = await file('cambiado.txt')
  const cut = await file('cortado.txt')
  await file('entero.txt')
  await storage.delete(await keyOf(lost))
  await put(storage, await keyOf(changed), 'El Faro')
  await put(storage, await keyOf(cut), 'El')
  const stray = newId()
  await put(storage, stray, 'ajeno')
  const { checked, missing, damaged, orphaned } = await check()
  await storage.delete(stray)
  expect(checked).toBe(4)
  expect(missing).toEqual([{ id: lost.id, name: 'perdido.txt' }])
  expect(damaged).toEqual([
    { id: changed.id, name: 'cambiado.txt', why: 'its content has changed' },
    { id: cut.id, name: 'cortado.txt', why: '2 bytes instead of 7' },
  ])
  expect(orphaned).toEqual([{ key: stray, size: 5 }])
})

test('bytes that can’t be read to their end are reported as damaged, and the check continues; an unreachable storage ends it', async () => {
  const bad = await ana.uploads({ name: 'a.txt', bytes: 'uno' })
  const good = await ana.uploads({ name: 'b.txt', bytes: 'dos' })
  await storage.delete(await keyOf(good))
  const badKey = await keyOf(bad)
  const unreadable = () =>
    new Readable({
      read() {
        this.destroy(new Error('EIO: i/o error, read'))
      },
    })
  storage.read = async (key, range) => (key === badKey ? unreadable() : read(key, range))
  const damaged = [{ id: bad.id, why: 'it can’t be read: EIO: i/o error, read' }]
  expect(await check()).toMatchObject({ checked: 2, damaged, missing: [{ id: good.id }] })
  storage.read = () => Promise.reject(new StorageUnavailable('away'))
  await expect(check()).rejects.toBeInstanceOf(StorageUnavailable)
})

test('a file deleted during the check is reported neither as missing nor as orphaned', async () => {
  const first = await ana.uploads({ name: 'a.txt', bytes: 'uno' })
  const second = await ana.uploads({ name: 'b.txt', bytes: 'dos' })
  // one is deleted after the bytes were listed, the other after its row was read
  storage.list = async function* () {
    yield* list()
    await ana.delete(`/files/${first.id}`)
  }
  storage.read = async (...given) => {
    await ana.delete(`/files/${second.id}`)
    return read(...given)
  }
  expect(await check()).toEqual({ checked: 1, missing: [], damaged: [], orphaned: [] })
})
