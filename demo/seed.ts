import { areaNames } from '../contract/whats-new.ts'
import { openSession } from '../server/auth/session-tokens.ts'
import { createCategory, updateCategory } from '../server/categories/rules.ts'
import { createComment, updateComment } from '../server/comments/rules.ts'
import { transaction } from '../server/db/transaction.ts'
import { setStepAside } from '../server/first-steps/rules.ts'
import type { SignedIn } from '../server/http/serve.ts'
import type { MailTransport } from '../server/mail/transports/transport.ts'
import { createMailOutbox } from '../server/mail/worker/outbox.ts'
import { createPost, publishPost, updatePost } from '../server/posts/rules.ts'
import { updatePreferences } from '../server/preferences/rules.ts'
import { recordHeartbeat } from '../server/presence/queries.ts'
import type { Services } from '../server/services.ts'
import { createUserRow, deleteUser, storeByOperator, toggleUserStatus } from '../server/users/rules.ts'
import { markSeen } from '../server/whats-new/rules.ts'
import { seedFiles } from './archive.ts'
import { seedChat } from './chat.ts'
import { type DemoComment, readComments } from './comments.ts'
import { categories, members, password } from './community.ts'
import { findByName } from './entries.ts'
import { seedNews } from './news.ts'
import { type DemoPost, readPosts } from './posts.ts'
import { seedReactions } from './reactions.ts'
import { type DemoIds, withIds } from './tokens.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Fills an empty database through the server's own rules, with a clock in the past. Ids are made now and sort in the order
 * in which they are made, so everything is created in the order of its time. Files are first, as texts link to them; they
 * sort by date.
 */
export async function seed(services: Services) {
  const now = services.now()
  const at = (moment: number): Services => ({ ...services, now: () => Math.min(moment, now) })

  const people = await seedUsers(at, now)
  const categoryIds = await seedCategories(at(now - 142 * dayMs))
  // it has long been past its first evening
  await setStepAside(at(now - 141 * dayMs), founderOf(people), { name: 'all', is_set_aside: true })
  const ids: DemoIds = { files: await seedFiles(at, now, { people, categoryIds }), posts: new Map() }
  for (const post of readPosts(now))
    ids.posts.set(post.name, await seedPost(at, post, findByName(people, post.by), { categoryIds, ids }))
  for (const comment of readComments(now)) await seedComment(at, comment, findByName(people, comment.by), ids)
  await seedNews(at, now, people)
  await closeAccounts(at(now - 12 * dayMs), people)
  await updatePreferences(services, findByName(people, 'Benito Cañizares'), {
    new_posts: false,
    admin_notifications: false,
  })
  const messages = await seedChat(at, now, { people, ids })
  await seedReactions(at(now), { people, ids, messages })
  for (const person of people.values())
    for (const section of areaNames) await markSeen(services, person, section, now - 2 * dayMs)
  await connectMembers(services, people)
}

type At = (moment: number) => Services

/** The first member. */
const founderOf = (people: Map<string, SignedIn>) => [...people.values()][0] as SignedIn

async function seedUsers(at: At, now: number) {
  const created = members.map(async ({ since, name, email, role, phone }) => {
    const services = at(now - since * dayMs)
    const row = await createUserRow(services, { name, email, role, phone, password })
    await transaction(services.db, (tx) => storeByOperator(services, tx, row))
    return [name, { id: row.id, name, role, session_id: '', address: null }] as const
  })
  return new Map<string, SignedIn>(await Promise.all(created))
}

async function seedCategories(services: Services) {
  const ids = new Map<string, string>()
  for (const { isInactive, ...category } of categories) {
    const { id } = await createCategory(services, 'operator', category)
    if (isInactive) await updateCategory(services, 'operator', id, { is_active: false })
    ids.set(category.name, id)
  }
  return ids
}

interface SeededIds {
  categoryIds: Map<string, string>
  ids: DemoIds
}

/** The addresses of the demo don't exist. */
const noTransport: MailTransport = { send: async () => {}, close() {} }

/** Delivers the queue at the time of `services.now()`. */
const deliverMail = (services: Services) => createMailOutbox({ ...services, mailTransport: noTransport }).deliver()

async function seedPost(at: At, post: DemoPost, author: SignedIn, { categoryIds, ids }: SeededIds) {
  const { title, written, published, edited } = post
  const category_id = post.category ? findByName(categoryIds, post.category) : null
  const content = withIds(post.content, ids)
  const save = (content: string) => ({ title, content, category_id, is_published: published === written })
  const first = edited === undefined ? content : withoutLastParagraph(content)
  const { body } = await createPost(at(written), author, save(first))
  if (published !== undefined && published !== written) await publishPost(at(published), author, body.id, true)
  if (edited !== undefined) await updatePost(at(edited), author, body.id, { title, content, category_id })
  if (published !== undefined) await deliverMail(at(published))
  return body.id
}

async function seedComment(at: At, comment: DemoComment, author: SignedIn, ids: DemoIds) {
  const { on, written, edited } = comment
  const content = withIds(comment.content, ids)
  const first = edited === undefined ? content : withoutLastParagraph(content).trimEnd()
  const { id } = await createComment(at(written), author, findByName(ids.posts, on), { content: first })
  if (edited !== undefined) await updateComment(at(edited), author, id, content)
}

const withoutLastParagraph = (content: string) => content.slice(0, content.trimEnd().lastIndexOf('\n\n') + 1)

async function closeAccounts(services: Services, people: Map<string, SignedIn>) {
  const founder = founderOf(people)
  for (const { name, closed } of members) {
    const { id } = findByName(people, name)
    if (closed === 'deactivated') await toggleUserStatus(services, founder, id)
    if (closed === 'deleted') await deleteUser(services, founder, id)
  }
}

const from = { agent: null, keeps: true, address: '127.0.0.1' }

// Their last heartbeat is in the future, so that they stay online.
async function connectMembers(services: Services, people: Map<string, SignedIn>) {
  for (const { name } of members.filter(({ isOnline }) => isOnline)) {
    const { session_id } = await openSession(services, services.db, findByName(people, name).id, from)
    await recordHeartbeat(services.db, session_id, services.now() + dayMs)
  }
}
