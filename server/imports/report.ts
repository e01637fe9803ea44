// The report of an import, with what it brings and leaves out: counted, printed as a table, and kept with its run.
import * as z from 'zod/mini'

type CountedKind = 'message' | 'post' | 'comment' | 'file'
const countedKinds: CountedKind[] = ['message', 'post', 'comment', 'file']

const Counts = z.record(z.string(), z.int())
const ReportSummary = z.object({
  /** Things by kind. */
  brought: Counts,
  /** Things that an earlier import has brought, by kind. */
  known: Counts,
  /** By the year of their moments. */
  years: Counts,
  /** By the name in the export; `member` is the name of an account. */
  people: z.array(z.object({ name: z.string(), count: z.int(), member: z.nullable(z.string()) })),
  /** The first of each kind. */
  first: z.record(z.string(), z.array(z.string())),
  /** `isOwn`: lines and files of the program itself, which nobody misses. */
  leftOut: z.array(z.object({ reason: z.string(), count: z.int(), isOwn: z.boolean(), examples: z.array(z.string()) })),
})
export type ReportSummary = z.output<typeof ReportSummary>

export const readReport = (json: string): ReportSummary => z.parse(ReportSummary, JSON.parse(json))

const maxFirst = 5
/** Examples of a reason that are kept and printed. */
const maxExamples = 200
const maxShownLength = 100

interface Found {
  at: number
  /** Name in the export. */
  by: string
  /** Title, name, or beginning of the text. */
  title: string
  isKnown?: boolean
}

const add = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line
}

export type Report = ReturnType<typeof createReport>

export function createReport() {
  const [brought, known, years]: Record<string, number>[] = [{}, {}, {}] as const
  const first: Record<string, string[]> = {}
  const people = new Map<string, { count: number; member: string | null }>()
  const leftOut = new Map<string, { count: number; isOwn: boolean; examples: string[] }>()

  return {
    /** Counts a thing that is brought, or would be. */
    found(kind: CountedKind, { at, by, title, isKnown = false }: Found) {
      if (isKnown) return add(known, kind)
      const day = new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
      add(brought, kind)
      add(years, day.slice(0, 'YYYY'.length))
      const person = people.get(by) ?? { count: 0, member: null }
      people.set(by, { ...person, count: person.count + 1 })
      first[kind] ??= []
      if (first[kind].length < maxFirst) first[kind].push(`${day} ${by}: ${oneLine(title)}`)
    },

    /** Says that a name in the export is this member's. */
    isMember(name: string, member: string) {
      people.set(name, { count: people.get(name)?.count ?? 0, member })
    },

    /** Counts what stays behind. `isOwn`: a line or file of the program itself, which nobody misses. */
    leftOut(reason: string, what: string, { isOwn = false } = {}) {
      const group = leftOut.get(reason) ?? { count: 0, isOwn, examples: [] }
      group.count++
      if (group.examples.length < maxExamples) group.examples.push(oneLine(what))
      leftOut.set(reason, group)
    },

    summary: (): ReportSummary => ({
      brought,
      known,
      years,
      people: [...people].map(([name, person]) => ({ name, ...person })).sort((a, b) => b.count - a.count),
      first,
      leftOut: [...leftOut].map(([reason, group]) => ({ reason, ...group })),
    }),
  }
}

const number = new Intl.NumberFormat('en')
const count = (counts: Record<string, number>, kind: CountedKind) => number.format(counts[kind] ?? 0)

export const countBrought = ({ brought }: ReportSummary) =>
  Object.values(brought).reduce((sum, count) => sum + count, 0)

export const countLeftOut = ({ leftOut }: ReportSummary) => leftOut.reduce((sum, group) => sum + group.count, 0)

/** False if something stayed behind that somebody could miss. */
export const isWhole = ({ leftOut }: ReportSummary) => leftOut.every(({ isOwn }) => isOwn)

/** The last line of an import (DECISIONS §7). */
export const lastLine = (run: number | string, summary: ReportSummary) => {
  const things = countedKinds.map((kind) => `${summary.brought[kind] ?? 0} ${kind}s`).join(', ')
  return `import ${run}: ${things}, ${countLeftOut(summary)} left out`
}

/** The table of a report, as a command prints it. */
export function describeReport(summary: ReportSummary): string {
  const { brought, known, years, people, first, leftOut } = summary
  const kinds = countedKinds.filter((kind) => (brought[kind] ?? 0) + (known[kind] ?? 0) > 0)
  const lines = [
    ...kinds.map((kind) => `${`${kind}s`.padEnd(10)}${count(brought, kind).padStart(9)}${knownNote(known, kind)}`),
    ...section(
      'years',
      Object.entries(years).map(([year, things]) => `${year}  ${number.format(things).padStart(9)}`),
    ),
    ...section(
      'people',
      people.map(({ name, count, member }) => `${number.format(count).padStart(9)}  ${name}${memberNote(member)}`),
    ),
    ...kinds.flatMap((kind) => section(`first ${kind}s`, first[kind] ?? [])),
    ...leftOut.flatMap(({ reason, count, isOwn, examples }) =>
      section(`left out, ${number.format(count)}: ${reason}`, isOwn ? examples.slice(0, maxFirst) : examples),
    ),
  ]
  return lines.join('\n')
}

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
const knownNote = (known: Record<string, number>, kind: CountedKind) =>
  known[kind] ? `   and ${count(known, kind)} that are here already` : ''
const memberNote = (member: string | null) =>
  member === null ? '  (no account: shown by name)' : `  (member ${member})`
