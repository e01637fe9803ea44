import * as z from 'zod/mini'
import { listen, notify } from '../db/notify.ts'
import type { Db } from '../db/schema.ts'
import { type Bus, makeListeners, Sent } from './bus.ts'

/** For who only has something to say, like the operator's commands. */
export const sendThroughPostgres = async (db: Db, signal: Sent) => void (await notify(db, JSON.stringify(signal)))

/** For any number of processes on one PostgreSQL. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { tell, hear } = makeListeners()
  const close = await listen(url, {
    onPayload: (payload) => {
      const sent = read(payload)
      if (sent) tell(sent)
    },
    onAgain: () => tell({ kind: 'missed' }),
    onError,
  })
  return { send: sendThroughPostgres, hear, close }
}

/** Whoever may use the database may say anything on its channels: what is no signal is passed over. */
function read(payload: string) {
  try {
    return z.safeParse(Sent, JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
