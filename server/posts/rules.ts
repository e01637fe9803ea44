import { linkTargets } from '../../contract/link-tokens.ts'
import type { NewPost, PostChanges } from '../../contract/posts.ts'
import { recordIfForeign } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isActiveCategory } from '../categories/queries.ts'
import { isBrokenReference } from '../db/faults.ts'
import { type Cursor, mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { type Allowed, authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import { matches, Versioned } from '../http/reply.ts'
import { announceAgain, announcePost, withdrawPost } from '../mail/announce.ts'
import { searchText } from '../search/words.ts'
import type { Services } from '../services.ts'
import { excerptOf } from './excerpt.ts'
import {
  deletePostRow,
  findAuthorId,
  findPostRow,
  findVersion,
  insertPost,
  insertVersion,
  listVersions,
  lockPost,
  replaceDerived,
  setAnnounced,
  updatePostRow,
} from './queries.ts'
import { type Post, toPost, toVersion } from './wire.ts'

async function findPost(db: Db, id: string): Promise<Post | undefined> {
  const row = await findPostRow(db, id)
  return row && toPost(row)
}

const versioned = (post: Post) => new Versioned(post, post.version)

/** What lists show of a text is worked out once, when it is saved. */
function derived(content: string) {
  const { excerpt, cut } = excerptOf(content)
  return { content, excerpt, excerpt_cut: cut ? 1 : 0, word_count: content.match(/\S+/g)?.length ?? 0 }
}

/** What goes along with a text that is saved: the version it is, its links, the words it is found by. */
async function keep(tx: Db, user: SignedIn, post: { id: string; title: string; content: string }, at: number) {
  await insertVersion(tx, post.id, user.id, at)
  await replaceDerived(tx, post.id, searchText(`${post.title} ${post.content}`), linkTargets(post.content))
}

const refuseCategory = (): never => failField('category_id', 'Esa categoría no existe o no está activa')

// The category may be deleted between the look and the save: the foreign key sees to that.
const refuseBrokenCategory = (error: unknown): never => {
  if (isBrokenReference(error)) refuseCategory()
  throw error
}

/** A post that the person may see; somebody else's draft isn't there. */
export const readablePost = async (db: Db, user: SignedIn, id: string) =>
  authorize(user, 'post.read', await findPost(db, id))

export const readPost = async ({ db }: Services, user: SignedIn, id: string) =>
  versioned(await readablePost(db, user, id))

export async function createPost(services: Services, user: SignedIn, { title, content, ...rest }: NewPost) {
  const { db, newId } = services
  const now = services.now()
  const id = newId()
  const category_id = rest.category_id ?? null
  if (category_id && !(await isActiveCategory(db, category_id))) refuseCategory()
  await transaction(db, async (tx) => {
    await insertPost(tx, {
      id,
      title,
      ...derived(content),
      category_id,
      author_id: user.id,
      published_at: rest.is_published ? now : null,
      announced_at: null,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    await keep(tx, user, { id, title, content }, now)
    await follow(services, tx, user, undefined, await findPost(tx, id))
  }).catch(refuseBrokenCategory)
  return versioned((await findPost(db, id)) ?? fail('not_found'))
}

/** Its mail is its author's, whoever publishes it, also when they are gone by then: their name is still on it. */
async function announce(services: Services, tx: Db, post: Post) {
  if (!(await setAnnounced(tx, post.id, services.now()))) return announceAgain(services, tx, post.id)
  const { author_id: id } = (await findAuthorId(tx, post.id)) ?? fail('not_found')
  await announcePost(services, tx, { id }, post)
}

const publicationSaid = (isPublished: boolean) => (isPublished ? 'publicado' : 'despublicado')

/** What a change of a post brings along: the mail of its first publication, what others see, what admins answer for. */
async function follow(services: Services, tx: Db, user: SignedIn, before?: Post, after?: Post) {
  const isNew = after?.is_published && !before?.is_published
  if (isNew) await announce(services, tx, after)
  if (before?.is_published && !after?.is_published) await withdrawPost(tx, before.id)
  if (before?.is_published || after?.is_published) await services.bus.send(tx, { kind: 'section', section: 'blog' })
  if (!before || before.version === after?.version) return
  const action = after ? 'post_changed' : 'post_deleted'
  const detail = after && before.is_published !== after.is_published ? publicationSaid(after.is_published) : null
  await recordIfForeign(services, tx, user, before.author_id, action, { target: before.title, detail })
}

/**
 * Alone with a post that the person may edit, in a transaction; answers the post as it is after. 412 when it isn't the
 * version any more that `ifMatch` names.
 */
function changePost(
  services: Services,
  user: SignedIn,
  id: string,
  ifMatch: string | undefined,
  work: (tx: Db, post: Allowed<'post.edit', Post>) => Promise<unknown>,
) {
  return transaction(services.db, async (tx) => {
    await lockPost(tx, id)
    const post = authorize(user, 'post.edit', await findPost(tx, id))
    if (!matches(ifMatch, post.version)) fail('stale')
    await work(tx, post)
    const after = (await findPost(tx, id)) ?? fail('not_found')
    await follow(services, tx, user, post, after)
    return versioned(after)
  }).catch(refuseBrokenCategory)
}

/** `published_at` is the moment of publication, null for drafts; unchanged while the state is. */
const publication = (post: Post, isPublished: boolean, now: number) =>
  isPublished === post.is_published ? {} : { published_at: isPublished ? now : null }

// An edit is told from the creation by its time: it is never the same one.
const editedAt = (post: Post, now: number) => Math.max(now, Date.parse(post.created_at) + 1)

export const updatePost = (services: Services, user: SignedIn, id: string, changes: PostChanges, ifMatch?: string) =>
  changePost(services, user, id, ifMatch, async (tx, post) => {
    const category_id = changes.category_id ?? null
    if (category_id && category_id !== post.category_id && !(await isActiveCategory(tx, category_id))) refuseCategory()
    const isEdited =
      changes.title !== post.title || changes.content !== post.content || category_id !== post.category_id
    const state = publication(post, changes.is_published ?? post.is_published, services.now())
    if (!isEdited && !('published_at' in state)) return
    const updated_at = editedAt(post, services.now())
    const edit = isEdited ? { title: changes.title, ...derived(changes.content), category_id, updated_at } : {}
    await updatePostRow(tx, post, { ...edit, ...state })
    if (isEdited) await keep(tx, user, { id, ...changes }, updated_at)
  })

/** Publishes a draft or takes a post back; asking for the state it has changes nothing. */
export const publishPost = (services: Services, user: SignedIn, id: string, isPublished: boolean, ifMatch?: string) =>
  changePost(services, user, id, ifMatch, async (tx, post) => {
    const state = publication(post, isPublished, services.now())
    if ('published_at' in state) await updatePostRow(tx, post, state)
  })

export const deletePost = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    await lockPost(tx, id)
    const post = authorize(user, 'post.edit', await findPost(tx, id))
    await deletePostRow(tx, post)
    await follow(services, tx, user, post)
  })

/** How a post was saved before: for who may change it. */
export async function readVersions(
  { db }: Services,
  user: SignedIn,
  id: string,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  authorize(user, 'post.edit', await findPost(db, id))
  return mapPage(await listVersions(db, id, limit, after), toVersion)
}

export async function readVersion({ db }: Services, user: SignedIn, id: string, version: number) {
  authorize(user, 'post.edit', await findPost(db, id))
  const found = (await findVersion(db, id, version)) ?? fail('not_found')
  return { ...toVersion(found), content: found.content }
}
