import type { Db } from '../db/schema.ts'
import { listRecipientIds } from '../preferences/queries.ts'
import type { Services } from '../services.ts'
import { requeueSkippedOfPost, skipQueuedOfPost } from './queries.ts'
import { queueMail, wakeWorker } from './queue.ts'
import { reasons } from './reasons.ts'
import { subjectOfPost } from './templates/texts.ts'

interface AnnouncedPost {
  id: string
  title: string
  excerpt: string
}

/** Queues the mail of a post's first publication, for everybody with the preference except its author. */
export async function announcePost(
  services: Services,
  tx: Db,
  author: { id: string },
  { id, title, excerpt }: AnnouncedPost,
) {
  const recipients = await listRecipientIds(tx, 'new_posts', author.id)
  if (recipients.length === 0) return
  const subject = subjectOfPost(title)
  await queueMail(
    services,
    tx,
    author,
    { kind: 'new_post', subject, body: excerpt, post_id: id, preference: 'new_posts' },
    recipients,
  )
}

/** Queues the mail of a republished post for recipients whose delivery was skipped by the withdrawal. */
export async function requeueAnnouncement(services: Services, tx: Db, postId: string) {
  if (await requeueSkippedOfPost(tx, postId, services.now())) await wakeWorker(services, tx)
}

/** Skips the queued deliveries of a withdrawn or deleted post. */
export async function withdrawAnnouncement(tx: Db, postId: string) {
  await skipQueuedOfPost(tx, postId, reasons.withdrawn)
}
