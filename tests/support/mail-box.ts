/** People without the work of a password, and how their mails went. */
import type { Db } from '../../server/db/schema.ts'
import { newId } from '../../server/ids.ts'

/** Makes accounts that nobody signs in with; their names are `name 1`, `name 2` … */
export async function admitMany(db: Db, name: string, count: number) {
  const people = Array.from({ length: count }, (_, index) => {
    const key = `${name} ${index + 1}`.toLowerCase()
    return { id: newId(), name: `${name} ${index + 1}`, key, email: `${key.replaceAll(' ', '.')}@alejandria.example` }
  })
  const rows = people.map(({ id, name: called, key, email }) => ({
    ...{ id, name: called, name_key: key, email, email_key: email, role: 'normal' as const, avatar: null, phone: null },
    ...{ password_hash: '', created_at: 0, deactivated_at: null, deleted_at: null },
  }))
  await db.insertInto('users').values(rows).execute()
  return people
}

/** Every delivery with its person's address, in the order in which they go out. */
export const deliveriesOf = (db: Db) =>
  db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'users.email', 'state', 'attempts', 'reason', 'due_at', 'sent_at'])
    .orderBy('deliveries.id')
    .execute()

/** How many there are in each state. */
export async function countStates(db: Db) {
  const counts = { queued: 0, sent: 0, failed: 0 }
  for (const { state } of await deliveriesOf(db)) counts[state]++
  return counts
}
