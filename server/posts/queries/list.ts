import { sql } from 'kysely'
import { countRows } from '../../db/count.ts'
import { type Cursor, type Page, pageOf } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { postsWithWords, searchName } from '../../db/search.ts'
import { type ListedPostRow, postsWithNames } from './post.ts'

/** Visible posts: published ones, drafts (one author's, or everybody's for 'all'), or both. */
interface Visible {
  published: boolean
  draftsOf?: string | 'all'
}

interface ListOptions {
  /** An id; null for posts without a category; undefined for all. */
  categoryId?: string | null | undefined
  /** All words must be in the title, the content or the author's name: see `server/search/words.ts`. */
  words?: string[]
  withContent: boolean
  limit: number
  after: Cursor | undefined
}

/** One way to match a search: words in the text, and optionally one of some authors. */
interface SearchTerms {
  words: string[]
  authors?: string[]
}

type Filter = Pick<ListOptions, 'categoryId'> & { search: SearchTerms[] }

/**
 * Alternatives that match all words: in the text, or some of them in the author's name. Authors are looked up first, as
 * nearly no search names one: the other searches then need a single look-up in the word index.
 */
async function searchAlternatives(db: Db, words: string[]): Promise<SearchTerms[]> {
  const alternatives = new Map<string, SearchTerms & { authors: string[] }>()
  const name = sql<string>`' ' || ${searchName}`
  const authors = await db
    .selectFrom('users')
    .select(['id', name.as('name')])
    .where((user) => user.or(words.map((word) => user(name, 'like', `% ${word}%`))))
    .execute()
  for (const { id, name } of authors) {
    const rest = words.filter((word) => !name.includes(` ${word}`))
    const alternative = alternatives.get(rest.join(' ')) ?? { words: rest, authors: [] }
    alternative.authors.push(id)
    alternatives.set(rest.join(' '), alternative)
  }
  return [{ words }, ...alternatives.values()]
}

const filtered = (db: Db, { published, draftsOf }: Visible, { categoryId, search }: Filter) =>
  db
    .selectFrom('posts')
    .$if(!draftsOf, (query) => query.where('posts.published_at', 'is not', null))
    .$if(!published, (query) => query.where('posts.published_at', 'is', null))
    .$if(draftsOf !== undefined && draftsOf !== 'all', (query) =>
      query.where((post) => {
        const own = post('posts.author_id', '=', draftsOf as string)
        return published ? post.or([post('posts.published_at', 'is not', null), own]) : own
      }),
    )
    .$if(categoryId === null, (query) => query.where('posts.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('posts.category_id', '=', categoryId as string))
    .$if(search.length > 0, (query) =>
      query.where((post) =>
        post.or(
          search.map(({ words, authors }) =>
            post.and([
              ...(words.length > 0 ? [post('posts.id', 'in', postsWithWords(db, words))] : []),
              ...(authors ? [post('posts.author_id', 'in', authors)] : []),
            ]),
          ),
        ),
      ),
    )

// Published posts and drafts are counted separately: each has an index of its own, both together have none.
async function countPosts(db: Db, { published, draftsOf }: Visible, filter: Filter) {
  const parts: Visible[] = [
    ...(published ? [{ published }] : []),
    ...(draftsOf ? [{ published: false, draftsOf }] : []),
  ]
  let total = 0
  for (const part of parts) total += await countRows(filtered(db, part, filter))
  return total
}

/** Newest first: published posts by publication, lists with drafts by creation. */
export async function listPosts(db: Db, visible: Visible, options: ListOptions): Promise<Page<ListedPostRow>> {
  const { limit, after, words = [], categoryId } = options
  const filter = { categoryId, search: words.length > 0 ? await searchAlternatives(db, words) : [] }
  const byPublication = visible.draftsOf === undefined
  const ids = filtered(db, visible, filter)
    .select('posts.id')
    .$if(byPublication, (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .limit(limit + 1)
    .$if(after !== undefined, (query) =>
      byPublication
        ? query.where((post) =>
            post(
              post.refTuple('posts.published_at', 'posts.id'),
              '<',
              post.tuple(after?.[0] as number, after?.[1] as string),
            ),
          )
        : query.where('posts.id', '<', after?.[0] as string),
    )
  const rows: ListedPostRow[] = await postsWithNames(db)
    .$if(options.withContent, (query) => query.select('posts.content'))
    .where('posts.id', 'in', ids)
    .$if(byPublication, (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .execute()
  const total = await countPosts(db, visible, filter)
  return pageOf(rows, limit, total, (row) => (byPublication ? [row.published_at as number, row.id] : [row.id]))
}
