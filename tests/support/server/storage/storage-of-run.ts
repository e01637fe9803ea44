import { afterAll, inject } from 'vitest'
import { openBucket } from '../../../../server/storage/s3.ts'
import { startS3 } from '../../s3/server.ts'

/**
 * The storage of a community in this run: a folder on SQLite (the default, undefined), a bucket on PostgreSQL. Every
 * test of the archive runs on both.
 */
export async function storageOfThisRun() {
  if (inject('postgresUrl') === undefined) return undefined
  const s3 = await startS3()
  afterAll(s3.stop)
  return openBucket(s3)
}
