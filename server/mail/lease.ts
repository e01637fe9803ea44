import type { Services } from '../services.ts'
import { deleteLease, takeLease } from './queries.ts'

/** Milliseconds: how long a worker is believed to live without a word, how often it has one, what a letter may take. */
const lease = { lasts: 30_000, renewEvery: 10_000, forOne: 15_000 }

/** The right to send: one process at a time has it, and who dies loses it once it has run out. */
export function openLease({ db, now, newId, log }: Pick<Services, 'db' | 'now' | 'newId' | 'log'>) {
  const holder = newId()
  let isHeld = false
  // by a clock that doesn't jump, from before the question: never later than what the others read
  let goodUntil = 0
  let speaking: Promise<unknown> = Promise.resolve()

  async function renew() {
    const asked = performance.now()
    isHeld = await takeLease(db, holder, now(), now() + lease.lasts)
    goodUntil = isHeld ? asked + lease.lasts : 0
    return isHeld
  }

  async function release() {
    // a word that is on its way would take it back again
    await speaking
    if (isHeld) await deleteLease(db, holder)
    isHeld = false
  }

  const renewing = setInterval(() => {
    if (isHeld) speaking = renew().catch((err) => log.warn({ err }, 'the right to send mail could not be renewed'))
  }, lease.renewEvery)

  return {
    holder,
    /** Whether this process may send now; takes the right when nobody has it. */
    hold: async () => (isHeld && performance.now() < goodUntil - lease.forOne ? true : renew()),
    /** Takes it from whoever had it: where there can be no other process. */
    seize: () => deleteLease(db),
    release,
    async close() {
      clearInterval(renewing)
      await release()
    },
  }
}

export type Lease = ReturnType<typeof openLease>
