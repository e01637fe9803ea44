// Where the bytes of the archive lie (DECISIONS §1, "storage of files"): one contract for a folder and for a bucket.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { newId } from '../server/ids.ts'
import { bucket, desk, folder, lay, listed, put, sha256, textOf } from './support/storage.ts'

describe.each([
  { place: 'a folder', openStorage: folder },
  { place: 'a bucket', openStorage: () => bucket() },
])('the storage in $place', ({ openStorage }) => {
  test('gives back what was put there, also when the file on the desk is gone', async () => {
    const { storage } = await openStorage()
    const key = newId()
    const path = await lay('El faro de Alejandría')
    await storage.put(key, path, { size: 22, sha256: sha256('El faro de Alejandría') })
    expect(await readFile(path, 'utf8')).toBe('El faro de Alejandría')
    await rm(path)
    expect(await textOf(storage, key)).toBe('El faro de Alejandría')
    expect(await storage.sizeOf(key)).toBe(22)
    expect(await listed(storage)).toEqual([[key, 22]])
  })

  test('gives parts of it, with both ends included', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    expect(await textOf(storage, key, { start: 0, end: 0 })).toBe('0')
    expect(await textOf(storage, key, { start: 3, end: 6 })).toBe('3456')
    expect(await textOf(storage, key, { start: 9, end: 9 })).toBe('9')
    expect(await textOf(storage, key, { start: 0, end: 9 })).toBe('0123456789')
  })

  test('a part ends where the bytes end, and is empty behind them', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    expect(await textOf(storage, key, { start: 8, end: 100 })).toBe('89')
    expect(await textOf(storage, key, { start: 10, end: 10 })).toBe('')
    expect(await textOf(storage, key, { start: 1000, end: 2000 })).toBe('')
  })

  test('no bytes at all can be stored too', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '')
    expect(await textOf(storage, key)).toBe('')
    expect(await textOf(storage, key, { start: 0, end: 0 })).toBe('')
    expect(await storage.sizeOf(key)).toBe(0)
  })

  test('there is nothing under a key that was never used', async () => {
    const { storage } = await openStorage()
    await put(storage, newId(), 'otra cosa')
    const key = newId()
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.read(key, { start: 0, end: 4 })).toBeUndefined()
    expect(await storage.sizeOf(key)).toBeUndefined()
  })

  test('nothing is there before anything was stored', async () => {
    const { storage } = await openStorage()
    expect(await listed(storage)).toEqual([])
    await storage.delete(newId())
  })

  test('what is put again replaces what was there', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, 'la primera versión, que es la más larga')
    await put(storage, key, 'la segunda')
    expect(await textOf(storage, key)).toBe('la segunda')
    expect(await listed(storage)).toEqual([[key, 10]])
  })

  test('what is deleted is gone, and can be deleted again; the smaller versions stay', async () => {
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

  test('1,201 things are all listed, each once, with those that nobody knows and without those of others', async () => {
    const { storage, smuggle } = await openStorage()
    const known: [key: string, size: number][] = Array.from({ length: 1200 }, (_, place) => [newId(), place % 12])
    for (let first = 0; first < known.length; first += 20)
      await Promise.all(known.slice(first, first + 20).map(([key, size]) => put(storage, key, 'x'.repeat(size))))
    await smuggle('nota & <más>.txt')
    expect(await listed(storage)).toEqual([...known, ['nota & <más>.txt', 5]].sort())
  })

  test('20 MB come back as they went', async () => {
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

  test('of several who put at once under one key one wins, whole', async () => {
    const { storage, everything } = await openStorage()
    const key = newId()
    const versions = Array.from({ length: 8 }, (_, place) => `${place}`.repeat(100_000 + place))
    await Promise.all(versions.map((version) => put(storage, key, version)))
    expect(versions).toContain(await textOf(storage, key))
    expect(await everything()).toHaveLength(1)
  })

  test.each([
    '',
    'incoming',
    '../'.repeat(10).padEnd(32, 'a'),
    `${'a'.repeat(31)}`,
    `${'a'.repeat(33)}`,
    'A'.repeat(32),
    `${'a'.repeat(32)}.png`,
    `${'a'.repeat(32)}.thumb.thumb`,
    `${'a'.repeat(32)}/../b`,
    `${'a'.repeat(32)}\n`,
    `${'a'.repeat(31)}\0`,
    `x${'a'.repeat(32)}`,
  ])('%j is no key, for no verb', async (key) => {
    const { storage, everything } = await openStorage()
    const refusal = 'not a key of the storage'
    await expect(put(storage, key, 'contrabando')).rejects.toThrow(refusal)
    await expect(storage.read(key)).rejects.toThrow(refusal)
    await expect(storage.sizeOf(key)).rejects.toThrow(refusal)
    await expect(storage.delete(key)).rejects.toThrow(refusal)
    expect(await everything()).toEqual([])
  })

  test.each([
    { start: 5, end: 4 },
    { start: -1, end: 4 },
    { start: Number.NaN, end: 4 },
    { start: 0.5, end: 4 },
  ])('from $start to $end is no part', async (part) => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, '0123456789')
    await expect(storage.read(key, part)).rejects.toThrow('not a part')
  })

  test('a file that is gone, or was cut short, is not stored and leaves nothing', async () => {
    const { storage, everything } = await openStorage()
    await expect(storage.put(newId(), join(await desk(), 'nada'), { size: 1, sha256: sha256('x') })).rejects.toThrow(
      'ENOENT',
    )
    const cut = await lay('corta')
    await expect(storage.put(newId(), cut, { size: 50, sha256: sha256('x') })).rejects.toThrow('should have 50')
    expect(await everything()).toEqual([])
  })

  test('a put that fails leaves what was there', async () => {
    const { storage } = await openStorage()
    const key = newId()
    await put(storage, key, 'lo de antes')
    await expect(storage.put(key, join(await desk(), 'nada'), { size: 1, sha256: sha256('x') })).rejects.toThrow(
      'ENOENT',
    )
    expect(await textOf(storage, key)).toBe('lo de antes')
  })
})
