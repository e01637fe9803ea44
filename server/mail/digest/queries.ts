import { limits } from '../../../contract/limits.ts'
import { countRows } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'

/** Posts mailed on their own after `since`, of one author or of all; deleted ones count too. */
export const countAnnouncements = (db: Db, since: number, authorId?: string) =>
  countRows(
    db
      .selectFrom('mails')
      .where('kind', '=', 'new_post')
      .where('created_at', '>', since)
      .$if(authorId !== undefined, (query) => query.where('author_id', '=', authorId as string)),
  )

/** Digest that was begun after `since`, and that nobody was sent yet. */
export const findDigest = (db: Db, since: number) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'created_at'])
    .where('kind', '=', 'post_digest')
    .where('created_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.mail_id', '=', 'mails.id')
            // its deliveries are skipped only when they are due
            .where('deliveries.state', 'in', ['sent', 'skipped']),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Turn of the author's last post in a digest; 0 without one. */
export const findLastTurn = async (db: Db, mailId: string, authorId: string) =>
  (
    await db
      .selectFrom('digest_posts')
      .select('turn')
      .where('mail_id', '=', mailId)
      .where('author_id', '=', authorId)
      .orderBy('turn', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.turn ?? 0

export const insertDigestPost = (tx: Db, row: Schema['digest_posts']) =>
  tx.insertInto('digest_posts').values(row).execute()

/**
 * Published posts of a digest that are not the recipient's own, at most one more than a digest names. The first posts
 * of all authors come before their second ones: nobody's many posts push out another person's.
 */
export const listDigestPosts = (db: Db, mailId: string, recipientId: string) =>
  db
    .selectFrom('digest_posts')
    .innerJoin('posts', 'posts.id', 'digest_posts.post_id')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.title', 'posts.author_id', 'users.name as author_name'])
    .where('digest_posts.mail_id', '=', mailId)
    .where('digest_posts.turn', '<=', limits.postMails.maxDigestTitles + 1)
    .where('posts.published_at', 'is not', null)
    .where('posts.author_id', '!=', recipientId)
    .orderBy('digest_posts.turn')
    .orderBy('digest_posts.post_id')
    .limit(limits.postMails.maxDigestTitles + 1)
    .execute()

export type DigestPost = Awaited<ReturnType<typeof listDigestPosts>>[number]
