// The archive's bytes in a folder: what only a disk can do to them.
import { execFileSync } from 'node:child_process'
import { mkdir, open, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../server/ids.ts'
import { onSmallDisk } from './support/small-disk.ts'
import { desk, folder, listed, put } from './support/storage.ts'

test('nobody else on the machine reads the folder, and the ends of ids spread its files', async () => {
  const { root, storage } = await folder()
  const key = `${'0'.repeat(30)}7f.thumb`
  await put(storage, key, 'x')
  const modeOf = async (...path: string[]) => (await stat(join(root, ...path))).mode & 0o777
  expect(await modeOf()).toBe(0o700)
  expect(await modeOf('7f')).toBe(0o700)
  expect(await modeOf('7f', key)).toBe(0o600)
})

test('a link, a folder and a pipe are not there, whatever their names', async () => {
  const { root, storage } = await folder()
  const keyOf = (digit: string) => `${digit.repeat(30)}aa`
  const shelf = join(root, 'aa')
  await mkdir(shelf)
  await symlink('/etc/passwd', join(shelf, keyOf('1')))
  await mkdir(join(shelf, keyOf('2')))
  execFileSync('mkfifo', [join(shelf, keyOf('3'))])
  for (const key of ['1', '2', '3'].map(keyOf)) {
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.sizeOf(key)).toBeUndefined()
  }
  expect(await listed(storage)).toEqual([])
})

test('bytes are stored when the disk has promised the shelf, the bytes and their name, and not before', async () => {
  const { storage } = await folder()
  const any = await open(await desk())
  const sync = vi.spyOn(Object.getPrototypeOf(any), 'sync')
  await any.close()
  onTestFinished(() => sync.mockRestore())
  const keyOn = (shelf: string) => newId().slice(0, 30) + shelf
  for (const kept of [0, 1, 2]) {
    for (let time = 0; time < kept; time++) sync.mockResolvedValueOnce(undefined)
    sync.mockRejectedValueOnce(Object.assign(new Error('no promise'), { code: 'EIO' }))
    await expect(put(storage, keyOn(`a${kept}`), 'x')).rejects.toMatchObject({ code: 'EIO' })
  }
  sync.mockClear()
  await put(storage, keyOn('b0'), 'x')
  expect(sync).toHaveBeenCalledTimes(3)
  await put(storage, keyOn('b0'), 'x')
  expect(sync).toHaveBeenCalledTimes(5)
})

test.each([
  { disk: 'a real disk', simulated: false },
  { disk: 'a disk that leaves pieces', simulated: true },
])('bytes are copied to $disk, and when it is full it says so, keeps no pieces and goes on', async ({ simulated }) => {
  expect(onSmallDisk(await desk(), { simulated })).toEqual({
    small: 'stored',
    big: 'ENOSPC',
    bigIsKept: true,
    names: ['0000000000000000000000000000aa01'],
    read: 'poca cosa',
    afterwards: 'stored',
  })
})
