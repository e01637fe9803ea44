import { sql } from 'kysely'
import { countAll, countRows } from '../../db/count.ts'
import { type Cursor, octetLength, type Page, pageOf, pageOfTexts } from '../../db/page.ts'
import { prepared, valuesOf } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { type Condition, idsOfDocuments } from '../../db/search/search.ts'
import { type ListedPostRow, postsWithCovers } from './post.ts'

/** Visible posts: published ones, drafts (one author's, or everybody's for 'all'), or both. */
export interface Visible {
  published: boolean
  draftsOf?: string | 'all'
}

export interface ListOptions {
  /** An id; null for posts without a category; undefined for all. */
  categoryId?: string | null | undefined
  /** Condition of the index; undefined for all posts. */
  search?: Condition | undefined
  withContent: boolean
  limit: number
  after: Cursor | undefined
}

/** Values that the statements bind; the strings are empty where `Shape` doesn't use them. */
type Values = {
  authorId: string
  categoryId: string
  limit: number
  /** Sort keys of the last post of the page before. */
  published_at: number
  id: string
}

/** Options that change the statements. */
type Shape = {
  published: boolean
  drafts: 'none' | 'own' | 'all'
  category: 'any' | 'none' | 'one'
  isContinued: boolean
}

const filtered = (db: Db, { authorId, categoryId }: Values, shape: Shape, search?: Condition) =>
  db
    .selectFrom('posts')
    .$if(shape.drafts === 'none', (query) => query.where('posts.published_at', 'is not', null))
    .$if(!shape.published, (query) => query.where('posts.published_at', 'is', null))
    .$if(shape.drafts === 'own', (query) =>
      query.where((post) => {
        const own = post('posts.author_id', '=', authorId)
        return shape.published ? post.or([post('posts.published_at', 'is not', null), own]) : own
      }),
    )
    .$if(shape.category === 'none', (query) => query.where('posts.category_id', 'is', null))
    .$if(shape.category === 'one', (query) => query.where('posts.category_id', '=', categoryId))
    .$if(search !== undefined, (query) =>
      query.where('posts.id', 'in', idsOfDocuments(db, 'post', search as Condition)),
    )

/** Only published posts are listed by publication, lists with drafts by creation. */
const isByPublication = ({ drafts }: Shape) => drafts === 'none'

const onPage = (db: Db, values: Values, shape: Shape, search?: Condition) =>
  filtered(db, values, shape, search)
    .$if(isByPublication(shape), (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .limit(values.limit)
    .$if(shape.isContinued, (query) =>
      isByPublication(shape)
        ? query.where((post) =>
            post(post.refTuple('posts.published_at', 'posts.id'), '<', post.tuple(values.published_at, values.id)),
          )
        : query.where('posts.id', '<', values.id),
    )

const inOrder = (db: Db, shape: Shape) =>
  postsWithCovers(db)
    .$if(isByPublication(shape), (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')

// Each is compiled once, but for searches.
const summaries = (db: Db, values: Values, shape: Shape, search?: Condition) =>
  inOrder(db, shape).where('posts.id', 'in', onPage(db, values, shape, search).select('posts.id'))
const heads = (db: Db, values: Values, shape: Shape, search?: Condition) =>
  onPage(db, values, shape, search).select(['posts.id', 'posts.published_at', octetLength('posts.content').as('bytes')])
const preparedSummaries = prepared(summaries)
const preparedHeads = prepared(heads)
const withContents = prepared((db, { ids }: { ids: string[] }, shape: Shape) =>
  inOrder(db, shape).select('posts.content').where('posts.id', 'in', valuesOf(db, ids)),
)

const publishedCount = prepared((db, { categoryId }: Values, { category }: Shape) =>
  db
    .selectFrom('post_counts')
    .$if(category !== 'any', (query) => query.where('category_id', '=', category === 'one' ? categoryId : ''))
    .select(sql<number | null>`sum(published)`.as('count')),
)
const draftCount = prepared((db, values: Values, shape: Shape) =>
  filtered(db, values, shape).select(countAll.as('count')),
)

// Published posts and drafts are counted separately: each has an index of its own, both together have none.
async function countPosts(db: Db, values: Values, shape: Shape, search: Condition | undefined) {
  const published: Shape = { ...shape, drafts: 'none' }
  const drafts: Shape = { ...shape, published: false }
  if (search)
    return (
      (shape.published ? await countRows(filtered(db, values, published, search)) : 0) +
      (shape.drafts !== 'none' ? await countRows(filtered(db, values, drafts, search)) : 0)
    )
  return (
    ((shape.published && (await publishedCount.first(db, values, published))?.count) || 0) +
    ((shape.drafts !== 'none' && (await draftCount.first(db, values, drafts))?.count) || 0)
  )
}

/** Newest first: published posts by publication, lists with drafts by creation. */
export async function listPosts(db: Db, visible: Visible, options: ListOptions): Promise<Page<ListedPostRow>> {
  const { limit, after, search, categoryId } = options
  const { published, draftsOf = '' } = visible
  const shape: Shape = {
    published,
    drafts: draftsOf === '' ? 'none' : draftsOf === 'all' ? 'all' : 'own',
    category: categoryId === undefined ? 'any' : categoryId === null ? 'none' : 'one',
    isContinued: after !== undefined,
  }
  const values: Values = {
    authorId: draftsOf,
    categoryId: categoryId ?? '',
    limit: limit + 1,
    published_at: Number(after?.[0]),
    id: String(after?.at(-1)),
  }
  const total = await countPosts(db, values, shape, search)
  const keyOf = ({ id, published_at }: Pick<ListedPostRow, 'id' | 'published_at'>) =>
    isByPublication(shape) ? [published_at as number, id] : [id]
  if (!options.withContent) {
    const rows = search
      ? await summaries(db, values, shape, search).execute()
      : await preparedSummaries.all(db, values, shape)
    return pageOf(rows, limit, total, keyOf)
  }
  const sizes = search ? await heads(db, values, shape, search).execute() : await preparedHeads.all(db, values, shape)
  return pageOfTexts(sizes, limit, total, keyOf, (ids) => withContents.all(db, { ids }, shape))
}
