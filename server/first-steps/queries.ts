import { sql } from 'kysely'
import type { SetAside } from '../../contract/operator/first-steps.ts'
import { accounts } from '../accounts/queries.ts'
import { hasChanged, hasRow, listValues } from '../db/count.ts'
import type { Db } from '../db/schema.ts'
import { addressOf } from '../mail/queries.ts'

export const listSetAside = (db: Db) => listValues(db.selectFrom('set_aside_steps').select('name'))

/** False if it was set aside before. */
export const insertSetAside = (tx: Db, name: SetAside['name'], at: number) =>
  hasChanged(
    tx
      .insertInto('set_aside_steps')
      .values({ name, at })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  )

/** False if it wasn't set aside. */
export const deleteSetAside = (tx: Db, name: SetAside['name']) =>
  hasChanged(tx.deleteFrom('set_aside_steps').where('name', '=', name))

export const hasCategory = (db: Db) => hasRow(db.selectFrom('categories'))

export const hasOthers = (db: Db, id: string) => hasRow(accounts(db).where('id', '!=', id))

/** True if a mail server took a mail: those that are only saved have a reason. */
export const hasAcceptedMail = (db: Db) =>
  hasRow(db.selectFrom('deliveries').where('state', '=', 'sent').where('reason', 'is', null))

/** The person's last mail of this kind to themselves. */
export const findLastTest = (db: Db, userId: string) =>
  db
    .selectFrom('mails')
    .innerJoin('deliveries', 'deliveries.mail_id', 'mails.id')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['mails.created_at', 'deliveries.state', 'deliveries.reason', addressOf])
    .where('mails.author_id', '=', userId)
    .where(sql<boolean>`mails.kind = 'test'`)
    .orderBy('mails.id', 'desc')
    .limit(1)
    .executeTakeFirst()
