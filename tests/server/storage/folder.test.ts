// The archive's bytes in a folder: faults of a disk.
import { execFileSync } from 'node:child_process'
import { mkdir, open, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { openDisk } from '../../../server/storage/disk.ts'
import { onSmallDisk } from '../../support/disk/small-disk.ts'
import { createTempDir, listed, openTestFolder, put } from '../../support/server/storage/storage.ts'

test('other users of the machine can’t read the folder, and the ends of ids spread its files', async () => {
  const { root, storage } = await openTestFolder()
  const key = `${'0'.repeat(30)}7f.thumb`
  await put(storage, key, 'x')
  const modeOf = async (...path: string[]) => (await stat(join(root, ...path))).mode & 0o777
  expect(await modeOf()).toBe(0o700)
  expect(await modeOf('7f')).toBe(0o700)
  expect(await modeOf('7f', key)).toBe(0o600)
})

test('links, folders and pipes don’t count as stored files, whatever their names', async () => {
  const { root, storage } = await openTestFolder()
  const keyOf = (digit: string) => `${digit.repeat(30)}aa`
  const subfolder = join(root, 'aa')
  await mkdir(subfolder)
  await symlink('/etc/passwd', join(subfolder, keyOf('1')))
  await mkdir(join(subfolder, keyOf('2')))
  execFileSync('mkfifo', [join(subfolder, keyOf('3'))])
  for (const key of ['1', '2', '3'].map(keyOf)) {
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.sizeOf(key)).toBeUndefined()
  }
  expect(await listed(storage)).toEqual([])
})

test('bytes count as stored only after the disk has synced the sub-folder, the bytes and their name', async () => {
  const { storage } = await openTestFolder()
  const any = await open(await createTempDir())
  const sync = vi.spyOn(Object.getPrototypeOf(any), 'sync')
  await any.close()
  onTestFinished(() => sync.mockRestore())
  const keyOn = (subfolder: string) => newId().slice(0, 30) + subfolder
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
])(
  'bytes are copied to $disk; when it is full the put fails, leaves nothing, and later puts work',
  async ({ simulated }) => {
    const puts = { small: 'stored', big: 'ENOSPC', afterwards: 'stored' }
    const kept = { bigIsKept: true, names: ['0000000000000000000000000000aa01'], read: 'poca cosa' }
    expect(onSmallDisk(await createTempDir(), { simulated })).toEqual({ ...puts, ...kept })
  },
)

test('an upload that is cut off while it asks for more space keeps none', async () => {
  const disk = openDisk(await createTempDir(), { hasDatabase: false })
  // two of these don't fit together
  const large = (await disk.read()).free_bytes * 0.6
  const cutOff = await disk.reserve(0)
  const asking = cutOff.ensure(large)
  cutOff.release()
  await asking
  const next = await disk.reserve(large)
  await expect(disk.reserve(large)).rejects.toThrow('too little space')
  next.release()
  await expect(disk.reserve(large)).resolves.toBeDefined()
})
