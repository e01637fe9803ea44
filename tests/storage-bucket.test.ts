// The archive's bytes in a bucket: what only a store behind a network can do to them.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '../server/ids.ts'
import { openBucket } from '../server/storage/s3.ts'
import { type Storage, StorageUnavailable } from '../server/storage/storage.ts'
import { freePort } from './support/free-port.ts'
import { bucket, lay, listed, put, sha256, textOf } from './support/storage.ts'

const verbs: Record<string, (storage: Storage) => Promise<unknown>> = {
  put: (storage) => put(storage, newId(), 'x'),
  read: (storage) => storage.read(newId()),
  sizeOf: (storage) => storage.sizeOf(newId()),
  delete: (storage) => storage.delete(newId()),
  list: listed,
}

async function expectUnavailable(storage: Storage) {
  const attempts = await Promise.allSettled(Object.values(verbs).map((verb) => verb(storage)))
  expect(attempts).toHaveLength(5)
  for (const attempt of attempts) {
    const reason = attempt.status === 'rejected' ? attempt.reason : attempt.value
    expect(reason).toBeInstanceOf(StorageUnavailable)
    expect(reason.cause).toBeInstanceOf(Error)
  }
}

test('the bucket keeps what was stored under files/, with the hash checked by the store', async () => {
  const { s3, storage } = await bucket()
  const key = newId()
  await put(storage, key, 'El faro')
  expect([...s3.objects]).toEqual([[`files/${key}`, Buffer.from('El faro')]])
  expect(s3.refused).toEqual({})
})

test.each([{ secretAccessKey: 'otro-secreto' }, { accessKeyId: 'AKIABRUNO' }, { region: 'us-east-1' }])(
  'with %j every verb says that the store is out of reach, and nothing is stored',
  async (wrong) => {
    const { s3, storage } = await bucket(wrong)
    await expectUnavailable(storage)
    expect(s3.objects.size).toBe(0)
  },
)

test('a bucket that isn’t there is a store out of reach, not bytes that are absent', async () => {
  const { storage } = await bucket({ bucket: 'otro' })
  await expect(storage.read(newId())).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(put(storage, newId(), 'x')).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(listed(storage)).rejects.toBeInstanceOf(StorageUnavailable)
})

test('bytes that are not the ones that were said are refused by the store', async () => {
  const { s3, storage } = await bucket()
  const path = await lay('lo que se dijo')
  const said = { size: 14, sha256: sha256('lo que se dijo') }
  await writeFile(path, 'lo que se hizo')
  await expect(storage.put(newId(), path, said)).rejects.toBeInstanceOf(StorageUnavailable)
  expect(s3.refused).toEqual({ XAmzContentSHA256Mismatch: 1 })
  expect(s3.objects.size).toBe(0)
})

test('a busy store is asked again, twice, and stores once', async () => {
  const { s3, storage } = await bucket()
  const key = newId()
  s3.faults.slowDown = 2
  await put(storage, key, 'por fin')
  expect(s3.refused).toEqual({ SlowDown: 2 })
  expect(s3.counts.stored).toBe(1)
  expect(await textOf(storage, key)).toBe('por fin')
})

test('every verb asks a busy store again', async () => {
  const { s3, storage } = await bucket()
  for (const verb of Object.values(verbs)) {
    s3.faults.slowDown = 1
    await verb(storage)
  }
  expect(s3.refused).toMatchObject({ SlowDown: 5 })
})

test('a store that stays busy is out of reach after three attempts; the file stays for another time', async () => {
  const { s3, storage } = await bucket()
  const key = newId()
  const path = await lay('paciencia')
  const bytes = { size: 9, sha256: sha256('paciencia') }
  s3.faults.slowDown = 3
  await expect(storage.put(key, path, bytes)).rejects.toBeInstanceOf(StorageUnavailable)
  expect(s3.counts.requests).toBe(3)
  await storage.put(key, path, bytes)
  expect(await textOf(storage, key)).toBe('paciencia')
})

test('a store that fails after it has stored ends with the one object', async () => {
  const { s3, storage } = await bucket()
  const key = newId()
  const bytes = randomBytes(3 * 2 ** 20)
  s3.faults.failsAfterStoring = 1
  await put(storage, key, bytes)
  expect(s3.counts.stored).toBe(2)
  expect(s3.objects.size).toBe(1)
  expect((await buffer((await storage.read(key)) as Readable)).equals(bytes)).toBe(true)
})

test('however many readers dawdle, the rest goes on', async () => {
  const { storage } = await bucket()
  const key = newId()
  await put(storage, key, randomBytes(2 ** 20))
  const readers = await Promise.all(Array.from({ length: 256 }, () => storage.read(key)))
  await put(storage, newId(), 'mientras tanto')
  expect(await storage.sizeOf(key)).toBe(2 ** 20)
  for (const reader of readers) reader?.destroy()
})

test('bytes that break off are an error, not an end', async () => {
  const { s3, storage } = await bucket()
  const key = newId()
  await put(storage, key, randomBytes(2 ** 20))
  for (const part of [undefined, { start: 10, end: 900_000 }]) {
    s3.faults.cutsInTheMiddle = 1
    const bytes = (await storage.read(key, part)) as Readable
    await expect(buffer(bytes)).rejects.toThrow()
  }
})

test('where nobody listens every verb says so at once', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const storage = await openBucket({ bucket: 'b', endpoint, accessKeyId: 'a', secretAccessKey: 'b' })
  const start = performance.now()
  await expectUnavailable(storage)
  expect(performance.now() - start).toBeLessThan(5000)
})

test('a store that says nothing is out of reach when its time is over, and isn’t asked again', async () => {
  const { s3, storage } = await bucket({ silence: 300 })
  s3.faults.silent = true
  await expectUnavailable(storage)
  expect(s3.counts.requests).toBe(5)
})

test.each(['by status', 'by name'] as const)(
  'a store that says %s that it is full is a full disk, and isn’t asked again',
  async (how) => {
    const { s3, storage } = await bucket()
    s3.faults.full = how
    await expect(put(storage, newId(), 'x')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(s3.counts.requests).toBe(1)
    s3.faults.full = false
    await put(storage, newId(), 'x')
  },
)

test('2,500 objects are listed in three pages', async () => {
  const { s3, storage } = await bucket()
  const keys = Array.from({ length: 2500 }, newId)
  for (const key of keys) s3.objects.set(`files/${key}`, Buffer.from('x'))
  expect((await listed(storage)).map(([key]) => key)).toEqual(keys.sort())
  expect(s3.counts.requests).toBe(3)
})
