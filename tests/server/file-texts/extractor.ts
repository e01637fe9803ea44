import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { openTextExtractor } from '../../../server/file-texts/extract.ts'
import { textKindOf } from '../../../server/file-texts/kinds.ts'
import { detectType } from '../../../server/files/detect-type.ts'

export const fixture = (name: string) => join(import.meta.dirname, '../../fixtures', name)

// the process reads as much as it may before it gives up, beside all other tests
vi.setConfig({ testTimeout: 180_000 })

/** An extractor for the tests of one file; it gets the type that an upload would have. */
export function startExtractor(options?: { timeoutMs: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'file-texts-'))
  let count = 0
  const extractor = openTextExtractor(join(folder, 'being-read'), options)
  afterAll(async () => {
    extractor.close()
    await rm(folder, { recursive: true })
  })

  async function extractFile(path: string, name: string, declaredType = '') {
    const kind = textKindOf(await detectType(path, declaredType, name), name)
    if (kind === undefined) return { state: 'none', pages: [] }
    const { state, pages } = await extractor.extract(path, kind)
    return { state, pages }
  }
  return {
    fixture: (name: string) => extractFile(fixture(name), name),
    async bytes(name: string, bytes: Uint8Array | string, declaredType = '') {
      const path = join(folder, String(++count))
      await writeFile(path, bytes)
      return extractFile(path, name, declaredType)
    },
  }
}
