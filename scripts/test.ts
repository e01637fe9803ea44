/**
 * `npm test`: every check, one after the other, on to the next when one fails, and a line that counts them at the end.
 *
 *   npm test                                 everything
 *   npm test -- --only web                   the steps with "web" in their name; may be given several times
 *   npm test -- posts                        the tests of the files with "posts" in their path
 *   npm test -- --only sqlite posts          both
 */
import { parseArgs, styleText } from 'node:util'
import { lockfileProblems } from './test/lockfile.ts'
import { type Outcome, program, tests } from './test/steps.ts'

interface Step {
  name: string
  /** Whether it runs test files, and can run a part of them. */
  hasFiles?: boolean
  run(pattern: string[]): Promise<Outcome>
}

const second = 1000
const minute = 60 * second

// Cheap ones first, and never two at once: tests that watch the clock don't like company.
const steps: Step[] = [
  {
    name: 'format and lint',
    run: () => program(['biome', 'check', '--error-on-warnings', '--max-diagnostics=none'], minute),
  },
  { name: 'types', run: () => program(['tsc', '--noEmit'], 2 * minute) },
  { name: 'lockfile', run: async () => ofProblems(lockfileProblems()) },
  { name: 'build', run: () => program(['node', 'scripts/ensure.mjs', 'web'], 2 * minute) },
  {
    name: 'unit',
    hasFiles: true,
    run: (pattern) => tests({ tool: 'vitest', project: 'unit', pattern, timeout: 5 * minute }),
  },
  {
    name: 'server on SQLite',
    hasFiles: true,
    run: (pattern) => tests({ tool: 'vitest', project: 'server', pattern, timeout: 30 * minute }),
  },
  {
    name: 'server on PostgreSQL',
    hasFiles: true,
    run: (pattern) =>
      tests({ tool: 'vitest', project: 'server', pattern, timeout: 30 * minute, env: { TEST_DATABASE: 'postgres' } }),
  },
  {
    name: 'web',
    hasFiles: true,
    run: (pattern) => tests({ tool: 'vitest', project: 'web', pattern, timeout: 10 * minute, needsChromium: true }),
  },
  {
    name: 'browser',
    hasFiles: true,
    run: (pattern) => tests({ tool: 'playwright', pattern, timeout: 55 * minute, needsChromium: true }),
  },
]

const { values, positionals: pattern } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const chosen = steps
  .filter(({ name }) => values.only.length === 0 || values.only.some((part) => matches(name, part)))
  .filter(({ hasFiles }) => pattern.length === 0 || hasFiles)
if (chosen.length === 0) {
  console.error(`No such step. There are: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const total = { passed: 0, failed: 0 }
const width = Math.max(...steps.map(({ name }) => name.length))
for (const step of chosen) {
  const outcome = await measured(step)
  total.passed += outcome.passed
  total.failed += outcome.failed
}
if (total.passed + total.failed === 0) {
  console.log(`\nNo test file matches ${pattern.join(' ')}`)
  total.failed = 1
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1

async function measured(step: Step): Promise<Outcome> {
  const start = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`… ${step.name}`)
  const outcome = await step.run(pattern).catch(
    (error: unknown): Outcome => ({
      passed: 0,
      failed: 1,
      output: error instanceof Error ? `${error.stack}` : `${error}`,
    }),
  )
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  const time = `${((performance.now() - start) / second).toFixed(1)} s`
  const sign = outcome.failed > 0 ? styleText('red', '✗') : styleText('green', '✓')
  const count = step.hasFiles ? `  ${outcome.passed + outcome.failed} tests` : ''
  console.log(`${sign} ${step.name.padEnd(width)} ${time.padStart(8)}${count}`)
  if (outcome.failed > 0) console.log(`\n${outcome.output.trim()}\n`)
  return outcome
}

function ofProblems(problems: string[]): Outcome {
  return problems.length > 0
    ? { passed: 0, failed: 1, output: problems.join('\n') }
    : { passed: 1, failed: 0, output: '' }
}

function matches(name: string, part: string) {
  return name.toLowerCase().includes(part.toLowerCase())
}
