import { foldName } from '../db/fold.ts'
import type { Db } from '../db/schema.ts'
import { searchText, searchWords } from '../search/words.ts'
import { listNames } from './queries.ts'

/** As many as a database takes in one query; only a letter or two can begin more. */
const most = 5000

// ñ is searched as n, as among the accounts
const folded = (text: string) => foldName(text).replaceAll('\u007f', '')

/**
 * The names in the trail that hold all the words sought, each as the beginning of one of theirs; undefined when nothing
 * is sought. Compared here, since the trail keeps names as they were written, and databases don't know accents.
 */
export async function findNames(db: Db, q: string | undefined): Promise<string[] | undefined> {
  const words = searchWords(q && folded(q))
  if (words.length === 0) return undefined
  const holdsAll = (name: string) => {
    const text = ` ${searchText(folded(name))}`
    return words.every((word) => text.includes(` ${word}`))
  }
  return (await listNames(db)).filter(holdsAll).slice(0, most)
}
