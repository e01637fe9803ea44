// One doubt about the clock, for everything that can't be undone: see docs/operating.md, "A clock that leaps".
import type { Db } from '../db/schema.ts'
import { toIso } from '../lib/time.ts'
import { type Clock, findNewestMoment, lowerFutureMoments, maxLeapMs, readClock, setClock } from './queries.ts'

const dayMs = 24 * 3_600_000
/** A clock that goes on from where it was doubted, also after a month off, is the same one. */
const maxAgreementMs = 40 * dayMs
/** A trusted clock is written down no more often. */
const writeIntervalMs = 10 * 60_000

interface Context {
  db: Db
  now(): number
  log: Record<'info' | 'warn', (about: object, text: string) => void>
}

/**
 * True after a leap of more than a day, in either direction, since the last trusted moment: nothing is deleted by its age
 * then, and no snapshot is named.
 */
export const isLeap = ({ clock_at }: Pick<Clock, 'clock_at'>, now: number) =>
  clock_at !== null && Math.abs(now - clock_at) > maxLeapMs

export const isClockDoubted = async (db: Db, now: number) => isLeap(await readClock(db), now)

/**
 * Writes down a trusted clock, and begins to doubt one that has leapt. One that has been the same for a day is trusted
 * again. Before anything is deleted after the start, and at intervals.
 */
export async function checkClock({ db, now, log }: Context) {
  const at = now()
  const { clock_at, clock_doubted_at } = await readClock(db)
  const trustedAt = clock_at ?? (await findNewestMoment(db)) ?? at
  const sameForMs = clock_doubted_at === null ? Number.NEGATIVE_INFINITY : at - clock_doubted_at
  const about = { clock: toIso(at), before: toIso(trustedAt) }

  if (!isLeap({ clock_at: trustedAt }, at)) {
    if (clock_doubted_at !== null) {
      await confirmClock(db, at)
      log.info(about, 'the clock is trusted: it is back where it was')
    } else if (clock_at === null || Math.abs(at - clock_at) >= writeIntervalMs)
      await setClock(db, { clock_at: at, clock_doubted_at: null })
  } else if (sameForMs < 0 || sameForMs > maxAgreementMs) {
    await setClock(db, { clock_at: trustedAt, clock_doubted_at: at })
    log.warn(
      about,
      'the clock has leapt: nothing is deleted by its age, and no snapshot is made, until it has been the same for a day or `npm run admin -- clock confirm` says that it is right',
    )
  } else if (sameForMs >= dayMs) {
    await confirmClock(db, at)
    log.warn(about, 'the clock is trusted: it has been the same for a day')
  }
}

/** Ends a doubt, also by the operator. */
export async function confirmClock(db: Db, now: number) {
  await setClock(db, { clock_at: now, clock_doubted_at: null })
  await lowerFutureMoments(db, now)
}
