import { sql } from 'kysely'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { openDatabase } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import { insertLargeCommunity } from '../crowd/large-community.ts'

/** The password of everybody, and the name of the first member. */
export const password = 'la clave de todos'
export const firstName = 'Persona 0000'
/** Id of the first post, which has ten comments. */
export const firstPost = '1'.padStart(32, '0')

/**
 * Fills the folder with 400 members, this number of posts in 8 categories or none, 10 comments on the first post, and 1,000
 * messages; 20 members are online. Returns the tokens.
 */
export async function insertCommunity(dataDir: string, posts: number): Promise<string[]> {
  const size = { members: 400, posts, messages: 1000, events: 0, mails: 0 }
  const tokens = await insertLargeCommunity({ dataDir }, size)
  const { db, close } = await openDatabase({ dataDir })
  const { id: author_id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
  const now = Date.now()
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .execute()
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 8; n++) {
      const [id, name] = [newId(), `Sala ${n}`]
      const category = { name, name_key: name.toLowerCase(), description: 'De la biblioteca', deactivated_at: null }
      await tx
        .insertInto('categories')
        .values({ id, ...category, created_at: now })
        .execute()
      await sql`update posts set category_id = ${id} where length(id) = 32 and unicode(substr(id, 32)) % 9 = ${n}`.execute(
        tx,
      )
    }
    for (let n = 0; n < 10; n++)
      await tx
        .insertInto('comments')
        .values({
          id: newId(),
          post_id: firstPost,
          author_id,
          content: `Un comentario de dos líneas, el número ${n}.`,
          created_at: now,
          updated_at: now,
        })
        .execute()
    await sql`update sessions set heartbeat_at = ${now + 3_600_000} where id in (select id from sessions limit 20)`.execute(
      tx,
    )
  })
  await close()
  return tokens
}
