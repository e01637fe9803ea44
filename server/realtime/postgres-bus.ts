import { listen, notify } from '../db/notify.ts'
import type { Db } from '../db/schema.ts'
import { type Bus, makeListeners, type Sent, type Signal } from './bus.ts'

/** For who only has something to say, like the operator's commands. */
export const sendThroughPostgres = async (db: Db, signal: Sent) => void (await notify(db, JSON.stringify(signal)))

/** Whoever may use the database may say anything on the channel. */
function read(payload: string): Signal {
  try {
    return JSON.parse(payload) as Sent
  } catch {
    return { kind: 'missed' }
  }
}

/** For any number of processes on one PostgreSQL. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { tell, hear } = makeListeners()
  const close = await listen(url, {
    onPayload: (payload) => tell(read(payload)),
    onStart: () => tell({ kind: 'missed' }),
    onError,
  })
  return {
    send: sendThroughPostgres,
    hear,
    close,
  }
}
