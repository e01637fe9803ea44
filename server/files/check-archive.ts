import { listAvatarKeys } from '../accounts/queries.ts'
import { readInBatches } from '../lib/batches.ts'
import type { Services } from '../services.ts'
import { measureAll } from '../storage/bytes.ts'
import { listPendingKeys } from '../storage/queries.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'
import { keyOf, keysOf } from './previews.ts'
import { findFileRow, listStoredFiles } from './queries.ts'

interface Findings {
  checked: number
  missing: { id: string; name: string }[]
  damaged: { id: string; name: string; why: string }[]
  orphaned: { key: string; size: number }[]
}

type StoredFile = Awaited<ReturnType<typeof listStoredFiles>>[number]

const batchSize = 500

/** Reads all bytes of a file; undefined if they match the row. */
async function findFault(storage: Storage, { bytes_key, file_size, sha256 }: StoredFile) {
  const bytes = await storage.read(keyOf(bytes_key as string, 'original'))
  if (!bytes) return 'missing'
  const found = await measureAll(bytes)
  if (found.size !== file_size) return `${found.size} bytes instead of ${file_size}`
  return found.sha256 === sha256 ? undefined : 'its content has changed'
}

/**
 * Compares every row with its bytes, all of which are read, and the stored keys with the rows. Files that are added or
 * deleted during the check are not reported: keys are listed before the rows, and a finding is checked a second time.
 * Unreadable bytes are damaged; an unreachable storage ends the check (`StorageUnavailable`).
 */
export async function checkFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<Findings> {
  const findings: Findings = { checked: 0, missing: [], damaged: [], orphaned: [] }
  const stored = new Map<string, number>()
  for await (const { key, size } of storage.list()) stored.set(key, size)

  async function check(file: StoredFile) {
    const { id, original_name: name } = file
    const fault = await findFault(storage, file).catch((error) => {
      if (error instanceof StorageUnavailable) throw error
      return `it can’t be read: ${error.message}`
    })
    findings.checked++
    if (fault === undefined || !(await findFileRow(db, id))) return
    if (fault === 'missing') findings.missing.push({ id, name })
    else findings.damaged.push({ id, name, why: fault })
  }

  const read = (last: StoredFile | undefined, limit: number) => listStoredFiles(db, last?.id ?? '', limit)
  for await (const files of readInBatches(batchSize, read))
    for (const file of files) {
      for (const key of keysOf(file.bytes_key as string)) stored.delete(key)
      await check(file)
    }
  for (const key of [...(await listPendingKeys(db)), ...(await listAvatarKeys(db))]) stored.delete(key)
  for (const [key, size] of stored) if ((await storage.sizeOf(key)) !== undefined) findings.orphaned.push({ key, size })
  return findings
}
