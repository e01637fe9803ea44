import type { Report } from './run.ts'

const progressIntervalMs = 60_000
const maxLines = 20
const maxTroubleLength = 3000

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0)

/** A line each minute, and trouble at once. */
export function printProgress() {
  const began = Date.now()
  let last = began
  let printed = 0
  return (report: Report) => {
    const troubles = [...report.lost, ...report.doubled, ...report.broken]
    if (troubles.length > printed)
      console.log(`kill ${report.kills}:\n  ${troubles.join('\n  ').slice(0, maxTroubleLength)}`)
    printed = troubles.length
    if (Date.now() - last < progressIntervalMs) return
    last = Date.now()
    const { kills, acknowledged, lost, doubled, broken, slowestStartMs } = report
    console.log(
      `${Math.round((last - began) / 60_000)} min: ${kills} kills, ${sum(acknowledged)} acknowledged, ${lost.length} lost, ` +
        `${doubled.length} doubled, ${broken.length} broken, slowest start ${Math.round(slowestStartMs)} ms`,
    )
  }
}

export function printReport({ kills, killsWhileStarting, acknowledged, kept, absent, ...report }: Report) {
  const row = (name: string, ...counts: (number | string)[]) =>
    console.log(`${name.padEnd(24)}${counts.map((count) => String(count).padStart(14)).join('')}`)
  row('', 'acknowledged', 'unknown: kept', 'absent')
  for (const kind of [...new Set([...acknowledged.keys(), ...kept.keys(), ...absent.keys()])].toSorted())
    row(kind, ...[acknowledged, kept, absent].map((counts) => counts.get(kind) ?? 0))
  row('all', sum(acknowledged), sum(kept), sum(absent))
  for (const [label, count] of [...report.refused].toSorted()) row(`refused: ${label}`, count)
  console.log(
    `${kills} kills (${killsWhileStarting} while starting): ${report.lost.length} lost, ${report.doubled.length} doubled, ` +
      `${report.broken.length} broken; slowest first answer ${Math.round(report.slowestStartMs)} ms after the start`,
  )
  for (const line of [...report.lost, ...report.doubled, ...report.broken].slice(0, maxLines)) console.log(`  ${line}`)
  if (report.lost.length + report.doubled.length + report.broken.length > 0) console.log(`journal: ${report.journal}`)
}
