import type { Services } from '../services.ts'
import { deleteLease, keepInHand, makeSoonDue, takeLease } from './queries.ts'

/**
 * Milliseconds: how long a worker is believed to live without a word, how often it has one, how much of it has to be left
 * for taking a letter; and how long the letter in hand is left alone without a word, which is longer by what the clocks
 * of two processes may differ.
 */
const lease = { lasts: 30_000, renewEvery: 10_000, toTake: 15_000, inHand: 60_000 }

/**
 * The right to send: one process at a time has it, and who dies loses it once it has run out. A letter may take longer
 * than that, and whoever has it may lose the right meanwhile: it is kept from the others by itself, as long as it takes.
 */
export function openLease({ db, now, newId, log }: Pick<Services, 'db' | 'now' | 'newId' | 'log'>) {
  const holder = newId()
  let isHeld = false
  let inHand: string | undefined
  // by a clock that doesn't jump, from before the question: never later than what others with the same clock read
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

  /** Renews whatever of both there is. */
  async function speak() {
    if (inHand) await keepInHand(db, inHand, now() + lease.inHand)
    if (isHeld) await renew()
  }

  const renewing = setInterval(() => {
    if (isHeld || inHand)
      speaking = speak().catch((err) => log.warn({ err }, 'the right to send mail could not be renewed'))
  }, lease.renewEvery)

  return {
    holder,
    /** Whether this process may send now; takes the right when nobody has it. */
    hold: async () => (isHeld && performance.now() < goodUntil - lease.toTake ? true : renew()),
    /** Keeps the letter that was taken from the others until it is settled. */
    async whileInHand<T>(id: string, work: () => Promise<T>) {
      inHand = id
      return work().finally(() => {
        inHand = undefined
      })
    },
    /** Until when a letter that is taken now is left alone. */
    inHandUntil: () => now() + lease.inHand,
    /** As it does by itself every `renewEvery`. */
    speak,
    /** Takes right and letter from whoever had them: where there can be no other process. */
    async seize() {
      await deleteLease(db)
      await makeSoonDue(db, now(), now() + lease.inHand)
    },
    release,
    async close() {
      clearInterval(renewing)
      await release()
    },
  }
}

export type Lease = ReturnType<typeof openLease>
