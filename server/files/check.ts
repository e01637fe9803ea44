import { createHash } from 'node:crypto'
import type { Services } from '../services.ts'
import { keyOf, keysOf } from './previews.ts'
import { listLooseKeys, listStoredFiles } from './queries.ts'

/** What is wrong with the archive: files without bytes, with other bytes, and bytes without a file. */
export interface Findings {
  checked: number
  missing: { id: string; name: string }[]
  damaged: { id: string; name: string; why: string }[]
  orphaned: { key: string; size: number }[]
}

const batch = 500

async function hashStored(services: Pick<Services, 'storage'>, key: string) {
  const bytes = await services.storage.read(key)
  if (!bytes) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += (chunk as Buffer).length
    hash.update(chunk as Buffer)
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * Compares every row with its bytes, all of which are read, and what is stored with the rows. What is being stored or
 * deleted at the moment is none of it. Bytes are listed first: a file that comes meanwhile is not taken for an orphan.
 */
export async function checkFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<Findings> {
  const findings: Findings = { checked: 0, missing: [], damaged: [], orphaned: [] }
  const stored = new Map<string, number>()
  for await (const { key, size } of storage.list()) stored.set(key, size)
  const loose = await listLooseKeys(db)
  for (let after = ''; ; ) {
    const files = await listStoredFiles(db, after, batch)
    for (const { id, original_name: name, bytes_key, file_size, sha256 } of files) {
      const key = bytes_key as string
      for (const ofFile of keysOf(key)) stored.delete(ofFile)
      const found = await hashStored({ storage }, keyOf(key, 'original'))
      findings.checked++
      if (!found) findings.missing.push({ id, name })
      else if (found.size !== Number(file_size))
        findings.damaged.push({ id, name, why: `${found.size} bytes instead of ${file_size}` })
      else if (found.sha256 !== sha256) findings.damaged.push({ id, name, why: 'its content has changed' })
    }
    if (files.length < batch) break
    after = files.at(-1)?.id ?? after
  }
  for (const key of loose) stored.delete(key)
  findings.orphaned = [...stored].map(([key, size]) => ({ key, size }))
  return findings
}
