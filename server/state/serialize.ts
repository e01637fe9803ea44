import type { CareCode, State } from '../../contract/state.ts'
import { toIso } from '../lib/time.ts'
import type { Facts } from './care.ts'
import { serializePolicyReport } from './policy-reports.ts'

interface Counted extends Pick<State, 'database' | 'archive' | 'search' | 'public_url' | 'refused_sign_ins'> {
  processes: { version: string | null; started_at: number | null }[]
  queued: number
  sendsMail: boolean
  policyReports: Facts['errors']
  next_at: number | undefined
  /** Work on snapshots is about to begin, or to go on. */
  hasTurn: boolean
}

/** The most frequent ones are enough to find the cause. */
const maxPolicyReports = 20

/** `isForMonitor`: without texts that aren't ours. */
export function serializeState(
  facts: Facts,
  care: CareCode[],
  { processes, queued, sendsMail, next_at, hasTurn, policyReports, ...counted }: Counted,
  { isForMonitor }: { isForMonitor: boolean },
): State {
  const { at, clock, disk, hold, errors, slowest } = facts
  const reason = (text: string | null) => (isForMonitor ? null : text)
  return {
    status: care.length > 0 ? 'care' : 'ok',
    care,
    at: toIso(at),
    clock_trusted_at: clock.clock_at === null ? null : toIso(clock.clock_at),
    ...counted,
    processes: processes.map(({ version, started_at }) => ({
      version: version ?? '',
      started_at: toIso(started_at ?? at),
    })),
    disk: { free_bytes: disk.free_bytes, total_bytes: disk.total_bytes },
    snapshots: {
      is_set: next_at !== undefined,
      is_on_data_disk: facts.isOnDataDisk,
      ...serializeRuns(facts, reason),
      next_at: next_at === undefined ? null : toIso(next_at),
      running: serializeRunning(facts, hasTurn),
    },
    mail: {
      is_set: sendsMail,
      queued,
      held: hold
        ? { since: toIso(hold.since), next_try_at: toIso(hold.next_try_at), reason: reason(hold.reason) }
        : null,
    },
    policy_reports: policyReports.slice(0, maxPolicyReports).map(({ last_at, ...report }) => ({
      ...serializePolicyReport(report),
      last_at: toIso(last_at),
    })),
    errors: errors.map(({ last_at, ...error }) => ({ ...error, last_at: toIso(last_at) })),
    slowest,
  }
}

function serializeRuns({ made, failure, verified }: Facts, reason: (text: string | null) => string | null) {
  return {
    last: made
      ? {
          name: made.snapshot ?? '',
          made_at: toIso(made.started_at),
          bytes: made.size ?? 0,
          faulty_files: made.faulty_files ?? 0,
        }
      : null,
    failure: failure ? { at: toIso(failure.at), reason: reason(failure.fault) } : null,
    verified: verified
      ? {
          name: verified.snapshot ?? '',
          at: toIso(verified.started_at),
          is_whole: verified.fault === null,
          reason: reason(verified.fault),
        }
      : null,
  }
}

function serializeRunning({ running }: Facts, hasTurn: boolean): State['snapshots']['running'] {
  if (running) {
    const { kind, step, done_bytes, total_bytes, started_at } = running
    return { kind, step, done_bytes, total_bytes, started_at: toIso(started_at) }
  }
  return hasTurn ? { kind: null, started_at: null, step: null, done_bytes: 0, total_bytes: null } : null
}
