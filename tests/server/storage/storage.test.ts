// The storage of the archive's bytes (DECISIONS §1, "storage of files"): the same contract for a folder and a bucket.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
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
  test('returns the stored bytes, also when the original file is gone', async () => {
    const { storage } = await openStorage()
    const key = newId()
    const path = await writeTempFile('El faro de Alejandría')
    await storage.put(key, path, { size: 22, sha256: sha256('El faro de Alejandría') })
    expect(await readFile(path, 'utf8')).toBe('El faro de Alejandría')
    await rm(path)
    expect(await textOf(storage, key)).toBe('El faro de Alejandría')
    expect(await storage.sizeOf(key)).toBe(22)
    expect(await listed(storage)).toEqual([[key, 22]])
  })

  test('returns parts, with both ends included', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    expect(await textOf(storage, key, { start: 0, end: 0 })).toBe('0')
    expect(await textOf(storage, key, { start: 3, end: 6 })).toBe('3456')
    expect(await textOf(storage, key, { start: 9, end: 9 })).toBe('9')
    expect(await textOf(storage, key, { start: 0, end: 9 })).toBe('0123456789')
  })

  test('ends a part at the end of the bytes, and returns an empty part behind it', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    expect(await textOf(storage, key, { start: 8, end: 100 })).toBe('89')
    expect(await textOf(storage, key, { start: 10, end: 10 })).toBe('')
    expect(await textOf(storage, key, { start: 1000, end: 2000 })).toBe('')
  })

  test('stores an empty file', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '')
    expect(await textOf(storage, key)).toBe('')
    expect(await textOf(storage, key, { start: 0, end: 0 })).toBe('')
    expect(await storage.sizeOf(key)).toBe(0)
  })

  test('has nothing under an unused key', async () => {
    const { storage } = await openStorage()
    await put(storage, newId(), 'otra cosa')
    const key = newId()
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.read(key, { start: 0, end: 4 })).toBeUndefined()
    expect(await storage.sizeOf(key)).toBeUndefined()
  })

  test('is empty before anything was stored', async () => {
    const { storage } = await openStorage()
    expect(await listed(storage)).toEqual([])
    await storage.delete(newId())
  })

  test('replaces the bytes of a key by a second put', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, 'la primera versión, que es la más larga')
    await put(storage, key, 'la segunda')
    expect(await textOf(storage, key)).toBe('la segunda')
    expect(await listed(storage)).toEqual([[key, 10]])
  })

  test('deletes a key without its smaller versions, and accepts a second deletion', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, 'grande')
    await put(storage, `${key}.screen`, 'media')
    await put(storage, `${key}.thumb`, 'poca')
    await storage.delete(key)
    await storage.delete(key)
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.sizeOf(key)).toBeUndefined()
    expect(await textOf(storage, `${key}.screen`)).toBe('media')
    expect(await listed(storage)).toEqual([
      [`${key}.screen`, 5],
      [`${key}.thumb`, 4],
    ])
  })

  test('lists 1,201 keys once each, including foreign files among its own and no files of others', async () => {
    const { storage, putForeignFile } = await openStorage()
    const known: [key: string, size: number][] = Array.from({ length: 1200 }, (_, place) => [newId(), place % 12])
    for (let first = 0; first < known.length; first += 20)
      await Promise.all(known.slice(first, first + 20).map(([key, size]) => put(storage, key, 'x'.repeat(size))))
    await putForeignFile('nota & <más>.txt')
    expect(await listed(storage)).toEqual([...known, ['nota & <más>.txt', 5]].sort())
  })

  test('returns 20 MB unchanged', async () => {
    const { storage } = await openStorage()
    const key = newId()
    const bytes = randomBytes(20 * 2 ** 20)
    await put(storage, key, bytes)
    const hash = createHash('sha256')
    for await (const chunk of (await storage.read(key)) as Readable) hash.update(chunk)
    expect(hash.digest('hex')).toBe(sha256(bytes))
    const part = await buffer((await storage.read(key, { start: 7_000_001, end: 17_000_000 })) as Readable)
    expect(part.equals(bytes.subarray(7_000_001, 17_000_001))).toBe(true)
  })

  test('keeps one complete version of several simultaneous puts under the same key', async () => {
    const { storage, listEverything } = await openStorage()
    const key = newId()
    const versions = Array.from({ length: 8 }, (_, place) => `${place}`.repeat(100_000 + place))
    await Promise.all(versions.map((version) => put(storage, key, version)))
    expect(versions).toContain(await textOf(storage, key))
    expect(await listEverything()).toHaveLength(1)
  })

  test.each([
    '',
    'incoming',
    '../../../'.repeat(10).padEnd(32, 'a'),
    `${'a'.repeat(31)}`,
    `${'a'.repeat(33)}`,
    'A'.repeat(32),
    `${'a'.repeat(32)}.png`,
    `${'a'.repeat(32)}.thumb.thumb`,
    `${'a'.repeat(32)}/../b`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(31)}\0`,
    `x${'a'.repeat(32)}`,
  ])('refuses %j as a key in every method', async (key) => {
    const { storage, listEverything } = await openStorage()
    const refusal = 'not a key of the storage'
    await expect(put(storage, key, 'contrabando')).rejects.toThrow(refusal)
    await expect(storage.read(key)).rejects.toThrow(refusal)
    await expect(storage.sizeOf(key)).rejects.toThrow(refusal)
    await expect(storage.delete(key)).rejects.toThrow(refusal)
    expect(await listEverything()).toEqual([])
  })

  test.each([
    { start: 5, end: 4 },
    { start: -1, end: 4 },
    { start: Number.NaN, end: 4 },
    { start: 0.5, end: 4 },
  ])('refuses the range from $start to $end', async (part) => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    await expect(storage.read(key, part)).rejects.toThrow('not a range')
  })

  test('refuses a file that is gone or truncated, and leaves nothing', async () => {
    const { storage, listEverything } = await openStorage()
    await expect(
      storage.put(newId(), join(await createTempDir(), 'nada'), { size: 1, sha256: sha256('x') }),
    ).rejects.toThrow('ENOENT')
    const cut = await writeTempFile('corta')
    await expect(storage.put(newId(), cut, { size: 50, sha256: sha256('x') })).rejects.toThrow('should have 50')
    expect(await listEverything()).toEqual([])
  })

  test('keeps the earlier bytes when a put fails', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, 'lo de antes')
    await expect(
      storage.put(key, join(await createTempDir(), 'nada'), { size: 1, sha256: sha256('x') }),
    ).rejects.toThrow('ENOENT')
    expect(await textOf(storage, key)).toBe('lo de antes')
  })
})
