import type { CareCode } from '../../contract/state.ts'
import { findFirstMade, findLastDone, findLastLook, findLastRun, findRunning } from '../backups/queries.ts'
import { faultOfRun } from '../backups/runs.ts'
import { readClock } from '../clock/queries.ts'
import { checkClock, isLeap } from '../clock/rules.ts'
import { isLeased } from '../db/leases.ts'
import { findHold } from '../mail/queries.ts'
import type { Services } from '../services.ts'
import { isPolicyReport } from './policy-reports.ts'
import { findFoundingTime } from './queries.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const maxSnapshotAgeMs = 3 * dayMs
const maxUnverifiedMs = 21 * dayMs
const maxHoldMs = hourMs
const minFreeShare = 0.1

type Context = Pick<Services, 'db' | 'now' | 'disk' | 'integrity' | 'diagnostics' | 'backups'>

export type Facts = Awaited<ReturnType<typeof readFacts>>

/** The facts that decide on care; cheap enough to be read every minute. */
export async function readFacts({ db, now, disk, integrity, diagnostics, backups }: Context) {
  const at = now()
  const attempt = await findLastRun(db, 'snapshot', at)
  const fault = attempt && attempt.snapshot === null ? faultOfRun(attempt, at) : null
  /** The last snapshot that was made. */
  const made = await findLastDone(db, 'snapshot', at)
  const counts = await diagnostics.errors.readDay(db)
  return {
    at,
    founded_at: await findFoundingTime(db),
    clock: await readClock(db),
    damage: integrity.damage(),
    disk: await disk.read(),
    /** There is a place for snapshots. */
    isSet: backups !== undefined,
    isOnDataDisk: (await backups?.isOnDataDisk()) ?? false,
    /** The last look at the snapshots in their place. */
    look: await findLastLook(db, at),
    firstMade: await findFirstMade(db, at),
    made,
    /** The last snapshot that was read back. */
    verified: await findLastDone(db, 'verify', at),
    failure:
      attempt && fault !== null ? { at: attempt.ended_at ?? attempt.seen_at, fault, care: attempt.care } : undefined,
    running: await findRunning(db, at),
    /** Work on snapshots is about to begin, or to go on. */
    hasTurn: await isLeased(db, 'nightly backup', at),
    nextAt: backups?.nextAt(made?.started_at, at),
    hold: await findHold(db),
    errors: counts.filter((one) => !isPolicyReport(one)),
    policyReports: counts.filter(isPolicyReport).reduce((sum, { count }) => sum + count, 0),
    slowRequests: diagnostics.slowRequests.list(),
  }
}

function isSnapshotOld({ at, made, running, founded_at = at }: Facts) {
  // one that begins after a long pause of the server
  if (running?.kind === 'snapshot' && running.started_at > at - dayMs) return false
  return (made?.started_at ?? founded_at) < at - maxSnapshotAgeMs
}

function isUnverified({ at, isSet, firstMade, verified }: Facts) {
  const since = verified?.started_at ?? firstMade?.started_at
  return isSet && since !== undefined && since < at - maxUnverifiedMs
}

/** In the order of `careCodes`. */
export function careOf(facts: Facts): CareCode[] {
  const { at, clock, damage, disk, made, look, verified, failure, hold, errors, slowRequests } = facts
  const needs: Record<CareCode, boolean> = {
    database_damaged: damage !== undefined,
    disk_low: disk.free_bytes < disk.total_bytes * minFreeShare,
    clock_doubted: isLeap(clock, at),
    snapshot_old: isSnapshotOld(facts),
    snapshot_failed: failure !== undefined,
    snapshot_place_changed: failure?.care === 'snapshot_place_changed',
    snapshot_dated_later: look?.care === 'snapshot_dated_later',
    snapshot_damaged: verified !== undefined && verified.fault !== null,
    snapshot_unverified: isUnverified(facts),
    files_missing: (made?.faulty_files ?? 0) > 0,
    mail_held: hold !== undefined && hold.since <= at - maxHoldMs,
    errors: errors.length > 0,
    slow_requests: slowRequests.length > 0,
  }
  return (Object.keys(needs) as CareCode[]).filter((code) => needs[code])
}

/** Checks the clock with each call. Logs what needs care: when that changes, and once a day. */
export function createStateWatch(services: Services) {
  const { log, now } = services
  let lastLogged: { care: string; at: number } | undefined
  return async () => {
    await checkClock(services)
    const codes = careOf(await readFacts(services))
    const care = codes.join(' ')
    if (lastLogged?.care === care && now() - lastLogged.at < dayMs) return
    if (codes.length > 0) log.warn({ care: codes }, 'something needs care: see the page Estado')
    else log.info({ care: [] }, 'all is well')
    lastLogged = { care, at: now() }
  }
}
