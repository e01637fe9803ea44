import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openDisk } from '../../../server/storage/disk.ts'

test('an upload that is cut off while it asks for more space keeps none', async () => {
  const disk = openDisk(tmpdir(), { hasDatabase: false })
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
