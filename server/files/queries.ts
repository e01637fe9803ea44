import { type Insertable, sql } from 'kysely'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'

const columns = [
  'files.id',
  'files.original_name',
  'files.description',
  'files.file_type',
  'files.file_size',
  'files.bytes_key',
  'files.sha256',
  'files.original_url',
  'files.video_id',
  'files.has_preview',
  'files.category_id',
  'files.uploaded_at',
] as const

/** Files with the current names of uploader and category, and how many published posts link to them. */
const withNames = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.uploader_id')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select(columns)
    .select(['users.name as uploaded_by', 'categories.name as category_name'])
    .select((file) => [
      file.case().when('users.deleted_at', 'is', null).then(file.ref('files.uploader_id')).end().as('uploader_id'),
      file
        .selectFrom('post_links')
        .innerJoin('posts', 'posts.id', 'post_links.post_id')
        .where('post_links.kind', '=', 'file')
        .whereRef('post_links.target_id', '=', 'files.id')
        .where('posts.published_at', 'is not', null)
        .select(sql<number>`count(*)`.as('count'))
        .as('post_count'),
    ])

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFileRow>>>

export const findFileRow = (db: Db, id: string) => withNames(db).where('files.id', '=', id).executeTakeFirst()

interface Wanted {
  /** An id; null for those without a category; undefined for all. */
  categoryId?: string | null | undefined
  kind?: 'image' | 'audio' | undefined
  /** Each has to be in its name or description: see `server/search/words.ts`. */
  words?: string[]
  limit: number
  /** When it was uploaded, and its id. */
  after: Cursor | undefined
}

const filtered = (db: Db, { categoryId, kind, words = [] }: Pick<Wanted, 'categoryId' | 'kind' | 'words'>) =>
  db
    .selectFrom('files')
    .$if(categoryId === null, (query) => query.where('files.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('files.category_id', '=', categoryId as string))
    .$if(kind === 'image', (query) => query.where('files.has_preview', '=', 1))
    .$if(kind === 'audio', (query) => query.where('files.file_type', 'like', 'audio/%'))
    .$if(words.length > 0, (query) =>
      query.where((file) => file.and(words.map((word) => file('files.search_text', 'like', `%${word}%`)))),
    )

/** The archive, newest first. */
export async function listFiles(db: Db, wanted: Wanted): Promise<Page<FileRow>> {
  const { limit, after } = wanted
  const ids = filtered(db, wanted)
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
  const { count } = await filtered(db, wanted).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => [row.uploaded_at, row.id])
}

/** Those of the files that are there. */
export const findFileRows = (db: Db, ids: string[]) =>
  ids.length === 0 ? [] : withNames(db).where('files.id', 'in', ids).execute()

/** Categories that have files, by name, and how many are in none, last. */
export async function listFileSections(db: Db) {
  const counts = await db
    .selectFrom('files')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select(['files.category_id', 'categories.name as category_name', 'categories.name_key'])
    .select(sql<number>`count(*)`.as('file_count'))
    .groupBy(['files.category_id', 'categories.name', 'categories.name_key'])
    .orderBy('categories.name_key')
    .execute()
  return [...counts.filter((row) => row.category_id !== null), ...counts.filter((row) => row.category_id === null)]
}

export const insertFile = (db: Db, file: Insertable<Schema['files']>) => db.insertInto('files').values(file).execute()

/** The file, held until the end of the transaction: whoever else changes it waits. */
export const lockFile = (tx: Db, id: string) =>
  tx
    .updateTable('files')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const deleteFileRow = (tx: Db, file: Allowed<'file.delete', FileRow>) =>
  tx.deleteFrom('files').where('id', '=', file.id).execute()

/** No smaller version can be made of it. */
export const setNoPreview = (db: Db, id: string) =>
  db.updateTable('files').set({ has_preview: 0 }).where('id', '=', id).execute()

/** Uploads with bytes, for whoever compares them with the storage; after the given id, in its order. */
export const listStoredFiles = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'original_name', 'bytes_key', 'file_size', 'sha256', 'has_preview'])
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

/** Some of its bytes came. */
export const touchUpload = (db: Db, id: string, moved_at: number) =>
  db.updateTable('uploads').set({ moved_at }).where('id', '=', id).execute()

/** How many uploads of a person are still on their way. */
export const countUploads = async (db: Db, uploaderId: string) => {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploader_id', '=', uploaderId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The ids of uploads that are still on their way; those of which nothing came since a moment, or all. */
export const listUploadIds = async (db: Db, before?: number) =>
  (
    await db
      .selectFrom('uploads')
      .select('id')
      .$if(before !== undefined, (query) => query.where('moved_at', '<', before as number))
      .execute()
  ).map(({ id }) => id)

/** Vouches for bytes until a moment, before they are stored; again for as long as that takes. */
export const holdBytes = (db: Db, key: string, held_until: number) =>
  db
    .insertInto('loose_bytes')
    .values({ key, held_until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ held_until }))
    .execute()

/** The same for bytes that are still held; nothing for those that were given up meanwhile. */
export const holdOn = (db: Db, key: string, held_until: number) =>
  db.updateTable('loose_bytes').set({ held_until }).where('key', '=', key).where('held_until', '>', 0).execute()

const looseAndHeld = (db: Db, key: string) =>
  db.deleteFrom('loose_bytes').where('key', '=', key).where('held_until', '>', 0).executeTakeFirst()

/** From now on a row vouches for the bytes; false when they were given up meanwhile. */
export const takeBytes = async (tx: Db, key: string) => Number((await looseAndHeld(tx, key)).numDeletedRows) === 1

/** Nobody vouches for these bytes any more. */
export const releaseBytes = (tx: Db, keys: string[]) =>
  tx
    .insertInto('loose_bytes')
    .values(keys.map((key) => ({ key, held_until: 0 })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ held_until: 0 }))
    .execute()

/** Gives up bytes that aren't vouched for yet; those that a row vouches for have no entry and stay. */
export const giveUpBytes = (db: Db, key: string) =>
  db.updateTable('loose_bytes').set({ held_until: 0 }).where('key', '=', key).execute()

/** Gives up bytes whose holder hasn't been heard of since that moment. */
export const giveUpAbandoned = (db: Db, before: number) =>
  db
    .updateTable('loose_bytes')
    .set({ held_until: 0 })
    .where('held_until', '>', 0)
    .where('held_until', '<', before)
    .execute()

/** Keys of bytes to be deleted, among those given or all. */
export const listGivenUp = async (db: Db, limit: number, among?: string[]) =>
  (
    await db
      .selectFrom('loose_bytes')
      .select('key')
      .where('held_until', '=', 0)
      .$if(among !== undefined, (query) => query.where('key', 'in', among as string[]))
      .limit(limit)
      .execute()
  ).map(({ key }) => key)

export const forgetGivenUp = (db: Db, key: string) =>
  db.deleteFrom('loose_bytes').where('key', '=', key).where('held_until', '=', 0).execute()

/** Keys that are held or given up, for whoever compares bytes with rows. */
export const listLooseKeys = async (db: Db) =>
  (await db.selectFrom('loose_bytes').select('key').execute()).map(({ key }) => key)
