import { type Insertable, sql } from 'kysely'
import { playableTypes, shownEverywhere } from '../../contract/content/file-kinds.ts'
import { type FileTextState, fileTextStates } from '../../contract/files.ts'
import { countAll, countRows, hasChanged, listValues, sumOf } from '../db/count.ts'
import { authorIdUnlessDeleted, type Cursor, type Page, pageOf } from '../db/page.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'
import { type Condition, idsOfDocuments, searchExpression } from '../db/search/search.ts'
import type { Allowed } from '../http/authorize.ts'

/** Files with the current names of uploader and category, the count of published posts that link to them, and reactions. */
const withNames = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.uploader_id')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select([
      'files.id',
      'files.original_name',
      'files.title',
      'files.description',
      'files.file_type',
      'files.file_size',
      'files.bytes_key',
      'files.sha256',
      'files.original_url',
      'files.video_id',
      'files.has_preview',
      'files.screen_is_original',
      'files.width',
      'files.height',
      'files.category_id',
      'files.uploaded_at',
    ])
    .select(['users.name as uploaded_by', 'categories.name as category_name'])
    .select((file) => [
      authorIdUnlessDeleted('files.uploader_id').as('uploader_id'),
      file
        .selectFrom('post_links')
        .innerJoin('posts', 'posts.id', 'post_links.post_id')
        .where('post_links.kind', '=', 'file')
        .whereRef('post_links.target_id', '=', 'files.id')
        .where('posts.published_at', 'is not', null)
        .select(countAll.as('count'))
        .as('post_count'),
      file
        .selectFrom('file_texts')
        .whereRef('file_texts.file_id', '=', 'files.id')
        .where('file_texts.state', 'in', fileTextStates)
        .select('file_texts.state')
        .$castTo<{ state: FileTextState }>()
        .as('text_state'),
      reactionsTo('file', 'files.id').as('reactions'),
    ])

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFileRow>>>

export const findFileRow = (db: Db, id: string) => withNames(db).where('files.id', '=', id).executeTakeFirst()

interface ListOptions {
  /** Null for files without a category; undefined for all. */
  categoryId?: string | null | undefined
  kind?: 'image' | 'audio' | undefined
  /** Condition of the index; undefined for all files. */
  search?: Condition | undefined
  limit: number
  /** `uploaded_at` and id. */
  after: Cursor | undefined
}

const filtered = (db: Db, { categoryId, kind, search }: Pick<ListOptions, 'categoryId' | 'kind' | 'search'>) =>
  db
    .selectFrom('files')
    .$if(categoryId === null, (query) => query.where('files.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('files.category_id', '=', categoryId as string))
    .$if(kind === 'image', (query) =>
      query.where((file) => file.or([file('has_preview', '=', 1), file('file_type', 'in', shownEverywhere)])),
    )
    .$if(kind === 'audio', (query) => query.where('files.file_type', 'in', playableTypes))
    .$if(search !== undefined, (query) =>
      query.where('files.id', 'in', idsOfDocuments(db, 'file', searchExpression(db, 'file', search as Condition))),
    )

/** Newest first. */
export async function listFiles(db: Db, options: ListOptions): Promise<Page<FileRow>> {
  const { limit, after } = options
  const ids = filtered(db, options)
    .select('files.id')
    .orderBy('files.uploaded_at', 'desc')
    .orderBy('files.id', 'desc')
    .limit(limit + 1)
    .$if(after !== undefined, (query) =>
      query.where((file) =>
        file(
          file.refTuple('files.uploaded_at', 'files.id'),
          '<',
          file.tuple(after?.[0] as number, after?.[1] as string),
        ),
      ),
    )
  const rows = await withNames(db)
    .where('files.id', 'in', ids)
    .orderBy('files.uploaded_at', 'desc')
    .orderBy('files.id', 'desc')
    .execute()
  return pageOf(rows, limit, await countRows(filtered(db, options)), (row) => [row.uploaded_at, row.id])
}

/** Omits ids that don't exist. */
export const findFileRows = (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : withNames(db).where('files.id', 'in', ids).execute()

/** Categories with files, by name; files without a category come last. */
export async function listFileSections(db: Db) {
  const counts = await db
    .selectFrom('files')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select(['files.category_id', 'categories.name as category_name', 'categories.name_key'])
    .select(countAll.as('file_count'))
    .groupBy(['files.category_id', 'categories.name', 'categories.name_key'])
    .orderBy('categories.name_key')
    .execute()
  return [...counts.filter((row) => row.category_id !== null), ...counts.filter((row) => row.category_id === null)]
}

export const insertFile = (db: Db, file: Insertable<Schema['files']>) => db.insertInto('files').values(file).execute()

export const deleteFileRow = (tx: Db, file: Allowed<'file.delete', FileRow>) =>
  tx.deleteFrom('files').where('id', '=', file.id).execute()

type ImageColumn = 'has_preview' | 'width' | 'height' | 'screen_is_original'

/** Stores the size of an image when its smaller versions are made, or that it has none. */
export const setImage = (db: Db, id: string, image: Partial<Record<ImageColumn, number>>) =>
  db.updateTable('files').set(image).where('id', '=', id).execute()

export const listPictureIds = async (db: Db, ids: string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : listValues(db.selectFrom('files').select('id').where('has_preview', '=', 1).where('id', 'in', ids))

/** The newest link whose title is to be read. */
export const findDueLink = (db: Db, now: number) =>
  db
    .selectFrom('files')
    .select(['id', 'original_url', 'uploaded_at', 'title_tries', 'title_due_at'])
    .where('title_due_at', '<=', now)
    .orderBy('title_due_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type DueLink = NonNullable<Awaited<ReturnType<typeof findDueLink>>>

/** Counts a try before it is made; false if another process has taken it. */
export const takeDueLink = (db: Db, { id, title_tries }: DueLink, nextDueAt: number | null) =>
  hasChanged(
    db
      .updateTable('files')
      .set({ title_tries: title_tries + 1, title_due_at: nextDueAt })
      .where('id', '=', id)
      .where('title_tries', '=', title_tries),
  )

export const setLinkTitle = (db: Db, id: string, title: string | null) =>
  db.updateTable('files').set({ title, title_due_at: null }).where('id', '=', id).execute()

/** Files with bytes, by id. */
export const listStoredFiles = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'original_name', 'bytes_key', 'file_size', 'sha256'])
    .where('bytes_key', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const insertUpload = (db: Db, upload: Insertable<Schema['uploads']>) =>
  db.insertInto('uploads').values(upload).execute()

export const findUpload = (db: Db, id: string) =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteUpload = (db: Db, id: string) => db.deleteFrom('uploads').where('id', '=', id).execute()

export const touchUpload = (db: Db, id: string, updated_at: number) =>
  db.updateTable('uploads').set({ updated_at }).where('id', '=', id).execute()

/** Bytes of a person's files, their texts and unfinished uploads, without the one named. */
export async function sumFileSizes(db: Db, uploaderId: string, exceptUpload?: string) {
  const stored = db
    .selectFrom('files')
    .select('file_size')
    .where('uploader_id', '=', uploaderId)
    .unionAll(
      db
        .selectFrom('uploads')
        .select('file_size')
        .where('uploader_id', '=', uploaderId)
        // an upload that has just become a file counts once
        .where('id', 'not in', (file) => file.selectFrom('files').select('id').where('uploader_id', '=', uploaderId))
        .$if(exceptUpload !== undefined, (query) => query.where('id', '!=', exceptUpload as string)),
    )
    .unionAll(
      db
        .selectFrom('files')
        .innerJoin('file_texts', 'file_texts.file_id', 'files.id')
        .select(sql<number>`octet_length(file_texts.content) + octet_length(file_texts.tokens)`.as('file_size'))
        .where('uploader_id', '=', uploaderId),
    )
  const { total } = await db
    .selectFrom(stored.as('stored'))
    .select(sumOf('file_size').as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const countUploads = (db: Db, uploaderId: string) =>
  countRows(db.selectFrom('uploads').where('uploader_id', '=', uploaderId))

/** Ids of unfinished uploads: all, or the ones without a byte since `before`. */
export const listUploadIds = (db: Db, before?: number) =>
  listValues(
    db
      .selectFrom('uploads')
      .select('id')
      .$if(before !== undefined, (query) => query.where('updated_at', '<', before as number)),
  )
