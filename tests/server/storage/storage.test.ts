// The storage of the archive's bytes (DECISIONS §1, "storage of files"): the same contract for a folder and a bucket.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import {
  createTempDir,
  listed,
  openTestBucket,
  openTestFolder,
  put,
  sha256,
  textOf,
  writeTempFile,
} from '../../support/server/storage/storage.ts'

describe.each([
  { place: 'a folder', openStorage: openTestFolder },
  { place: 'a bucket', openStorage: () => openTestBucket() },
])('the storage in $place', ({ openStorage }) => {
  let opened: Awaited<ReturnType<typeof openStorage>>
  let storage: typeof opened.storage
  let key: string
  beforeEach(async () => {
    opened = await openStorage()
    storage = opened.storage
    key = newId()
  })

  const expectNothingUnder = async (unused: string) => {
    expect(await storage.read(unused)).toBeUndefined()
    expect(await storage.read(unused, { start: 0, end: 4 })).toBeUndefined()
    expect(await storage.sizeOf(unused)).toBeUndefined()
  }

  test('returns the stored bytes, also when the original file is gone', async () => {
    const path = await writeTempFile('El faro de Alejandría')
    await storage.put(key, path, { size: 22, sha256: sha256('El faro de Alejandría') })
    expect(await readFile(path, 'utf8')).toBe('El faro de Alejandría')
    await rm(path)
    expect(await textOf(storage, key)).toBe('El faro de Alejandría')
    expect(await storage.sizeOf(key)).toBe(22)
    expect(await listed(storage)).toEqual([[key, 22]])
  })

  test('returns parts with both ends included, up to the end of the bytes, and empty ones behind it', async () => {
    await put(storage, key, '0123456789')
    const whole = { '0-9': '0123456789', '8-100': '89', '10-10': '', '1000-2000': '' }
    for (const [range, part] of Object.entries({ '0-0': '0', '3-6': '3456', '9-9': '9', ...whole })) {
      const [start = 0, end = 0] = range.split('-').map(Number)
      expect([range, await textOf(storage, key, { start, end })]).toEqual([range, part])
    }
    for (const start of [5, -1, Number.NaN, 0.5])
      await expect(storage.read(key, { start, end: 4 }), `${start} to 4`).rejects.toThrow('not a range')
  })

  test('is empty before anything was stored, has nothing under an unused key afterwards, and stores an empty file', async () => {
    expect(await listed(storage)).toEqual([])
    await storage.delete(newId())
    await put(storage, newId(), 'otra cosa')
    await expectNothingUnder(key)
    await put(storage, key, '')
    expect(await textOf(storage, key)).toBe('')
    expect(await textOf(storage, key, { start: 0, end: 0 })).toBe('')
    expect(await storage.sizeOf(key)).toBe(0)
  })

  test('replaces the bytes of a key by a second put, and keeps them when a third fails or only a new one is wanted', async () => {
    await put(storage, key, 'la primera versión, que es la más larga')
    await put(storage, key, 'la segunda')
    const path = await writeTempFile('x')
    await storage.put(key, path, { size: 1, sha256: sha256('x') }, { isNew: true })
    const nowhere = join(await createTempDir(), 'nada')
    await expect(storage.put(key, nowhere, { size: 1, sha256: sha256('x') })).rejects.toThrow('ENOENT')
    expect(await textOf(storage, key)).toBe('la segunda')
    expect(await listed(storage)).toEqual([[key, 10]])
  })

  test('deletes a key without its smaller versions, and accepts a second deletion', async () => {
    await put(storage, key, 'grande')
    await put(storage, `${key}.screen`, 'media')
    await put(storage, `${key}.thumb`, 'poca')
    await storage.delete(key)
    await storage.delete(key)
    await expectNothingUnder(key)
    expect(await textOf(storage, `${key}.screen`)).toBe('media')
    expect(await listed(storage)).toEqual([
      [`${key}.screen`, 5],
      [`${key}.thumb`, 4],
    ])
  })

  test('lists 201 keys once each, including foreign files among its own and no files of others', async () => {
    const known: [key: string, size: number][] = Array.from({ length: 200 }, (_, place) => [newId(), place % 12])
    for (let first = 0; first < known.length; first += 20)
      await Promise.all(known.slice(first, first + 20).map(([key, size]) => put(storage, key, 'x'.repeat(size))))
    await opened.putForeignFile('nota & <más>.txt')
    expect(await listed(storage)).toEqual([...known, ['nota & <más>.txt', 5]].sort())
  })

  test('returns 20 MB unchanged', async () => {
    const bytes = randomBytes(20 * 2 ** 20)
    await put(storage, key, bytes)
    const hash = createHash('sha256')
    for await (const chunk of (await storage.read(key)) as Readable) hash.update(chunk)
    expect(hash.digest('hex')).toBe(sha256(bytes))
    const part = await buffer((await storage.read(key, { start: 7_000_001, end: 17_000_000 })) as Readable)
    expect(part.equals(bytes.subarray(7_000_001, 17_000_001))).toBe(true)
  })

  test('keeps one complete version of several simultaneous puts under the same key', async () => {
    const versions = Array.from({ length: 8 }, (_, place) => `${place}`.repeat(100_000 + place))
    await Promise.all(versions.map((version) => put(storage, key, version)))
    expect(versions).toContain(await textOf(storage, key))
    expect(await opened.listEverything()).toHaveLength(1)
  })

  test.each([
    ...['', 'incoming', '../../../'.repeat(10).padEnd(32, 'a'), 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32)],
    ...['.png', '.thumb.thumb', '/../b', '\n'].map((end) => `${'a'.repeat(32)}${end}`),
    ...[`${'a'.repeat(31)}\0`, `x${'a'.repeat(32)}`],
  ])('refuses %j as a key in every method', async (key) => {
    const refusal = 'not a key of the storage'
    await expect(put(storage, key, 'contrabando')).rejects.toThrow(refusal)
    for (const method of ['read', 'sizeOf', 'delete'] as const)
      await expect(storage[method](key), method).rejects.toThrow(refusal)
    expect(await opened.listEverything()).toEqual([])
  })

  test('refuses a file that is gone or truncated, and leaves nothing', async () => {
    const nowhere = join(await createTempDir(), 'nada')
    await expect(storage.put(newId(), nowhere, { size: 1, sha256: sha256('x') })).rejects.toThrow('ENOENT')
    const cut = await writeTempFile('corta')
    await expect(storage.put(newId(), cut, { size: 50, sha256: sha256('x') })).rejects.toThrow('should have 50')
    expect(await opened.listEverything()).toEqual([])
  })
})
