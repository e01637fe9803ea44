import type { Db } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'
import { listImportedMessages, setSeq } from './queries.ts'
import { write } from './write.ts'

/** Rows of a transaction: others who write wait for milliseconds. */
const batchSize = 200

/**
 * Numbers imported messages by their moments: 0 for the newest, -1, -2 … Two moves, as numbers are unique: first below all
 * others, from the oldest on, then to their places, from the newest on; so a kill between two of them loses no order that
 * there was, and the next run completes it.
 */
export async function orderChat(db: Db) {
  const messages = await listImportedMessages(db)
  const moving: Placed[] = []
  for (const [index, message] of messages.entries()) {
    const place = index + 1 - messages.length
    if (message.seq !== place) moving.push(Object.assign(message, { place }))
  }
  if (moving.length === 0) return
  const lowest = messages.reduce((least, { seq }) => Math.min(least, seq), -messages.length)
  const isInTheWay = moving.some(({ seq }) => seq > -messages.length)
  if (isInTheWay) await move(db, moving, ({ place }) => lowest - 1 + place)
  await move(db, moving.toReversed(), ({ place }) => place)
}

interface Placed {
  id: string
  seq: number
  place: number
}

async function move(db: Db, messages: Placed[], seqOf: (message: Placed) => number) {
  for (const batch of batches(messages, batchSize))
    await write(db, async (tx) => {
      for (const message of batch) await setSeq(tx, message.id, seqOf(message))
    })
}
