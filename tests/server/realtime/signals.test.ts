// @databases both
import { expect, onTestFinished, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()

test('whoever hears a signal finds what it is about, and nobody hears the signal of a transaction that is undone', async () => {
  const { bus, db } = community.services
  const heard: { id: string; found: Promise<object | undefined> }[] = []
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind !== 'comments') return
    const found = db.selectFrom('categories').select('id').where('id', '=', event.id).executeTakeFirst()
    heard.push({ id: event.id, found })
  })
  onTestFinished(unsubscribe)
  const [kept, undone, last] = [newId(), newId(), newId()]
  const add = (id: string, isUndone = false) =>
    transaction(db, async (tx) => {
      await bus.send(tx, { kind: 'comments', id })
      await insertRows(tx, 'categories', [{ id, name: id, name_key: id, created_at: 1 }])
      if (isUndone) throw new Error('undone')
    })

  const outcomes = await Promise.allSettled([add(kept), add(undone, true), add(last)])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect.poll(() => heard.length).toBe(2)
  expect(heard.map(({ id }) => id).toSorted()).toEqual([kept, last].toSorted())
  for (const { id, found } of heard) expect(await found).toEqual({ id })
})
