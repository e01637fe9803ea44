import { imageTargets, linkTargets } from '../../contract/content/link-tokens.ts'
import { placeOf } from '../../contract/content/places.ts'
import type { NewPost, PostChanges } from '../../contract/posts.ts'
import { record, recordIfNotOwner } from '../audit/rules.ts'
import type { SignedIn } from '../auth/signed-in.ts'
import { refuseBrokenCategory, requireActiveCategory } from '../categories/rules.ts'
import { insertOnce } from '../db/insert-once.ts'
import { lockRow } from '../db/lock-row.ts'
import { nameMentions, withMentionNames } from '../db/mentions/names.ts'
import { type Cursor, mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { listPictureIds } from '../files/queries.ts'
import { type Allowed, authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import { matchesVersion, Versioned } from '../http/reply.ts'
import { announcePost, requeueAnnouncement, withdrawAnnouncement } from '../mail/announce-post.ts'
import { saveMentions } from '../mentions/queries.ts'
import { notifyOfEdit, notifyOfPost } from '../notices/notify.ts'
import { noticesOfPostChanged, removeNotices } from '../notices/rules.ts'
import { indexDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'
import { coverOf } from './cover.ts'
import { excerptOf } from './excerpt.ts'
import {
  deletePostRow,
  findAuthorId,
  findPostAccess,
  findPostRow,
  insertPost,
  replaceLinks,
  setAnnounced,
  updatePostRow,
} from './queries/post.ts'
import { deleteVersion, findCurrentVersion, findVersion, insertVersion, listVersions } from './queries/versions.ts'
import { type Post, serializePost, serializeVersion } from './serialize.ts'

async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const row = await findPostRow(db, id)
  if (!row) return undefined
  const [named = row] = await withMentionNames(db, [row], 'content', 'excerpt')
  return serializePost(named)
}

const versioned = (post: Post) => new Versioned(post, post.version)

/** Columns derived from the content on saving, for lists. */
async function deriveColumns(tx: Db, content: string) {
  const { excerpt, cut } = excerptOf(content)
  return {
    ...{ content, excerpt, excerpt_cut: cut ? 1 : 0, word_count: content.match(/\S+/g)?.length ?? 0 },
    cover_id: coverOf(content, await listPictureIds(tx, imageTargets(content))),
  }
}

/** Saves the rows that belong to a saved text: version, links and mentions. */
async function saveDerived(tx: Db, user: SignedIn, post: { id: string; content: string }, at: number) {
  await insertVersion(tx, post.id, user.id, at)
  await replaceLinks(tx, post.id, linkTargets(post.content))
  await saveMentions(tx, { kind: 'post', id: post.id }, post.content)
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
    await saveDerived(tx, user, { id, content }, now)
    await indexDocument(tx, 'post', id)
    await publishEffects(services, tx, user, undefined, await findPost(tx, id))
  }).catch(refuseBrokenCategory)
  return id
}

/** Queues the mail under the author's name, even if somebody else publishes or the author's account is deleted. */
async function announce(services: Services, tx: Db, post: Post) {
  if (!(await setAnnounced(tx, post.id, services.now()))) return requeueAnnouncement(services, tx, post.id)
  const { author_id: id } = (await findAuthorId(tx, post.id)) ?? fail('not_found')
  await announcePost(services, tx, { id }, post)
}

const publicationText = (isPublished: boolean) => (isPublished ? 'publicado' : 'despublicado')

/** Mail of the first publication, signal to other members, and audit event of a change. */
async function publishEffects(services: Services, tx: Db, user: SignedIn, before?: Post, after?: Post) {
  const isNew = after?.is_published && !before?.is_published
  if (isNew) await announce(services, tx, after)
  if (before?.is_published && !after?.is_published) await withdrawAnnouncement(tx, before.id)
  if (before && after && before.is_published !== after.is_published) await noticesOfPostChanged(services, tx, before.id)
  if (after && before?.version !== after.version) await notifyOfPost(services, tx, after)
  if (before?.is_published || after?.is_published) await services.bus.send(tx, { kind: 'area', area: 'blog' })
  if (!before || before.version === after?.version) return
  const action = after ? 'post_changed' : 'post_deleted'
  const detail = after && before.is_published !== after.is_published ? publicationText(after.is_published) : null
  await recordIfNotOwner(services, tx, user, before.author_id, action, { target: before.title, detail })
}

/**
 * Runs `work` in a transaction on the locked post, which the person must be allowed to edit; returns the changed post.
 * 412 if `ifMatch` names another version.
 */
function changePost(
  services: Services,
  user: SignedIn,
  id: string,
  ifMatch: string | undefined,
  work: (tx: Db, post: Allowed<'post.edit', Post>) => Promise<unknown>,
) {
  return transaction(services.db, async (tx) => {
    await lockRow(tx, 'posts', id)
    const post = authorize(user, 'post.edit', await findPost(tx, id))
    if (!matchesVersion(ifMatch, post.version)) fail('stale')
    await work(tx, post)
    const after = (await findPost(tx, id)) ?? fail('not_found')
    await publishEffects(services, tx, user, post, after)
    return versioned(after)
  }).catch(refuseBrokenCategory)
}

/** Change of `published_at`; empty if the state stays. */
const publicationChange = (post: Post, isPublished: boolean, now: number) =>
  isPublished === post.is_published ? {} : { published_at: isPublished ? now : null }

// After the creation, so that the two times show the edit.
const editedAt = (post: Post, now: number) => Math.max(now, Date.parse(post.created_at) + 1)

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
    if (!isEdited && !('published_at' in state)) return
    const updated_at = editedAt(post, services.now())
    const edit = isEdited
      ? { title: changes.title, ...(await deriveColumns(tx, changes.content)), category_id, updated_at }
      : {}
    await updatePostRow(tx, post, { ...edit, ...state })
    if (isEdited) {
      await saveDerived(tx, user, { id, content: changes.content }, updated_at)
      await notifyOfEdit(tx, placeOf.post({ id }))
    }
    await indexDocument(tx, 'post', id)
  })
}

/** No effect if the post has that state already. */
export const publishPost = (services: Services, user: SignedIn, id: string, isPublished: boolean, ifMatch?: string) =>
  changePost(services, user, id, ifMatch, async (tx, post) => {
    const state = publicationChange(post, isPublished, services.now())
    if (!('published_at' in state)) return
    await updatePostRow(tx, post, state)
    await indexDocument(tx, 'post', id)
  })

export const deletePost = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'posts', id)
    const post = authorize(user, 'post.delete', await findPost(tx, id))
    await removeNotices(services, tx, id)
    await deletePostRow(tx, post)
    await publishEffects(services, tx, user, post)
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
    if (version === (await findCurrentVersion(tx, id))) fail('current_version')
    await deleteVersion(tx, post, version)
    const detail = `versión ${version}, del ${momentFormat.format(saved_at)} (UTC)`
    await record(services, tx, user, 'post_version_deleted', { target: post.title, detail })
  })
