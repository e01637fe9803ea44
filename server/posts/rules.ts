import { imageTargets } from '../../contract/content/link-tokens.ts'
import type { NewPost, PostChanges } from '../../contract/posts.ts'
import { record } from '../audit/rules.ts'
import { refuseBrokenCategory, requireActiveCategory } from '../categories/rules.ts'
import { cached } from '../db/cached.ts'
import { nameMentions, withMentionNames } from '../db/mentions/names.ts'
import { type Cursor, mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { insertOnce, lockRow, transaction } from '../db/transaction.ts'
import { listPictureIds } from '../files/queries.ts'
import { type Allowed, authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import { matchesVersion, Versioned } from '../http/reply.ts'
import type { SignedIn } from '../http/serve.ts'
import { editMoment } from '../lib/time.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import type { Services } from '../services.ts'
import { removed, saved } from '../text-effects/saved.ts'
import {
  deletePostRow,
  deleteVersion,
  findPostAccess,
  findPostRow,
  findVersion,
  insertPost,
  insertVersion,
  listVersions,
  updatePostRow,
} from './queries.ts'
import { type Post, serializePost, serializeVersion } from './serialize.ts'

const findPost = cached(async (db: Db, id: string): Promise<Post | undefined> => {
  const row = await findPostRow(db, id)
  if (!row) return undefined
  const [named = row] = await withMentionNames(db, [row], 'content', 'excerpt')
  return serializePost(named, row.content)
})

const versioned = (post: Post) => new Versioned(post, post.version)

/** Columns derived from the content on saving, for lists. */
export async function deriveColumns(tx: Db, content: string) {
  const { excerpt, cut } = excerptOf(content)
  const images = imageTargets(content)
  const pictures = await listPictureIds(tx, images)
  return {
    content,
    excerpt,
    excerpt_cut: cut ? 1 : 0,
    word_count: content.match(/\S+/g)?.length ?? 0,
    cover_id: images.find((id) => pictures.includes(id)) ?? null,
  }
}

/** 404 if the person may not read the post. */
export async function requireReadablePost(db: Db, user: SignedIn, id: string) {
  authorize(user, 'post.read', await findPostAccess(db, id))
}

/** 404 for somebody else's draft. */
export const readPost = async ({ db }: Services, user: SignedIn, id: string) =>
  versioned(authorize(user, 'post.read', await findPost(db, id)))

/** Idempotent by `client_id`: a repeat returns the first post. */
export async function createPost(services: Services, user: SignedIn, post: NewPost) {
  const { db } = services
  const key = { by: user.id, client_id: post.client_id }
  const id = await insertOnce(db, 'posts', key, () => storePost(services, user, post))
  return versioned((await findPost(db, id)) ?? fail('not_found'))
}

async function storePost(services: Services, user: SignedIn, { title, content, client_id, ...rest }: NewPost) {
  const { db, disk, newId } = services
  await disk.requireSpaceForText()
  const now = services.now()
  const id = newId()
  const category_id = rest.category_id ?? null
  await transaction(db, async (tx) => {
    await insertPost(tx, {
      id,
      title,
      ...(await deriveColumns(tx, content)),
      category_id,
      author_id: user.id,
      client_id: client_id ?? null,
      published_at: rest.is_published ? now : null,
      announced_at: null,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    // after the insert: a repeat is recognized even if its category was deactivated since
    await requireActiveCategory(tx, category_id)
    await insertVersion(tx, id, user.id, now)
    await saved(services, tx, user, 'post', { after: (await findPost(tx, id)) ?? fail('not_found') })
  }).catch(refuseBrokenCategory)
  return id
}

/**
 * Runs `work`, which returns false if nothing changed, in a transaction on the locked post, which the person must be
 * allowed to edit; returns the post as it is then. 412 if `ifMatch` names another version.
 */
function changePost(
  services: Services,
  user: SignedIn,
  id: string,
  ifMatch: string | undefined,
  work: (tx: Db, post: Allowed<'post.edit', Post>) => Promise<boolean>,
) {
  return transaction(services.db, async (tx) => {
    await lockRow(tx, 'posts', id)
    const post = authorize(user, 'post.edit', await findPost(tx, id))
    if (!matchesVersion(ifMatch, post.version)) fail('stale')
    if (!(await work(tx, post))) return versioned(post)
    const after = (await findPost(tx, id)) ?? fail('not_found')
    await saved(services, tx, user, 'post', { before: post, after })
    return versioned(after)
  }).catch(refuseBrokenCategory)
}

/** Change of `published_at`; empty if the state stays. */
const publicationChange = (post: Post, isPublished: boolean, now: number) =>
  isPublished === post.is_published ? {} : { published_at: isPublished ? now : null }

export async function updatePost(
  services: Services,
  user: SignedIn,
  id: string,
  changes: PostChanges,
  ifMatch?: string,
) {
  await services.disk.requireSpaceForText()
  return changePost(services, user, id, ifMatch, async (tx, post) => {
    const category_id = changes.category_id ?? null
    if (category_id !== post.category_id) await requireActiveCategory(tx, category_id)
    const isEdited =
      changes.title !== post.title ||
      (await nameMentions(tx, changes.content)) !== post.content ||
      category_id !== post.category_id
    const state = publicationChange(post, changes.is_published ?? post.is_published, services.now())
    if (!isEdited && !('published_at' in state)) return false
    const updated_at = editMoment(post.created_at, services.now())
    const edit = isEdited
      ? { title: changes.title, ...(await deriveColumns(tx, changes.content)), category_id, updated_at }
      : {}
    await updatePostRow(tx, post, { ...edit, ...state })
    if (isEdited) await insertVersion(tx, id, user.id, updated_at)
    return true
  })
}

/** No effect if the post has that state already. */
export const publishPost = (services: Services, user: SignedIn, id: string, isPublished: boolean, ifMatch?: string) =>
  changePost(services, user, id, ifMatch, async (tx, post) => {
    const state = publicationChange(post, isPublished, services.now())
    if (!('published_at' in state)) return false
    await updatePostRow(tx, post, state)
    return true
  })

export const deletePost = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'posts', id)
    const post = authorize(user, 'post.delete', await findPost(tx, id))
    await removed(services, tx, user, 'post', post)
    await deletePostRow(tx, post)
  })

/** Saved versions of a post, for people who may edit it. */
export async function readVersions(
  { db }: Services,
  user: SignedIn,
  id: string,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  authorize(user, 'post.edit', await findPost(db, id))
  return mapPage(await listVersions(db, id, limit, after), serializeVersion)
}

export async function readVersion({ db }: Services, user: SignedIn, id: string, version: number) {
  authorize(user, 'post.edit', await findPost(db, id))
  const found = (await findVersion(db, id, version)) ?? fail('not_found')
  return { ...serializeVersion(found), content: await nameMentions(db, found.content) }
}

const momentFormat = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Its text must be gone: the event names the post as it is called now, and the moment. Numbers of others stay. */
export const deleteEarlierVersion = (services: Services, user: SignedIn, id: string, version: number) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'posts', id)
    const post = authorize(user, 'post.edit', await findPost(tx, id))
    const { saved_at } = (await findVersion(tx, id, version)) ?? fail('not_found')
    const [current] = (await listVersions(tx, id, 1, undefined)).items
    if (version === current?.version) fail('current_version')
    await deleteVersion(tx, post, version)
    const detail = `versión ${version}, del ${momentFormat.format(saved_at)} (UTC)`
    await record(services, tx, user, 'post_version_deleted', { target: post.title, detail })
  })
