import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDisk } from './disk.ts'
import { openFolder } from './folder.ts'
import { openIncoming } from './incoming.ts'
import { openBucket } from './s3.ts'

/** Opens the storage: a bucket if one is configured, else a folder. Incoming files are always in a folder. */
export async function openStorage(config: Config) {
  const root = join(config.DATA_DIR, 'files')
  const disk = openDisk(config.DATA_DIR, { hasDatabase: config.DATABASE_URL === undefined })
  const incoming = await openIncoming(join(root, 'incoming'), disk)
  const storage = config.S3_BUCKET
    ? await openBucket({
        bucket: config.S3_BUCKET,
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION,
        accessKeyId: config.AWS_ACCESS_KEY_ID,
        secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
      })
    : await openFolder(root)
  return { storage, incoming, disk }
}
