import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { emptyIndex } from '../../db/search/documents.ts'
import { transaction } from '../../db/transaction.ts'
import { openTextExtractor } from '../../file-texts/extract.ts'
import { newId } from '../../ids.ts'
import { fillIndex } from '../../search/fill.ts'
import { readFillProgress } from '../../search/queries.ts'
import { openStorage } from '../../storage/open.ts'
import { countFileTexts, deleteFileTexts, listUnread } from './queries.ts'
import { readFileTexts } from './read-files.ts'

export const rebuildUsage =
  '  npm run admin -- search rebuild            rebuilds the index of the search, and reads the texts of all files again'

const progressIntervalMs = 5000
/** While a running server does a part of it. */
const waitMs = 1000

const count = new Intl.NumberFormat('en')

async function printProgress(db: Db) {
  const filled = await readFillProgress(db)
  const { waiting, ...read } = await countFileTexts(db)
  const done = Object.values(read).reduce((sum, files) => sum + files, 0)
  const texts = filled ? `${count.format(filled.done)} of ${count.format(filled.total)} texts indexed, ` : ''
  console.error(`${texts}${count.format(done)} of ${count.format(done + waiting)} files read`)
}

/** Beside a working server, which finds less until it is done: the newest is there first. */
export async function rebuildSearch(db: Db, config: Config) {
  const textExtractor = openTextExtractor(join(config.DATA_DIR, 'file-being-read'))
  const services = { db, newId, now: Date.now, log: console, textExtractor, ...(await openStorage(config)) }
  const printing = setInterval(() => void printProgress(db).catch(() => {}), progressIntervalMs)
  try {
    await transaction(db, async (tx) => {
      await emptyIndex(tx)
      await deleteFileTexts(tx)
    })
    while (!(await fillIndex(services, { pauseRatio: 1 }))) await sleep(waitMs)
    while (!(await readFileTexts(services)) && (await listUnread(db, 1)).length > 0) await sleep(waitMs)
    const { text, waiting, scanned, encrypted, broken } = await countFileTexts(db)
    console.log(`The search index is rebuilt. Files with text: ${count.format(text)}.`)
    console.log(
      `Without text: ${scanned} scanned, ${encrypted} with a password, ${broken} that can't be read. Tried again later: ${waiting}.`,
    )
  } finally {
    clearInterval(printing)
    textExtractor.close()
  }
}
