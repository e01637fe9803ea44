/**
 * `npm test`: every check, failures included, and a line with their counts at the end. On PostgreSQL it runs the tests of
 * what can differ by database, and a third of the others, chosen by the commit; files that are named run on both.
 *
 *   npm test                                 all steps
 *   npm test -- --only web                   the steps with "web" in their name; may be given several times
 *   npm test -- posts                        the tests of the files with "posts" in their path
 *   npm test -- --only sqlite posts          both
 *   npm test -- --changed [commit]           what the uncommitted change, the last commit or all since a commit can have broken
 *   npm test -- --slowest                    the slowest 15 tests and the dearest files of each step too
 *   npm test -- --write-slow                 writes tests/slow-tests.txt: known tests of more than a second
 *   npm run test:all                         all tests on both databases, and long ones in full
 */
import { availableParallelism } from 'node:os'
import { parseArgs, styleText } from 'node:util'
import { type Choice, chooseTests } from './test/changed.ts'
import { isTagged } from './test/databases.ts'
import { currentCommit, findChange } from './test/git.ts'
import { describeShortTests } from './test/in-full.ts'
import { runQueue } from './test/queue.ts'
import type { TimedTest } from './test/reports.ts'
import type { Outcome } from './test/run-tests.ts'
import { findNewSlowTests, writeSlowTests } from './test/slow-tests.ts'
import { listSteps, type Step } from './test/steps.ts'

const second = 1000
const slots = 2 * availableParallelism()

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    slowest: { type: 'boolean', default: false },
    'write-slow': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const change = findChange(values.changed ? positionals[0] : undefined)
if (values.changed && !change) exit(`No change can be read from git: is ${positionals[0] ?? 'this'} a commit?`)
const choice = values.changed && change ? chooseTests(change) : undefined
const pattern = choice ? [] : positionals
if (choice) console.log(`${choice.reason}\n`)

const sample = choice ? 'none' : pattern.length > 0 || values.all ? undefined : currentCommit()
const env = { ...(sample && { TEST_POSTGRES_SAMPLE: sample }), ...(values.all && { TEST_FULL: '1' }) }
const allSteps = listSteps({ env, isFull: values.all, ...(choice && change && { changed: change.paths }) })
const chosen = allSteps.map(choose).filter((step) => step.projects.size > 0)
if (chosen.length === 0) exit(`No such step. There are: ${allSteps.flatMap(({ names }) => names).join(', ')}`)

const running = new Set<string>()
const total = { passed: 0, failed: 0, flaky: 0 }
const timedTests: TimedTest[] = []
const width = Math.max(...chosen.flatMap(({ names }) => names.map((name) => name.length)))
await runQueue(chosen, slots, measure)

if (total.passed + total.failed === 0) {
  console.log(`\nNo test file matches ${pattern.join(' ')}`)
  total.failed = 1
}
if (values['write-slow']) writeSlowTests(timedTests)
const slowTests = findNewSlowTests(timedTests)
if (slowTests.length > 0)
  console.log(
    ['\nNew tests of more than two seconds: make them cheaper, or list them with --write-slow.', ...slowTests].join(
      '\n  ',
    ),
  )
const shortTests = change && !values.all ? describeShortTests(change) : []
if (shortTests.length > 0) console.log(['', ...shortTests].join('\n'))
if (total.flaky > 0) console.log(`\n${total.flaky} flaky, named above`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1

/** The step with the projects that are asked for. */
function choose(step: Step): Step {
  const isChosen = ([project, name]: [string, string]) =>
    (values.only.length === 0 || values.only.some((part) => name.toLowerCase().includes(part.toLowerCase()))) &&
    (pattern.length === 0 || step.hasFiles) &&
    (!choice || isNeeded(step, project, choice))
  return { ...step, projects: new Map([...step.projects].filter(isChosen)) }
}

function isNeeded(step: Step, project: string, choice: Choice) {
  if (step.hasFiles) return filesOf(project, choice).length > 0
  return !step.names.includes('build') || choice.browser.length > 0
}

function filesOf(project: string, { unit, web, server, browser }: Choice): string[] {
  const files: Record<string, string[]> = { unit, web, server, postgres: server.filter(isTagged), chromium: browser }
  return files[project] ?? [] // the whole run has Firefox
}

async function measure(step: Step) {
  const start = performance.now()
  const names = [...step.projects.values()]
  for (const name of names) running.add(name)
  showRunning()
  const projects = [...step.projects.keys()]
  const files = choice ? [...new Set(projects.flatMap((project) => filesOf(project, choice)))] : pattern
  const { outcomes, output } = await step.run(projects, files).catch((error: unknown) => ({
    outcomes: new Map<string, Outcome>(projects.map((project) => [project, { passed: 0, failed: 1 }])),
    output: error instanceof Error ? `${error.stack}` : `${error}`,
  }))
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  for (const name of names) running.delete(name)
  for (const [project, name] of step.projects) {
    const outcome = outcomes.get(project) ?? { passed: 0, failed: 1 }
    show(name, step.hasFiles, performance.now() - start, outcome)
    total.passed += outcome.passed
    total.failed += outcome.failed
    total.flaky += outcome.flaky?.length ?? 0
    timedTests.push(...(outcome.timedTests ?? []))
  }
  if ([...outcomes.values()].some(({ failed, flaky }) => failed > 0 || flaky)) console.log(`\n${output.trim()}\n`)
  showRunning()
}

function show(name: string, hasFiles: boolean, durationMs: number, outcome: Outcome) {
  const sign = outcome.failed > 0 ? styleText('red', '✗') : styleText('green', '✓')
  const count = hasFiles ? `  ${outcome.passed + outcome.failed} tests` : ''
  console.log(`${sign} ${name.padEnd(width)} ${format(durationMs)}${count}`)
  for (const test of outcome.flaky ?? []) console.log(`  flaky: failed, and passed on the second attempt: ${test}`)
  if (!values.slowest) return
  const tests = (outcome.timedTests ?? []).map(({ file, title, durationMs }) => ({
    name: `${file}: ${title}`,
    durationMs,
  }))
  const files = [...(outcome.fileDurationsMs ?? [])].map(([name, durationMs]) => ({ name, durationMs }))
  for (const { name, durationMs } of longest(tests)) console.log(`${format(durationMs)}  ${name}`)
  if (files.length > 0) console.log('  Files:')
  for (const { name, durationMs } of longest(files)) console.log(`${format(durationMs)}  ${name}`)
}

function longest(timed: { name: string; durationMs: number }[]) {
  return timed.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 15)
}

function format(durationMs: number) {
  return `${(durationMs / second).toFixed(1)} s`.padStart(10)
}

function showRunning() {
  if (process.stdout.isTTY && running.size > 0) process.stdout.write(`\r\x1b[K… ${[...running].join(', ')}`)
}

function exit(message: string): never {
  console.error(message)
  process.exit(1)
}
