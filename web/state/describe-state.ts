import { formatSize } from '../../contract/content/sizes.ts'
import type { CareCode, State } from '../../contract/state.ts'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { texts } from './texts.ts'

export interface StateItem {
  name: string
  value: string[]
  word: keyof typeof texts.words
  /** Advice, with lines that aren't ours. */
  notes: { todo: string; details: string[] }[]
}

interface ToDescribe {
  name: string
  /** Lines; false, null and undefined are left out. */
  value: string | (string | false | null | undefined)[]
  codes?: CareCode[]
  /** Advice for a thing that isn't set up. */
  unset?: string | undefined
}

const when = (at: string) => formatDayAndTime(new Date(at))

const careText = (code: CareCode, { snapshots }: State) =>
  code === 'snapshot_old' && !snapshots.is_set ? texts.noPlace : texts.care[code]

/** For the sentence «Necesita atención: …». */
export const shortsOf = (state: State) => state.care.map((code) => careText(code, state).short)

/** Names of what isn't set up, but for what needs care already. */
export const unsetOf = ({ snapshots, mail, public_url, care }: State) => [
  ...(snapshots.is_set || care.includes('snapshot_old') ? [] : [texts.unset.snapshots]),
  ...(mail.is_set ? [] : [texts.unset.mail]),
  ...(public_url === null ? [texts.unset.address] : []),
]

/** Lines that go with what to do, as they are. */
function detailsOf(code: CareCode, { snapshots, mail, errors }: State): string[] {
  const reasons: Partial<Record<CareCode, string | null | undefined>> = {
    snapshot_failed: snapshots.failure?.reason,
    snapshot_damaged: snapshots.verified?.reason,
    mail_held: mail.held?.reason,
  }
  if (code === 'errors')
    return errors.map(({ kind, count, last_at }) =>
      texts.errorOfKind(count, texts.errorKinds[kind] ?? `«${kind}»`, when(last_at)),
    )
  const reason = reasons[code]
  return reason ? [texts.faults[reason] ?? reason] : []
}

function describeItem(state: State, { name, value, codes = [], unset }: ToDescribe): StateItem {
  const present = codes.filter((code) => state.care.includes(code))
  const notes = present.map((code) => ({ todo: careText(code, state).todo, details: detailsOf(code, state) }))
  if (unset !== undefined && present.length === 0) notes.push({ todo: unset, details: [] })
  const word = present.length > 0 ? 'care' : unset === undefined ? 'fine' : 'unset'
  return { name, value: [value].flat().filter((line) => typeof line === 'string'), word, notes }
}

const itemsOf = (state: State, items: (ToDescribe | false)[]) =>
  items.flatMap((item) => (item ? describeItem(state, item) : []))

/** Outcome of a snapshot that was begun at this moment of the server; undefined while it isn't known. */
export function outcomeOf({ running, last, failure }: State['snapshots'], begunAt: string) {
  const isSince = (at: string | undefined) => at !== undefined && Date.parse(at) >= Date.parse(begunAt)
  if (running) return undefined
  if (isSince(last?.made_at)) return 'made'
  return isSince(failure?.at) ? 'failed' : undefined
}

export function describeSnapshots(state: State): StateItem[] {
  const { is_set, is_on_data_disk, last, failure, verified, next_at } = state.snapshots
  const verifiedText = verified
    ? (verified.is_whole ? texts.whole : texts.notWhole)(when(verified.at))
    : texts.notVerified
  const isDue = next_at !== null && Date.parse(next_at) <= Date.parse(state.at)
  return itemsOf(state, [
    {
      name: texts.lastSnapshot,
      value: [
        last ? texts.madeAt(when(last.made_at), formatSize(last.bytes)) : texts.never,
        !is_set && texts.notSet,
        is_on_data_disk && texts.onDataDisk,
        last && last.faulty_files > 0 && texts.faultyFiles(last.faulty_files),
        failure && texts.failedAt(when(failure.at)),
      ],
      codes: ['snapshot_old', 'snapshot_failed', 'snapshot_place_changed', 'snapshot_dated_later', 'files_missing'],
      unset: is_set ? undefined : texts.noPlace.todo,
    },
    (is_set || verified !== null) && {
      name: texts.verified,
      value: verifiedText,
      codes: ['snapshot_damaged', 'snapshot_unverified'],
    },
    next_at !== null && { name: texts.nextSnapshot, value: isDue ? texts.dueNow : texts.nextAt(when(next_at)) },
  ])
}

export function describeRoom(state: State): StateItem[] {
  const { archive, disk, database } = state
  const size = texts.archiveSize(archive.files, formatSize(archive.bytes))
  const percent = Math.floor((100 * disk.free_bytes) / disk.total_bytes)
  return itemsOf(state, [
    { name: texts.archive, value: archive.kind === 'bucket' ? texts.inBucket(size) : size },
    {
      name: texts.disk,
      value: texts.freeOf(formatSize(disk.free_bytes), formatSize(disk.total_bytes), percent),
      codes: ['disk_low'],
    },
    {
      name: texts.database,
      value: `${texts.databaseKinds[database.kind]}, ${formatSize(database.bytes)}`,
      codes: ['database_damaged'],
    },
  ])
}

/** Runs of imports; the report of each is read on the server. */
export const describeImports = ({ imports }: State): StateItem[] =>
  imports.map(({ id, kind, name, started_at, state, brought, left_out }) => ({
    name: texts.importNumber(texts.importKinds[kind], id),
    value: [
      texts.importOf(name ?? '', when(started_at)),
      ...(state === 'done'
        ? [texts.broughtBy(brought, left_out), texts.importReport(id)]
        : [texts.importStates[state]]),
    ],
    word: state === 'unfinished' ? 'care' : 'fine',
    notes: [],
  }))

export function describeRunning(state: State): StateItem[] {
  const { at, clock_trusted_at, processes, mail, public_url, search } = state
  const { errors, slow_requests, refused_sign_ins, policy_reports } = state
  const errorCount = errors.reduce((sum, { count }) => sum + count, 0)
  const isDoubted = state.care.includes('clock_doubted') && clock_trusted_at !== null
  return itemsOf(state, [
    {
      name: texts.version,
      value: processes.map(({ version, started_at }) => texts.runsSince(version, when(started_at))),
    },
    {
      name: texts.clock,
      value: isDoubted ? texts.clockLeapt(when(at), when(clock_trusted_at)) : texts.clockSays(when(at)),
      codes: ['clock_doubted'],
    },
    {
      name: texts.mail,
      value: [
        !mail.is_set && texts.noMailServer,
        mail.queued > 0 ? texts.queued(mail.queued) : texts.nothingQueued,
        mail.held && texts.heldSince(when(mail.held.since)),
      ],
      codes: ['mail_held'],
      unset: mail.is_set ? undefined : texts.mailTodo,
    },
    {
      name: texts.address,
      value: public_url ?? texts.noAddress,
      unset: public_url === null ? texts.addressTodo : undefined,
    },
    { name: texts.search, value: describeSearch(search) },
    { name: texts.errors, value: texts.errorsOfDay(errorCount), codes: ['errors'] },
    {
      name: texts.speed,
      value: slow_requests.length > 0 ? slow_requests.map(texts.slowRequest) : texts.noSlowRequests,
      codes: ['slow_requests'],
    },
    { name: texts.refusedSignIns, value: texts.refusedSignInsOfDay(refused_sign_ins) },
    { name: texts.policyReports, value: texts.policyReportsOfDay(policy_reports) },
  ])
}

function describeSearch({ filling, files }: State['search']) {
  const { waiting, text, scanned, encrypted, broken, failed } = files
  const read = texts.filesWithText(text)
  const without = [
    scanned > 0 && texts.scannedFiles(scanned),
    encrypted > 0 && texts.encryptedFiles(encrypted),
    broken > 0 && texts.brokenFiles(broken),
    failed > 0 && texts.failedFiles(failed),
  ].filter((kind) => kind !== false)
  return [
    filling ? texts.filling(filling.done, filling.total) : texts.allFound,
    waiting > 0 ? texts.readingFiles(read, waiting) : read,
    without.length > 0 && texts.withoutText(without),
  ]
}
