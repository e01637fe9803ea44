// The protocol of clamd, over TCP and over a socket.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openScanner } from '../../../server/files/scanner.ts'
import { eicar, startClamd } from './fake-clamd.ts'

const folder = mkdtempSync(join(tmpdir(), 'alejandria-scan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const clamds = [await startClamd(), await startClamd(join(folder, 'clamd.ctl'))] as const
beforeEach(() => {
  for (const clamd of clamds) clamd.reset()
})

const path = join(folder, 'archivo')
const chunk = 2 ** 18

describe.each([
  ['TCP', clamds[0]],
  ['a socket', clamds[1]],
])('over %s', (_, clamd) => {
  const { findVirus } = openScanner(clamd.address, { timeoutMs: 5000 })

  test.each([1, chunk - 1, chunk, chunk + 1, 3 * chunk])('a file of %i bytes arrives as it is', async (size) => {
    const bytes = Buffer.alloc(size, 'papiro')
    writeFileSync(path, bytes)
    expect(await findVirus(path)).toBeUndefined()
    expect(clamd.files.map((file) => file.equals(bytes))).toEqual([true])
    expect(clamd.faults).toEqual([])
    // clamd refuses none of them
    expect(Math.max(...clamd.chunkSizes)).toBeLessThanOrEqual(chunk)
  })

  test.each([0, chunk - eicar.length, chunk - 20, chunk, 2 * chunk - 1])(
    'a virus at byte %i is found, in one chunk or across two',
    async (at) => {
      writeFileSync(path, Buffer.concat([Buffer.alloc(at, 'a'), Buffer.from(eicar), Buffer.alloc(1000, 'b')]))
      expect(await findVirus(path)).toBe('Eicar-Test-Signature')
    },
  )

  test('a reply in pieces, and an odd name of a virus, are read', async () => {
    writeFileSync(path, 'x')
    clamd.respond = (socket) => {
      socket.write('stream: Win.Test OK')
      setImmediate(() => socket.end(' FOUND(1:2) FOUND\0'))
    }
    expect(await findVirus(path)).toBe('Win.Test OK FOUND(1:2)')
  })

  test('a file that can’t be read is no fault of the scanner', async () => {
    await expect(findVirus(join(folder, 'no-existe'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect.poll(clamd.connections).toBe(0)
  })
})

test('an address where nothing listens is said to be out of reach', async () => {
  await expect(openScanner({ path: join(folder, 'nadie.ctl') }).findVirus(path)).rejects.toMatchObject({
    message: 'the scanner is out of reach',
  })
})
