import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureFullChromium } from '../../tools/chromium.ts'
import { ensureFirefox } from '../../tools/firefox.ts'
import { run } from './process.ts'
import { type Report, readReport, type TimedTest } from './reports.ts'

export interface Outcome {
  passed: number
  failed: number
  /** Names of tests that failed, and passed on the second attempt. */
  flaky?: string[]
  timedTests?: TimedTest[]
  fileDurationsMs?: Map<string, number>
}

export interface Result {
  /** By project; `''` for what isn't a test. */
  outcomes: Map<string, Outcome>
  /** Shown after a failure. */
  output: string
}

type CommandLine = [command: string, ...args: string[]]

export async function program(line: CommandLine, timeout: number): Promise<Result> {
  const { ok, output } = await run(line, { timeout })
  return { outcomes: new Map([['', { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }]]), output }
}

export interface Tests {
  tool: 'vitest' | 'playwright'
  projects: string[]
  /** Files that run at a time. */
  workers: number
  /** Parts of paths; all files if empty. */
  pattern: string[]
  timeout: number
  env?: Record<string, string>
  browser?: keyof typeof browsers
}

const browsers = {
  'headless Chromium': () => ({ CHROMIUM: ensureChromium() }),
  'every Chromium': () => ({ CHROMIUM: ensureChromium(), FULL_CHROMIUM: ensureFullChromium() }),
  Firefox: () => ({ FIREFOX: ensureFirefox() }),
}

/** More files with failed tests are no accident. */
const maxRetriedFiles = 5

/**
 * Test files, counted by test. Projects without a test fail, and so do skipped tests: neither proves anything.
 *
 * On CI (`CI` is set) files with failed tests run once more, on the database where they failed. Tests that pass then are
 * counted as passed and named as flaky: each is a fault to mend, of the test or of the product, but doesn't cost the run
 * of all the others.
 */
export async function tests(options: Tests): Promise<Result> {
  const first = await attempt(options)
  const failed = [...first.outcomes].filter(([, { failed }]) => failed > 0)
  const files = failed.flatMap(([, { failedTests }]) => [...new Set(failedTests.map(({ file }) => file))])
  // errors outside of tests belong to no file
  const areAllOfTests = failed.every(([, outcome]) => outcome.failed === outcome.failedTests.length)
  if (!process.env.CI || failed.length === 0 || !areAllOfTests || files.length > maxRetriedFiles) return first
  let { output } = first
  const outcomes = new Map<string, Outcome>(first.outcomes)
  for (const [project, outcome] of failed) {
    const names = outcome.failedTests.map(({ name }) => name)
    const pattern = [...new Set(outcome.failedTests.map(({ file }) => file))]
    const second = await attempt({ ...options, projects: [project], pattern })
    const { passed = 0, failed = 1 } = second.outcomes.get(project) ?? {}
    if (failed > 0 || passed < outcome.failed) output += `\nOn the second attempt:\n${second.output}`
    else outcomes.set(project, { ...outcome, passed: outcome.passed + outcome.failed, failed: 0, flaky: names })
  }
  return { outcomes, output }
}

const emptyReport: Report = { passed: 0, failedTests: [], skipped: [], timedTests: [], fileDurationsMs: new Map() }

async function attempt({ tool, projects, workers, pattern, timeout, env = {}, browser }: Tests) {
  const file = temporaryFile('report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const lines: Record<Tests['tool'], CommandLine> = {
    vitest: [
      ...(['vitest', 'run', ...chosen, `--maxWorkers=${workers}`, '--silent=passed-only'] as const),
      ...['--reporter=minimal', '--reporter=./scripts/test/vitest-reporter.ts', '--passWithNoTests', ...pattern],
    ],
    playwright: [
      ...(['playwright', 'test', ...chosen, `--workers=${workers}`, '--forbid-only'] as const),
      ...['--reporter=json', '--pass-with-no-tests', ...pattern],
    ],
  }
  const reportFile = { vitest: 'VITEST_REPORT', playwright: 'PLAYWRIGHT_JSON_OUTPUT_FILE' }[tool]
  const settings = { ...env, ...(browser && browsers[browser]()), [reportFile]: file }
  const { ok, output } = await run(lines[tool], { timeout, env: settings })
  const report = readReport(tool, file)
  const complaints: string[] = []
  const outcomes = new Map(
    projects.map((project) => {
      const { skipped, ...ofProject } = report.projects.get(project) ?? emptyReport
      const count = ofProject.passed + ofProject.failedTests.length + skipped.length
      const own = skipped.map((name) => `Skipped: ${name}`)
      if (count === 0 && pattern.length === 0) own.push(`No test of ${project} ran`)
      complaints.push(...own)
      return [project, { ...ofProject, failed: ofProject.failedTests.length + own.length }]
    }),
  )
  const [first] = outcomes.values()
  if (first) first.failed += report.otherErrors
  if (first && !ok && [...outcomes.values()].every(({ failed }) => failed === 0)) first.failed = 1
  return { outcomes, output: [...report.failures, output, ...complaints].join('\n') }
}

/** In a folder of its own that is removed when this process ends. */
function temporaryFile(name: string) {
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return join(dir, name)
}
