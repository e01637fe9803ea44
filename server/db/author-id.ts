import { sql } from 'kysely'

/** An author's id, or null once the account is deleted; for queries that join `users` on the same column. */
export const authorIdUnlessDeleted = (column: `${string}.author_id` | 'files.uploader_id') =>
  sql<string | null>`case when users.deleted_at is null then ${sql.ref(column)} end`
