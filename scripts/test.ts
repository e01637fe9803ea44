/**
 * `npm test`: every check, failures included, and a line with their counts at the end.
 *
 *   npm test                                 everything
 *   npm test -- --only web                   the steps with "web" in their name; may be given several times
 *   npm test -- posts                        the tests of the files with "posts" in their path
 *   npm test -- --only sqlite posts          both
 *   npm test -- --slowest                    the slowest 15 tests of each step too
 */
import { parseArgs, styleText } from 'node:util'
import { lockfileProblems } from './test/lockfile.ts'
import type { TimedTest } from './test/reports.ts'
import { type Outcome, program, tests } from './test/steps.ts'

interface Step {
  name: string
  /** True if it runs test files, and can run a part of them. */
  hasFiles?: boolean
  run(pattern: string[]): Promise<Outcome>
}

const second = 1000
const minute = 60 * second

// Cheap steps first. The steps of a stage run concurrently, to keep two processors busy.
const stages: Step[][] = [
  [
    {
      name: 'format and lint',
      run: () => program(['biome', 'check', '--error-on-warnings', '--max-diagnostics=none'], 6 * minute),
    },
    { name: 'types', run: () => program(['tsc', '--noEmit'], 6 * minute) },
    // it has other globals than a page
    { name: 'types of the worker', run: () => program(['tsc', '-p', 'web/service-worker'], 6 * minute) },
    { name: 'structure', run: () => program(['node', 'scripts/structure.ts'], minute) },
    { name: 'lockfile', run: async () => ofProblems(lockfileProblems()) },
    { name: 'build', run: () => program(['node', 'scripts/ensure.mjs', 'web'], 3 * minute) },
  ],
  [
    {
      name: 'unit',
      hasFiles: true,
      run: (pattern) => tests({ tool: 'vitest', project: 'unit', pattern, timeout: 10 * minute }),
    },
    {
      name: 'web',
      hasFiles: true,
      run: (pattern) =>
        tests({ tool: 'vitest', project: 'web', pattern, timeout: 10 * minute, browser: 'headless Chromium' }),
    },
    {
      name: 'Firefox',
      hasFiles: true,
      run: (pattern) =>
        tests({ tool: 'playwright', project: 'firefox', pattern, timeout: 10 * minute, browser: 'Firefox' }),
    },
  ],
  [
    {
      name: 'server on SQLite',
      hasFiles: true,
      run: (pattern) => tests({ tool: 'vitest', project: 'server', pattern, timeout: 40 * minute }),
    },
    {
      name: 'server on PostgreSQL',
      hasFiles: true,
      run: (pattern) =>
        tests({ tool: 'vitest', project: 'server', pattern, timeout: 40 * minute, env: { TEST_DATABASE: 'postgres' } }),
    },
  ],
  [
    {
      name: 'browser',
      hasFiles: true,
      run: (pattern) =>
        tests({ tool: 'playwright', project: 'chromium', pattern, timeout: 40 * minute, browser: 'every Chromium' }),
    },
  ],
]
const steps = stages.flat()

const { values, positionals: pattern } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] }, slowest: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isChosen = ({ name, hasFiles }: Step) =>
  (values.only.length === 0 || values.only.some((part) => matches(name, part))) && (pattern.length === 0 || hasFiles)
if (!steps.some(isChosen)) {
  console.error(`No such step. There are: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const running = new Set<string>()
const total = { passed: 0, failed: 0, flaky: 0 }
const width = Math.max(...steps.map(({ name }) => name.length))
for (const stage of stages) {
  const outcomes = await Promise.all(stage.filter(isChosen).map(measured))
  for (const { passed, failed, flaky = [] } of outcomes) {
    total.passed += passed
    total.failed += failed
    total.flaky += flaky.length
  }
}
if (total.passed + total.failed === 0) {
  console.log(`\nNo test file matches ${pattern.join(' ')}`)
  total.failed = 1
}
if (total.flaky > 0) console.log(`\n${total.flaky} flaky, named above`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1

async function measured(step: Step): Promise<Outcome> {
  const start = performance.now()
  running.add(step.name)
  showRunning()
  const outcome = await step.run(pattern).catch(
    (error: unknown): Outcome => ({
      passed: 0,
      failed: 1,
      output: error instanceof Error ? `${error.stack}` : `${error}`,
    }),
  )
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  running.delete(step.name)
  const time = `${((performance.now() - start) / second).toFixed(1)} s`
  const sign = outcome.failed > 0 ? styleText('red', '✗') : styleText('green', '✓')
  const count = step.hasFiles ? `  ${outcome.passed + outcome.failed} tests` : ''
  console.log(`${sign} ${step.name.padEnd(width)} ${time.padStart(8)}${count}`)
  for (const name of outcome.flaky ?? []) console.log(`  flaky: failed, and passed on the second attempt: ${name}`)
  if (outcome.failed > 0 || outcome.flaky) console.log(`\n${outcome.output.trim()}\n`)
  if (values.slowest) console.log(slowest(outcome.timedTests ?? []))
  showRunning()
  return outcome
}

function showRunning() {
  if (process.stdout.isTTY && running.size > 0) process.stdout.write(`\r\x1b[K… ${[...running].join(', ')}`)
}

function slowest(timedTests: TimedTest[]) {
  return timedTests
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, 15)
    .map(({ name, durationMs }) => `${(durationMs / second).toFixed(1).padStart(8)} s  ${name}`)
    .join('\n')
}

function ofProblems(problems: string[]): Outcome {
  return problems.length > 0
    ? { passed: 0, failed: 1, output: problems.join('\n') }
    : { passed: 1, failed: 0, output: '' }
}

function matches(name: string, part: string) {
  return name.toLowerCase().includes(part.toLowerCase())
}
