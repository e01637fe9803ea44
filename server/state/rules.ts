import type { State } from '../../contract/state.ts'
import { record } from '../audit/rules.ts'
import { acquireLease } from '../db/leases.ts'
import { isPostgres } from '../db/prepared.ts'
import { countFileTexts } from '../files/texts/queries.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { listImports } from '../imports/queries.ts'
import { hostOf, isLoopback } from '../lib/network.ts'
import { toIso } from '../lib/time.ts'
import { countDeliveriesIn } from '../mail/queries.ts'
import { readFillProgress } from '../search/queries.ts'
import type { Services } from '../services.ts'
import { careOf, dayMs, readFacts } from './care.ts'
import { countRefusedSignIns, listLiveProcesses, readArchiveSize, readDatabaseSize } from './queries.ts'
import { serializeHold, serializeImport, serializeProcess, serializeSnapshots } from './serialize.ts'

/** Shown imports, the newest. */
const maxImports = 10

/** Without texts that aren't ours for a monitor: they may name files of people. */
export async function readState(services: Services, { isForMonitor = false } = {}): Promise<State> {
  const { db, readDb, settings } = services
  const { publicUrl, sendsMail, isArchiveInBucket } = settings
  const facts = await readFacts(services)
  const { at, clock, disk, errors, policyReports, slowRequests } = facts
  const care = careOf(facts)
  const redact = (reason: string | null) => (isForMonitor ? null : reason)
  return {
    status: care.length > 0 ? 'care' : 'ok',
    care,
    at: toIso(at),
    clock_trusted_at: clock.clock_at === null ? null : toIso(clock.clock_at),
    processes: (await listLiveProcesses(db, at)).map(serializeProcess),
    database: { kind: isPostgres(db) ? 'postgresql' : 'sqlite', bytes: await readDatabaseSize(db) },
    archive: { kind: isArchiveInBucket ? 'bucket' : 'folder', ...(await readArchiveSize(readDb)) },
    search: { filling: (await readFillProgress(readDb)) ?? null, files: await countFileTexts(readDb) },
    disk,
    snapshots: serializeSnapshots(facts, redact),
    mail: { is_set: sendsMail, queued: await countDeliveriesIn(db, 'queued'), held: serializeHold(facts, redact) },
    imports: (await listImports(db, maxImports)).map((run) => serializeImport(run, redact)),
    public_url: isLoopback(hostOf(publicUrl)) ? null : publicUrl,
    refused_sign_ins: await countRefusedSignIns(db, at - dayMs),
    errors: errors.map(({ last_at, ...error }) => ({ ...error, last_at: toIso(last_at) })),
    policy_reports: policyReports,
    slow_requests: slowRequests,
  }
}

/** Begins a snapshot, and returns before it is made; its outcome is in the state. */
export async function makeSnapshot(services: Services, by: SignedIn): Promise<State> {
  const { db, newId, backups, log } = services
  if (!backups) return fail('snapshots_not_set')
  const { running } = await readFacts(services)
  // by the command line, perhaps
  if (running) return fail('snapshot_running')
  const turn = (await acquireLease(services, 'nightly backup', newId())) ?? fail('snapshot_running')
  try {
    await record(services, db, by, 'snapshot_requested')
  } catch (error) {
    await turn.release()
    throw error
  }
  backups
    .run('snapshot', log)
    .finally(turn.release)
    .catch((err) => log.error({ err }, 'no snapshot could be made'))
  return readState(services)
}
