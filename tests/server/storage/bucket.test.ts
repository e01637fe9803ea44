// The archive's bytes in a bucket: faults of a network storage.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { openBucket } from '../../../server/storage/s3.ts'
import { type Storage, StorageUnavailable } from '../../../server/storage/storage.ts'
import { freePort } from '../../../tools/free-port.ts'
import { listed, openTestBucket, put, sha256, textOf, writeTempFile } from '../../support/server/storage/storage.ts'

const verbs = {
  put: (storage: Storage) => put(storage, newId(), 'x'),
  read: (storage: Storage) => storage.read(newId()),
  sizeOf: (storage: Storage) => storage.sizeOf(newId()),
  delete: (storage: Storage) => storage.delete(newId()),
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

test('the bucket stores objects under files/, with the hash checked by S3', async () => {
  const { s3, storage } = await openTestBucket()
  const key = newId()
  await put(storage, key, 'El faro')
  expect([...s3.objects]).toEqual([[`files/${key}`, Buffer.from('El faro')]])
  expect(s3.refused).toEqual({})
})

test.each([{ secretAccessKey: 'otro-secreto' }, { accessKeyId: 'AKIABRUNO' }, { region: 'us-east-1' }])(
  'with %j every method reports the storage as unreachable, and nothing is stored',
  async (wrong) => {
    const { s3, storage } = await openTestBucket(wrong)
    await expectUnavailable(storage)
    expect(s3.objects.size).toBe(0)
  },
)

test('a missing bucket is an unreachable storage, not a missing object', async () => {
  const { storage } = await openTestBucket({ bucket: 'otro' })
  for (const verb of ['read', 'put', 'list'] as const)
    await expect(verbs[verb](storage), verb).rejects.toBeInstanceOf(StorageUnavailable)
})

test('a file that can’t be read is refused, and the server goes on', async () => {
  const { s3, storage } = await openTestBucket()
  // reading a folder fails after its size was found
  const path = await mkdtemp(join(tmpdir(), 'alejandria-test-'))
  const { size } = await stat(path)
  await expect(storage.put(newId(), path, { size, sha256: sha256('') })).rejects.toMatchObject({
    cause: { code: 'EISDIR' },
  })
  expect(s3.objects.size).toBe(0)
  await rm(path, { recursive: true })
})

test('bytes that don’t match the declared hash are refused by S3', async () => {
  const { s3, storage } = await openTestBucket()
  const path = await writeTempFile('lo que se dijo')
  const said = { size: 14, sha256: sha256('lo que se dijo') }
  await writeFile(path, 'lo que se hizo')
  await expect(storage.put(newId(), path, said)).rejects.toBeInstanceOf(StorageUnavailable)
  expect(s3.refused).toEqual({ XAmzContentSHA256Mismatch: 1 })
  expect(s3.objects.size).toBe(0)
})

test('a busy bucket is retried twice by every method, unreachable after that, and stores each object once', async () => {
  const { s3, storage } = await openTestBucket()
  for (const verb of Object.values(verbs)) {
    s3.faults.slowDown = 2
    await verb(storage)
  }
  expect(s3.refused).toMatchObject({ SlowDown: 10 })
  expect(s3.counts.stored).toBe(1)
  const { requests } = s3.counts
  const key = newId()
  s3.faults.slowDown = 3
  await expect(put(storage, key, 'paciencia')).rejects.toBeInstanceOf(StorageUnavailable)
  expect(s3.counts.requests).toBe(requests + 3)
  await put(storage, key, 'paciencia')
  expect(await textOf(storage, key)).toBe('paciencia')
})

test('a bucket that fails after storing ends with a single object', async () => {
  const { s3, storage } = await openTestBucket()
  const key = newId()
  const bytes = randomBytes(3 * 2 ** 20)
  s3.faults.failsAfterStoring = 1
  await put(storage, key, bytes)
  expect(s3.counts.stored).toBe(2)
  expect(s3.objects.size).toBe(1)
  expect((await buffer((await storage.read(key)) as Readable)).equals(bytes)).toBe(true)
})

test('256 slow readers don’t block other requests to the bucket', async () => {
  const { storage } = await openTestBucket()
  const key = newId()
  await put(storage, key, randomBytes(2 ** 20))
  const readers = await Promise.all(Array.from({ length: 256 }, () => storage.read(key)))
  await put(storage, newId(), 'mientras tanto')
  expect(await storage.sizeOf(key)).toBe(2 ** 20)
  for (const reader of readers) reader?.destroy()
})

test('bytes that break off are an error, not the end of the file', async () => {
  const { s3, storage } = await openTestBucket()
  const key = newId()
  await put(storage, key, randomBytes(2 ** 20))
  for (const part of [undefined, { start: 10, end: 900_000 }]) {
    s3.faults.cutsInTheMiddle = 1
    const bytes = (await storage.read(key, part)) as Readable
    await expect(buffer(bytes)).rejects.toThrow()
  }
})

test('where nothing listens every method reports an unreachable storage at once', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const storage = await openBucket({ bucket: 'b', endpoint, accessKeyId: 'a', secretAccessKey: 'b' })
  const start = performance.now()
  await expectUnavailable(storage)
  // far from a timeout for each method and its retries, on a busy machine too
  expect(performance.now() - start).toBeLessThan(20_000)
})

test('a bucket that doesn’t answer is unreachable after its timeout, without a retry', async () => {
  const { s3, storage } = await openTestBucket({ socketTimeoutMs: 2000 }) // less may end before the request arrives
  s3.faults.silent = true
  await expectUnavailable(storage)
  expect(s3.counts.requests).toBe(5)
})

test.each(['by status', 'by name'] as const)(
  'a bucket that reports %s that it is full is a full disk, without a retry',
  async (how) => {
    const { s3, storage } = await openTestBucket()
    s3.faults.full = how
    await expect(put(storage, newId(), 'x')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(s3.counts.requests).toBe(1)
    s3.faults.full = false
    await put(storage, newId(), 'x')
  },
)

test('2,500 objects are listed in three pages', async () => {
  const { s3, storage } = await openTestBucket()
  const keys = Array.from({ length: 2500 }, newId)
  for (const key of keys) s3.objects.set(`files/${key}`, Buffer.from('x'))
  expect((await listed(storage)).map(([key]) => key)).toEqual(keys.sort())
  expect(s3.counts.requests).toBe(3)
})
