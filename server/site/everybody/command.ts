import { printProgress } from '../../backups/progress.ts'
import { type Config, locationOf } from '../../config.ts'
import { readAtOneMoment } from '../../db/read-at-one-moment.ts'
import type { Db } from '../../db/schema.ts'
import { createDates } from '../../lib/dates.ts'
import { OperatorError } from '../../operator-error.ts'
import { openStorage } from '../../storage/open.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import { openMarkdown } from '../markdown.ts'
import type { Fault } from '../site.ts'
import { createFolder } from './folder.ts'
import { findPosts, frameOfAll } from './site.ts'
import { writeAll } from './write.ts'

export const exportUsage =
  '  npm run admin -- export FOLDER             the community as pages that any browser opens, without this program'

const describe = (fault: Fault) =>
  fault.kind === 'unreadable' ? `can't be read (${fault.reason})` : `is ${fault.kind}`

/** Writes the community as a static site into a new or empty folder, beside the working server. */
export async function exportSite(currentDb: Db, config: Config, folder: string) {
  using progress = printProgress()
  const markdown = openMarkdown()
  let abandon = () => {}
  try {
    const { storage } = await openStorage(config)
    const sink = await createFolder(folder)
    abandon = sink.abandon
    const dates = createDates(config.TIME_ZONE)
    const madeAt = Date.now()
    let faults = 0
    const counts = await readAtOneMoment(locationOf(config), (db) =>
      writeAll({
        scope: 'everybody',
        db,
        currentDb,
        storage,
        sink,
        markdown,
        dates,
        madeAt,
        publicUrl: config.PUBLIC_URL,
        frame: frameOfAll(dates.dayAndTime(madeAt)),
        targets: new Map(),
        findMore: (ids) => findPosts(db, dates, ids),
        categories: new Map(),
        authors: new Map(),
        step: progress.step,
        onBytes: progress.bytes,
        reportFault({ id, original_name }, fault) {
          faults++
          progress.warn(`${JSON.stringify(original_name)} (${id}) ${describe(fault)} in the archive`)
        },
        reportText: (id) => progress.warn(`the text ${id} is written as it was typed: it could not become HTML`),
      }),
    )
    await sink.finish()
    const { posts, comments, news, files, messages } = counts
    console.log(
      `${folder}: ${posts} posts, ${comments} comments, ${news} news items, ${files} files and links, ${messages} messages`,
    )
    if (faults > 0) {
      console.error(`${faults} ${faults === 1 ? 'file is' : 'files are'} missing or damaged; all else is there.`)
      process.exitCode = 1
    }
  } catch (error) {
    abandon()
    if (error instanceof StorageUnavailable)
      throw new OperatorError(`the archive is out of reach (${error.message})`, { cause: error })
    throw error
  } finally {
    await markdown.close()
  }
}
