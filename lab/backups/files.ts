import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../../server/config.ts'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import { openStorage } from '../../server/storage/open.ts'

/** Fills the archive of a community without the API: files of random bytes, all of them different. */
export async function insertFiles(location: DatabaseLocation, { count, size }: { count: number; size: number }) {
  const config = readConfig({ DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl })
  const { storage } = await openStorage(config)
  const { db, close } = await openDatabase(location, { alone: false })
  const { id: uploader_id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const block = randomBytes(Math.min(size, 2 ** 20))
  for (let made = 0; made < count; made += 100) {
    const rows = []
    for (let n = made; n < Math.min(count, made + 100); n++) {
      const key = newId()
      const path = join(location.dataDir, `source-${key}`)
      const hash = createHash('sha256')
      async function* bytes() {
        for (let at = 0; at < size; at += block.length) {
          const part = Buffer.from(block.subarray(0, Math.min(block.length, size - at)))
          part.write(`${key} ${at}`)
          hash.update(part)
          yield part
        }
      }
      await pipeline(Readable.from(bytes()), createWriteStream(path))
      const sha256 = hash.digest('hex')
      await storage.put(key, path, { size, sha256 })
      await rm(path)
      rows.push({
        id: key,
        original_name: `Archivo ${n}.bin`,
        description: null,
        file_type: 'application/octet-stream',
        file_size: size,
        bytes_key: key,
        sha256,
        original_url: null,
        video_id: null,
        has_preview: 0,
        category_id: null,
        uploader_id,
        uploaded_at: Date.now(),
      })
    }
    await db.insertInto('files').values(rows).execute()
  }
  await close()
}
