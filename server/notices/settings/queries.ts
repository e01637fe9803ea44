import type { Insertable } from 'kysely'
import type { Following } from '../../../contract/notices/settings.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { defaultSettings } from './defaults.ts'

export const listChoices = (db: Db, userId: string) =>
  db.selectFrom('notice_choices').select(['kind', 'choice']).where('user_id', '=', userId).execute()

export const findSettings = (db: Db, userId: string) =>
  db
    .selectFrom('notice_settings')
    .select(['chat', 'silence_until', 'quiet_from', 'quiet_to'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const setChoice = (tx: Db, row: Insertable<Schema['notice_choices']>) =>
  tx
    .insertInto('notice_choices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ choice: row.choice }))
    .execute()

export async function setSettings(
  tx: Db,
  user_id: string,
  changes: Partial<Omit<Schema['notice_settings'], 'user_id'>>,
) {
  if (Object.keys(changes).length === 0) return
  await tx
    .insertInto('notice_settings')
    .values({ user_id, ...defaultSettings, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute()
}

export const findFollowing = async (db: Db, userId: string, postId: string) =>
  (
    await db
      .selectFrom('post_followings')
      .select('state')
      .where('user_id', '=', userId)
      .where('post_id', '=', postId)
      .executeTakeFirst()
  )?.state

export async function setFollowing(
  tx: Db,
  { user_id, post_id }: { user_id: string; post_id: string },
  state: Following['state'],
) {
  if (state !== null)
    return tx
      .insertInto('post_followings')
      .values({ user_id, post_id, state })
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet({ state }))
      .execute()
  return tx.deleteFrom('post_followings').where('user_id', '=', user_id).where('post_id', '=', post_id).execute()
}
