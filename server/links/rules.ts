import type { LinkedPost } from '../../contract/content/linked-post.ts'
import { findFileRow, findFileRows } from '../files/queries.ts'
import { serializeFile } from '../files/rules.ts'
import { authorize } from '../http/authorize.ts'
import type { SignedIn } from '../http/serve.ts'
import { requireReadablePost } from '../posts/rules.ts'
import type { Services } from '../services.ts'
import { findLinkedPosts, listLinkingPosts } from './queries.ts'

const serializeLinkedPost = (row: Omit<LinkedPost, 'is_published'> & { is_published: number }): LinkedPost => ({
  ...row,
  is_published: row.is_published === 1,
})

/** Files and posts of link tokens, without other people's drafts. */
export async function findTargets(services: Services, user: SignedIn, ids: { files: string[]; posts: string[] }) {
  const files = await findFileRows(services.db, ids.files)
  const posts = await findLinkedPosts(services.db, user, ids.posts)
  return { files: files.map((row) => serializeFile(services, user, row)), posts: posts.map(serializeLinkedPost) }
}

export async function postsLinkingTo({ db }: Services, user: SignedIn, postId: string) {
  await requireReadablePost(db, user, postId)
  return (await listLinkingPosts(db, user, 'post', postId)).map(serializeLinkedPost)
}

export async function postsUsing({ db }: Services, user: SignedIn, fileId: string) {
  authorize(user, 'file.read', await findFileRow(db, fileId))
  return (await listLinkingPosts(db, user, 'file', fileId)).map(serializeLinkedPost)
}
