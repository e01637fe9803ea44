import type { State } from '../../contract/state.ts'
import { record } from '../audit/rules.ts'
import type { SignedIn } from '../auth/signed-in.ts'
import { acquireLease, isLeased } from '../db/leases.ts'
import { isPostgres } from '../db/prepared.ts'
import { countFileTexts } from '../file-texts/queries.ts'
import { fail } from '../http/fail.ts'
import { hostOf, isLoopback } from '../lib/network.ts'
import { readFillProgress } from '../search/queries.ts'
import type { Services } from '../services.ts'
import { careOf, dayMs, readFacts, sumByKind } from './care.ts'
import {
  countQueuedMails,
  countRefusedSignIns,
  listLiveProcesses,
  listPolicyReportCounts,
  readArchiveSize,
  readDatabaseSize,
} from './queries.ts'
import { serializeState } from './serialize.ts'

/** Without texts that aren't ours for a monitor: they may name files of people. */
export async function readState(services: Services, { isForMonitor = false } = {}): Promise<State> {
  const { db, readDb, now, backups, settings, diagnostics } = services
  const facts = await readFacts(services)
  const counted = {
    processes: await listLiveProcesses(db, now()),
    database: { kind: isPostgres(db) ? 'postgresql' : 'sqlite', bytes: await readDatabaseSize(db) },
    archive: { kind: settings.isArchiveInBucket ? 'bucket' : 'folder', ...(await readArchiveSize(readDb)) },
    search: { filling: (await readFillProgress(readDb)) ?? null, files: await countFileTexts(readDb) },
    hasTurn: await isLeased(db, 'nightly backup', now()),
    queued: await countQueuedMails(db),
    sendsMail: settings.sendsMail,
    public_url: isLoopback(hostOf(settings.publicUrl)) ? null : settings.publicUrl,
    refused_sign_ins: await countRefusedSignIns(db, now() - dayMs),
    policyReports: sumByKind([
      ...(await listPolicyReportCounts(readDb, now() - dayMs)),
      ...diagnostics.policyReports.unwritten(),
    ]),
  } as const
  const next_at = backups ? backups.nextAt(facts.made?.started_at, facts.at) : undefined
  return serializeState(facts, careOf(facts), { ...counted, next_at }, { isForMonitor })
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
