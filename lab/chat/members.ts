import { openSession } from '../../server/auth/session-tokens.ts'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import type { Services } from '../../server/services.ts'
import { insertUsers } from '../../server/users/queries.ts'

/**
 * Inserts members with a session each, before a server is started on the database, and returns their tokens. Without
 * the API, as hashing their passwords would take longer than everything else.
 */
export async function insertMembers(location: DatabaseLocation, count: number): Promise<string[]> {
  const { db, close } = await openDatabase(location)
  const services = { db, newId, now: Date.now, settings: { sessionDays: 7 } } as unknown as Services
  const tokens: string[] = []
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < count; at++) {
      const id = newId()
      const name = `Persona ${`${at}`.padStart(4, '0')}`
      await insertUsers(tx, [
        {
          id,
          name,
          name_key: name.toLowerCase(),
          email: id,
          email_key: id,
          role: at === 0 ? 'admin' : 'normal',
          avatar: null,
          phone: null,
          password_hash: '',
          created_at: 0,
          deactivated_at: null,
          deleted_at: null,
        },
      ])
      tokens.push((await openSession(services, tx, id, { agent: null, keeps: true, address: '127.0.0.1' })).token)
    }
  })
  await close()
  return tokens
}
