import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCategories } from '../../server/categories/queries.ts'
import { openDatabase } from '../../server/db/db.ts'
import { findPostRow, listPosts } from '../../server/posts/queries.ts'
import { firstPost, insertCommunity } from './community.ts'

const rounds = 400

/** Time of each read, in µs, in a community of so many posts; none of their results is kept. */
export async function readCosts(posts: number): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
  try {
    await insertCommunity(dataDir, posts)
    const { db, close } = await openDatabase({ dataDir })
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
        const begunAt = performance.now()
        await read()
        times.push(1000 * (performance.now() - begunAt))
      }
      costs[name] = times.toSorted((a, b) => a - b)[rounds / 2] ?? 0
    }
    await close()
    return costs
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
