import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { TimedTest } from './reports.ts'

const list = 'tests/slow-tests.txt'
const maxMs = 2000
/** Shorter, so that a busy machine names no test that was there before. */
const listedMs = 1000

const nameOf = ({ file, title }: TimedTest) => `${file}: ${title.replaceAll(/\s+/g, ' ')}`
const readList = () => (existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [])

/** Tests that take longer than two seconds and aren't in the list of known ones. */
export function findNewSlowTests(tests: TimedTest[]): string[] {
  const known = new Set(readList())
  const slow = Map.groupBy(
    tests.filter((test) => test.durationMs > maxMs && !known.has(nameOf(test))),
    nameOf, // one of each database
  )
  return [...slow]
    .map(([name, times]) => ({ name, durationMs: Math.max(...times.map(({ durationMs }) => durationMs)) }))
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .map(({ name, durationMs }) => `${(durationMs / 1000).toFixed(1)} s  ${name}`)
}

/** Writes the slow tests of this run to the list. Those of other files stay. */
export function writeSlowTests(tests: TimedTest[]) {
  const files = new Set(tests.map(({ file }) => file))
  const others = readList().filter((line) => {
    const file = line.slice(0, line.indexOf(': '))
    return !files.has(file) && existsSync(file)
  })
  const slow = tests.filter(({ durationMs }) => durationMs > listedMs).map(nameOf)
  writeFileSync(
    list,
    [...new Set([...others, ...slow])]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  )
}
