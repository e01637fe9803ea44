// State of the server: for administrators, and for a monitor with the token of STATE_TOKEN.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Moment, schema } from './fields.ts'

/** The gravest first. Monitors compare these. */
const careCodes = [
  /** The check of the database found damage. */
  'database_damaged',
  /** Less than a tenth of the disk is free. */
  'disk_low',
  /** The clock has leapt by more than a day: nothing is deleted by its age, and no snapshot is made, until that is explained. */
  'clock_doubted',
  /** No snapshot was made in the last three days. */
  'snapshot_old',
  /** The last attempt at a snapshot failed. */
  'snapshot_failed',
  /** The place of the snapshots doesn't have the last one: its disk isn't mounted, or it is another place. */
  'snapshot_place_changed',
  /** A snapshot is dated later than now: none is forgotten meanwhile. */
  'snapshot_dated_later',
  /** The snapshot that was last read back isn't whole. */
  'snapshot_damaged',
  /** Three weeks have passed since the last check of a snapshot, or since the first snapshot if there was none. */
  'snapshot_unverified',
  /** Bytes of files were missing or damaged in the archive when the last snapshot was made. */
  'files_missing',
  /** The mail server has accepted nothing for an hour. */
  'mail_held',
  /** The server failed in the last day. */
  'errors',
  /** One request in twenty of a kind takes more than three seconds. */
  'slow_requests',
] as const
export type CareCode = (typeof careCodes)[number]

/** May name files, as it comes from the system or the mail server; null for monitors. */
const Reason = z.nullable(z.string())

/** A snapshot that is being made, read back, or forgotten. `kind` and the rest are null while it begins. */
const SnapshotRun = z.object({
  kind: z.nullable(z.enum(['snapshot', 'forget', 'verify'])),
  started_at: z.nullable(Moment),
  /** 'tables', 'files'. */
  step: z.nullable(z.string()),
  /** Progress of the step. */
  done_bytes: z.int(),
  total_bytes: z.nullable(z.int()),
})

const Snapshots = z.object({
  /** There is a place for them (BACKUP_TO). */
  is_set: z.boolean(),
  /** They are on the disk of the data folder, and would be lost with it. */
  is_on_data_disk: z.boolean(),
  last: z.nullable(z.object({ name: z.string(), made_at: Moment, bytes: z.int(), faulty_files: z.int() })),
  /** Failure of the last attempt, null if it succeeded. */
  failure: z.nullable(z.object({ at: Moment, reason: Reason })),
  /** The last one that was read back. */
  verified: z.nullable(z.object({ name: z.string(), at: Moment, is_whole: z.boolean(), reason: Reason })),
  /** Null without a place. In the past if it is due. */
  next_at: z.nullable(Moment),
  running: z.nullable(SnapshotRun),
})

export const State = schema('State', {
  status: z.enum(['ok', 'care']),
  care: z.array(z.enum(careCodes)),
  at: Moment,
  /** The last moment at which the clock was trusted; null before the first. */
  clock_trusted_at: z.nullable(Moment),
  processes: z.array(z.object({ version: z.string(), started_at: Moment })),
  database: z.object({ kind: z.enum(['sqlite', 'postgresql']), bytes: z.int() }),
  archive: z.object({ kind: z.enum(['folder', 'bucket']), files: z.int(), bytes: z.int() }),
  search: z.object({
    /** How many texts are in the index of how many; null once all are. */
    filling: z.nullable(z.object({ done: z.int(), total: z.int() })),
    /** Counts of uploads by the outcome of reading their text (`text_state` of a file); `waiting` ones haven't been read. */
    files: z.object({
      waiting: z.int(),
      text: z.int(),
      none: z.int(),
      scanned: z.int(),
      encrypted: z.int(),
      broken: z.int(),
      /** That the server couldn't read in several tries. */
      failed: z.int(),
    }),
  }),
  /** The disk of the data folder. */
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }),
  snapshots: Snapshots,
  mail: z.object({
    /** There is a mail server (SMTP_URL); mails are only saved in a folder otherwise. */
    is_set: z.boolean(),
    queued: z.int(),
    held: z.nullable(z.object({ since: Moment, next_try_at: Moment, reason: Reason })),
  }),
  /** Runs of the operator's imports, the newest first; the older ones are left out. */
  imports: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['whatsapp', 'wordpress', 'folder']),
      /** Name of the file or folder; null for monitors. */
      name: Reason,
      started_at: Moment,
      state: z.enum(['done', 'unfinished', 'undone']),
      /** Numbers of things that it brought and left out. */
      brought: z.int(),
      left_out: z.int(),
    }),
  ),
  /** Address of links that are handed over (PUBLIC_URL); null while it leads nobody but this machine here. */
  public_url: z.nullable(z.string()),
  /** In the last day. */
  refused_sign_ins: z.int(),
  /** In the last day, most first. `kind` is a code of contract/errors.ts, or the text of a line of the log. */
  errors: z.array(z.object({ kind: z.string(), count: z.int(), last_at: Moment })),
  /** Reports of browsers that the policy of a page forbade something, in the last day. */
  policy_reports: z.int(),
  /** Kinds of which one in twenty took more than three seconds, today or yesterday, in the answering process. */
  slow_requests: z.array(z.string()),
})
export type State = z.output<typeof State>

export const state = {
  read: endpoint('GET', '/admin/state', 'admin', {
    isForMonitors: true,
    summary: 'State of the server, and what needs care; also with the token of STATE_TOKEN',
    response: State,
    cost: 10,
  }),
  makeSnapshot: endpoint('POST', '/admin/state/snapshot', 'admin', {
    summary: 'Begin a snapshot; its progress is in the state',
    response: State,
    cost: 10,
  }),
}

// Violations of the content security policy, as browsers report them (CSP 3, `report-uri`).
const Text = z.optional(z.string().check(z.maxLength(4000)))

/** Body that browsers send. Only these fields are read; a browser may leave any of them out. */
const PolicyReport = z.object({
  'csp-report': z.object({
    'document-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Text,
    'source-file': Text,
  }),
})
export type PolicyReport = z.output<typeof PolicyReport>['csp-report']

export const policyReports = {
  create: endpoint('POST', '/policy-reports', 'public', {
    mediaType: 'application/csp-report',
    summary: 'A violation of the policy of a page, reported by the browser: logged, and counted for administrators',
    body: PolicyReport,
  }),
}
