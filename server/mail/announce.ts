import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'

/** As much of a post as its mail says. */
interface Announced {
  id: string
  title: string
  excerpt: string
}

/** Queues the mail of a post's first publication, to everybody who wants it but its author. */
export async function announcePost(
  _services: Services,
  _tx: Db,
  _author: { id: string; name: string },
  _post: Announced,
) {}

/** What still waits of a post's mail isn't sent any more: the post was taken back or deleted. */
export async function withdrawPost(_tx: Db, _postId: string) {}
