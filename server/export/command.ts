import { printProgress } from '../backups/progress.ts'
import type { Config } from '../config.ts'
import { hasDatabase, openDatabase } from '../db/db.ts'
import { readAtOneMoment } from '../db/read-at-one-moment.ts'
import { createDates } from '../lib/dates.ts'
import { OperatorError } from '../operator-error.ts'
import { openStorage } from '../storage/open.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { createSite } from './site.ts'
import { writeSite } from './write-site.ts'

export const exportUsage =
  '  npm run admin -- export FOLDER             the community as pages that any browser opens, without this program'

/** Writes the community as a static site into a new or empty folder, beside the working server. */
export async function exportSite(config: Config, folder: string) {
  const location = { dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL }
  if (!hasDatabase(location)) throw new OperatorError(`There is no community in ${location.dataDir}: check DATA_DIR.`)
  const database = await openDatabase(location, { alone: false, schema: 'require' })
  const progress = printProgress()
  try {
    const { storage } = await openStorage(config)
    const site = await createSite(folder)
    const dates = createDates(config.TIME_ZONE)
    const now = Date.now()
    let faults = 0
    try {
      const counts = await readAtOneMoment(location, (db) =>
        writeSite({
          ...{ db, currentDb: database.db, storage, site, dates, progress },
          publicUrl: config.PUBLIC_URL,
          madeAt: dates.dayAndTime(now),
          ...{ files: new Map(), categories: new Map(), authors: new Map() },
          reportFault({ id, original_name }, fault) {
            faults++
            progress.warn(`${JSON.stringify(original_name)} (${id}) ${fault} in the archive`)
          },
        }),
      )
      await site.finish()
      const { posts, comments, news, files, messages } = counts
      console.log(
        `${folder}: ${posts} posts, ${comments} comments, ${news} news items, ${files} files and links, ${messages} messages`,
      )
      if (faults > 0) {
        console.error(`${faults} ${faults === 1 ? 'file is' : 'files are'} missing or damaged; all else is there.`)
        process.exitCode = 1
      }
    } catch (error) {
      site.abandon()
      throw error
    }
  } catch (error) {
    if (error instanceof StorageUnavailable)
      throw new OperatorError(`the archive is out of reach (${error.message})`, { cause: error })
    throw error
  } finally {
    progress.end()
    await database.close()
  }
}
