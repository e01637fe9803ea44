// node small-disk-program.ts <disk of 1 MB> <folder on another disk> [simulated]: stores a small file, one that is too
// big, and a small one again.
import { existsSync } from 'node:fs'
import fs, { readdir, readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openFolder } from '../../../server/storage/folder.ts'

const [disk = '', sourceDir = '', simulated] = process.argv.slice(2)
const root = join(disk, 'files')
const limit = 2 ** 20

if (simulated) {
  const fault = (code: string) => Object.assign(new Error(code), { code })
  fs.link = () => Promise.reject(fault('EXDEV'))
  fs.copyFile = async (from, to) => {
    const bytes = await readFile(from as string)
    await writeFile(to as string, bytes.subarray(0, limit))
    if (bytes.length > limit) throw fault('ENOSPC')
  }
  syncBuiltinESMExports()
}

const storage = await openFolder(root)
const keyOf = (digits: string) => digits.padStart(32, '0')

async function put(key: string, bytes: string) {
  const path = join(sourceDir, key)
  await writeFile(path, bytes)
  return storage.put(key, path, { size: bytes.length, sha256: '' }).then(
    () => 'stored',
    (error) => error.code ?? error.message,
  )
}

const [first, second, third] = ['aa01', 'bb01', 'cc02'].map(keyOf) as [string, string, string]
const small = await put(first, 'poca cosa')
const big = await put(second, 'x'.repeat(2 * limit))
const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
const bytes = await storage.read(first)
const answer = {
  small,
  big,
  bigIsKept: existsSync(join(sourceDir, second)),
  names: names.map(({ name }) => name),
  read: bytes && (await buffer(bytes)).toString(),
  afterwards: await put(third, 'x'.repeat(limit / 2)),
}
process.stdout.write(`${JSON.stringify(answer)}\n`)
