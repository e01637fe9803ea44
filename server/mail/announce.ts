import type { Db } from '../db/schema.ts'
import { listRecipientIds } from '../notifications/queries.ts'
import type { Services } from '../services.ts'
import { subjectOfPost } from './letters.ts'
import { queueMail, wake } from './outbox.ts'
import { queueSkippedOfPost, skipQueuedOfPost } from './queries.ts'
import { reasons } from './reasons.ts'

/** As much of a post as its mail says. */
interface Announced {
  id: string
  title: string
  excerpt: string
}

/** Queues the mail of a post's first publication, to everybody who wants it but its author. */
export async function announcePost(
  services: Services,
  tx: Db,
  author: { id: string },
  { id, title, excerpt }: Announced,
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

/** The mail of a post that was taken back and is published again goes to whoever hadn't got it by then. */
export async function announceAgain(services: Services, tx: Db, postId: string) {
  if (await queueSkippedOfPost(tx, postId, services.now())) await wake(services, tx)
}

/** What still waits of a post's mail isn't sent any more: the post was taken back or deleted. */
export async function withdrawPost(tx: Db, postId: string) {
  await skipQueuedOfPost(tx, postId, reasons.withdrawn)
}
