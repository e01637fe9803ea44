import { sectionNames } from '../contract/sections.ts'
import { recordHeartbeat } from '../server/auth/queries.ts'
import { findSignedIn, openSession, type SignedIn } from '../server/auth/sessions.ts'
import { createCategory, updateCategory } from '../server/categories/rules.ts'
import { createComment, updateComment } from '../server/comments/rules.ts'
import { updatePreferences } from '../server/notifications/preferences.ts'
import { createPost, publishPost, updatePost } from '../server/posts/rules.ts'
import { markSeen } from '../server/sections/rules.ts'
import type { Services } from '../server/services.ts'
import { createUser, deleteUser, toggleUserStatus } from '../server/users/accounts.ts'
import { fillArchive } from './archive.ts'
import { talk } from './chat.ts'
import { type DemoComment, readComments } from './comments.ts'
import { categories, members, password } from './community.ts'
import { postman } from './mail.ts'
import { shareAll } from './news.ts'
import { type DemoPost, readPosts } from './posts.ts'
import { type Known, withIds } from './tokens.ts'

const day = 24 * 60 * 60_000

/**
 * Fills an empty database through the rules that the server itself uses, with a clock that stands in the past. Ids are
 * made now and sort as they are made: everything is told in the order in which it happened, but for the archive, which
 * sorts by its own dates and is there before the texts that link to it.
 */
export async function seed(services: Services) {
  const now = services.now()
  const at = (moment: number): Services => ({ ...services, now: () => Math.min(moment, now) })

  const people = await admit(at, now)
  const categoryIds = await openCategories(at(now - 142 * day))
  const known: Known = { files: await fillArchive(at, now, { people, categoryIds }), posts: new Map() }
  for (const post of readPosts(now))
    known.posts.set(post.name, await write(at, post, nameIn(people, post.by), { categoryIds, known }))
  for (const comment of readComments(now)) await say(at, comment, nameIn(people, comment.by), known)
  await shareAll(at, now, people)
  await saySomeAreGone(at(now - 12 * day), people)
  await updatePreferences(services, nameIn(people, 'Benito Cañizares'), {
    new_posts: false,
    admin_notifications: false,
  })
  await talk(at, now, { people, known })
  for (const person of people.values())
    for (const section of sectionNames) await markSeen(services, person, section, now - 2 * day)
  await saySomeAreHere(services, people)
}

type At = (moment: number) => Services

async function admit(at: At, now: number) {
  const admitted = members.map(async ({ since, name, email, role, phone }) => {
    const user = await createUser(at(now - since * day), 'operator', { name, email, role, phone, password })
    return [name, { id: user.id, name, role, session_id: '', address: null }] as const
  })
  return new Map<string, SignedIn>(await Promise.all(admitted))
}

async function openCategories(services: Services) {
  const ids = new Map<string, string>()
  for (const { isClosed, ...category } of categories) {
    const { id } = await createCategory(services, 'operator', category)
    if (isClosed) await updateCategory(services, 'operator', id, { is_active: false })
    ids.set(category.name, id)
  }
  return ids
}

function nameIn<T>(map: Map<string, T>, name: string): T {
  const found = map.get(name)
  if (!found) throw new Error(`nothing in the demo is named "${name}"`)
  return found
}

interface Setting {
  categoryIds: Map<string, string>
  known: Known
}

async function write(at: At, post: DemoPost, author: SignedIn, { categoryIds, known }: Setting) {
  const { title, written, published, edited } = post
  const category_id = post.category ? nameIn(categoryIds, post.category) : null
  const content = withIds(post.content, known)
  const save = (content: string) => ({ title, content, category_id, is_published: published === written })
  const first = edited === undefined ? content : withoutLastParagraph(content)
  const { body } = await createPost(at(written), author, save(first))
  if (published !== undefined && published !== written) await publishPost(at(published), author, body.id, true)
  if (edited !== undefined) await updatePost(at(edited), author, body.id, { title, content, category_id })
  if (published !== undefined) await postman(at(published))
  return body.id
}

async function say(at: At, comment: DemoComment, author: SignedIn, known: Known) {
  const { on, written, edited } = comment
  const content = withIds(comment.content, known)
  const first = edited === undefined ? content : withoutLastParagraph(content).trimEnd()
  const { id } = await createComment(at(written), author, nameIn(known.posts, on), first)
  if (edited !== undefined) await updateComment(at(edited), author, id, content)
}

const withoutLastParagraph = (content: string) => content.slice(0, content.trimEnd().lastIndexOf('\n\n') + 1)

async function saySomeAreGone(services: Services, people: Map<string, SignedIn>) {
  const [founder] = people.values()
  for (const { name, fate } of members) {
    const { id } = nameIn(people, name)
    if (fate === 'deactivated') await toggleUserStatus(services, founder as SignedIn, id)
    if (fate === 'deleted') await deleteUser(services, founder as SignedIn, id)
  }
}

const from = { agent: null, address: '127.0.0.1' }

// Their heartbeats lie ahead, so that they are online for as long as anybody looks.
async function saySomeAreHere(services: Services, people: Map<string, SignedIn>) {
  for (const { name } of members.filter(({ isHere }) => isHere)) {
    const { token } = await openSession(services, services.db, nameIn(people, name).id, from)
    const signedIn = await findSignedIn(services, token, from.address)
    if (signedIn) await recordHeartbeat(services.db, signedIn.session_id, services.now() + day)
  }
}
