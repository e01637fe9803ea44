import type { LinkedPost } from '../../contract/linked-post.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { findFileRow, findFileRows } from '../files/queries.ts'
import { toFile } from '../files/wire.ts'
import { authorize } from '../http/authorize.ts'
import { readablePost } from '../posts/rules.ts'
import type { Services } from '../services.ts'
import { findLinkedPosts, listLinkingPosts } from './queries.ts'

const toLinkedPost = (row: Omit<LinkedPost, 'is_published'> & { is_published: number }): LinkedPost => ({
  ...row,
  is_published: Number(row.is_published) === 1,
})

/** What link tokens lead to, of one kind or the other; a draft that somebody else wrote isn't there. */
export async function findTargets(services: Services, user: SignedIn, ids: { files: string[]; posts: string[] }) {
  const files = await findFileRows(services.db, ids.files)
  const posts = await findLinkedPosts(services.db, user, ids.posts)
  return { files: files.map((row) => toFile(services, user, row)), posts: posts.map(toLinkedPost) }
}

export async function postsLinkingTo({ db }: Services, user: SignedIn, postId: string) {
  await readablePost(db, user, postId)
  return (await listLinkingPosts(db, user, 'post', postId)).map(toLinkedPost)
}

export async function postsUsing({ db }: Services, user: SignedIn, fileId: string) {
  authorize(user, 'file.read', await findFileRow(db, fileId))
  return (await listLinkingPosts(db, user, 'file', fileId)).map(toLinkedPost)
}
