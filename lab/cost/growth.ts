import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listCategories } from '../../server/categories/queries.ts'
import { openDatabase } from '../../server/db/db.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { listPosts } from '../../server/posts/queries/list.ts'
import { findPostRow } from '../../server/posts/queries/post.ts'
import { firstPost, insertCommunity } from './community.ts'

const rounds = 400

/** Time of each read, in µs, in a community of so many posts; nothing is kept in between. */
export async function readCosts(posts: number): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
  try {
    await insertCommunity(dataDir, posts)
    const { db, close } = await openDatabase({ dataDir })
    const other = openConnection(join(dataDir, 'alejandria.db'))
    const page = { limit: 20, after: undefined, withContent: false }
    const reads: Record<string, () => Promise<unknown>> = {
      'list of twenty posts': () => listPosts(db, { published: true }, page),
      'own and published posts': () => listPosts(db, { published: true, draftsOf: firstPost }, page),
      'posts of no category': () => listPosts(db, { published: true }, { ...page, categoryId: null }),
      'a post': () => findPostRow(db, firstPost),
      categories: () => listCategories(db, { withInactive: false, limit: 100, after: undefined }),
    }
    const costs: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        // a commit, so that the rows are read again; SQLite leaves a page with the same content alone
        other.execute(`update counters set value = value + 1 where name = 'chat'`)
        // the version is asked for once in a turn of the event loop
        await nextTurn()
        const begunAt = performance.now()
        await read()
        times.push(1000 * (performance.now() - begunAt))
      }
      costs[name] = times.toSorted((a, b) => a - b)[rounds / 2] ?? 0
    }
    other.close()
    await close()
    return costs
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
