import type { State } from '../../contract/state.ts'
import type { ImportRow } from '../imports/queries.ts'
import { countBrought, countLeftOut, readReport } from '../imports/report.ts'
import { toIso } from '../lib/time.ts'
import type { Facts } from './care.ts'
import type { ProcessRow } from './queries.ts'

/** Hides texts that aren't ours from a monitor. */
type Redact = (reason: string | null) => string | null

export const serializeProcess = ({ version, started_at }: ProcessRow): State['processes'][number] => ({
  version: version ?? '',
  started_at: toIso(started_at),
})

export function serializeImport(
  { id, kind, name, started_at, ended_at, undone_at, report }: ImportRow,
  redact: Redact,
) {
  const summary = report === null ? undefined : readReport(report)
  return {
    id,
    kind,
    name: redact(name),
    started_at: toIso(started_at),
    state: undone_at !== null ? ('undone' as const) : ended_at === null ? ('unfinished' as const) : ('done' as const),
    brought: summary ? countBrought(summary) : 0,
    left_out: summary ? countLeftOut(summary) : 0,
  }
}

export const serializeSnapshots = (facts: Facts, redact: Redact): State['snapshots'] => {
  const { isSet, isOnDataDisk, made, failure, verified, nextAt } = facts
  return {
    is_set: isSet,
    is_on_data_disk: isOnDataDisk,
    last: made
      ? {
          name: made.snapshot ?? '',
          made_at: toIso(made.started_at),
          bytes: made.size ?? 0,
          faulty_files: made.faulty_files ?? 0,
        }
      : null,
    failure: failure ? { at: toIso(failure.at), reason: redact(failure.fault) } : null,
    verified: verified
      ? {
          name: verified.snapshot ?? '',
          at: toIso(verified.started_at),
          is_whole: verified.fault === null,
          reason: redact(verified.fault),
        }
      : null,
    next_at: nextAt === undefined ? null : toIso(nextAt),
    running: serializeRunning(facts),
  }
}

function serializeRunning({ running, hasTurn }: Facts): State['snapshots']['running'] {
  if (running) {
    const { kind, step, done_bytes, total_bytes, started_at } = running
    return { kind, step, done_bytes, total_bytes, started_at: toIso(started_at) }
  }
  return hasTurn ? { kind: null, started_at: null, step: null, done_bytes: 0, total_bytes: null } : null
}

export const serializeHold = ({ hold }: Facts, redact: Redact): State['mail']['held'] =>
  hold ? { since: toIso(hold.since), next_try_at: toIso(hold.next_try_at), reason: redact(hold.reason) } : null
