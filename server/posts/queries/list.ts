import { sql } from 'kysely'
import { countRows } from '../../db/count.ts'
import { type Cursor, octetLength, type Page, pageOf, pageOfTexts } from '../../db/page.ts'
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

/** Words of a search. */
interface SearchTerms {
  /** Each must be in the text. */
  textWords: string[]
  /** Each is in the name of some user, and must be in the text or in the author's name. */
  nameWords: string[]
}

type Filter = Pick<ListOptions, 'categoryId'> & { search: SearchTerms }

const usersNamed = (db: Db, words: string[]) =>
  db
    .selectFrom('users')
    .where((user) => user.or(words.map((word) => user(sql`' ' || ${searchName}`, 'like', `% ${word}%`))))

/** Users are looked up first: nearly no search names one, and then a single look-up in the word index is enough. */
async function searchTerms(db: Db, words: string[]): Promise<SearchTerms> {
  const names = words.length > 0 ? await usersNamed(db, words).select(searchName.as('name')).execute() : []
  const isInName = (word: string) => names.some(({ name }) => ` ${name}`.includes(` ${word}`))
  return { textWords: words.filter((word) => !isInName(word)), nameWords: words.filter(isInName) }
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
    .$if(search.textWords.length > 0, (query) => query.where('posts.id', 'in', postsWithWords(db, search.textWords)))
    .$if(search.nameWords.length > 0, (query) =>
      query.where((post) =>
        post.and(
          search.nameWords.map((word) =>
            post.or([
              post('posts.id', 'in', postsWithWords(db, [word])),
              post('posts.author_id', 'in', usersNamed(db, [word]).select('id')),
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
  const filter = { categoryId, search: await searchTerms(db, words) }
  const byPublication = visible.draftsOf === undefined
  const onPage = filtered(db, visible, filter)
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
  const listed = postsWithNames(db)
    .$if(byPublication, (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
  const keyOf = ({ id, published_at }: Pick<ListedPostRow, 'id' | 'published_at'>) =>
    byPublication ? [published_at as number, id] : [id]
  const total = await countPosts(db, visible, filter)
  if (!options.withContent) {
    const rows = await listed.where('posts.id', 'in', onPage.select('posts.id')).execute()
    return pageOf(rows, limit, total, keyOf)
  }
  const heads = await onPage
    .select(['posts.id', 'posts.published_at', octetLength('posts.content').as('bytes')])
    .execute()
  return pageOfTexts(heads, limit, total, keyOf, (ids) =>
    listed.select('posts.content').where('posts.id', 'in', ids).execute(),
  )
}
