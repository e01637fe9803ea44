import * as z from 'zod/mini'
import { listen, notify } from '../db/notify.ts'
import type { Db } from '../db/schema.ts'
import { type Bus, createListeners, Signal } from './bus.ts'

/** For processes that only send, such as the operator's commands. */
export const sendThroughPostgres = async (db: Db, signal: Signal) => void (await notify(db, JSON.stringify(signal)))

/** Bus for any number of processes on one PostgreSQL. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { emit, subscribe } = createListeners()
  const close = await listen(url, {
    onPayload: (payload) => {
      const signal = read(payload)
      if (signal) emit(signal)
    },
    onReconnect: () => emit({ kind: 'resync' }),
    onError,
  })
  return { send: sendThroughPostgres, subscribe, close }
}

/** Payloads that aren't signals are ignored: any program with access to the database may write to its channels. */
function read(payload: string) {
  try {
    return z.safeParse(Signal, JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
