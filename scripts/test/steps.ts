import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureFullChromium } from '../../tools/chromium.ts'
import { ensureFirefox } from '../../tools/firefox.ts'
import { run } from './process.ts'
import { readReport, type TimedTest } from './reports.ts'

export interface Outcome {
  passed: number
  failed: number
  /** Shown after a failure. */
  output: string
  /** Names of tests that failed, and passed on the second attempt. */
  flaky?: string[]
  timedTests?: TimedTest[]
}

type CommandLine = [command: string, ...args: string[]]

export async function program(line: CommandLine, timeout: number): Promise<Outcome> {
  const { ok, output } = await run(line, { timeout })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
}

interface Tests {
  tool: 'vitest' | 'playwright'
  project: string
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
 * Test files, counted by test. Steps without a test fail, and so do skipped tests: neither proves anything.
 *
 * On CI (`CI` is set) files with failed tests run once more. Tests that pass then are counted as passed and named as
 * flaky: each is a fault to mend, of the test or of the product, but doesn't cost the run of all the others.
 */
export async function tests(options: Tests): Promise<Outcome> {
  const first = await attempt(options)
  const files = [...new Set(first.failedTests.map(({ file }) => file))]
  // errors outside of tests belong to no file; the report of vitest lacks them
  const areAllOfTests = first.failed === first.failedTests.length && !first.output.includes('Unhandled Error')
  if (!process.env.CI || first.failed === 0 || !areAllOfTests || files.length > maxRetriedFiles) return first
  const second = await attempt({ ...options, pattern: files })
  if (second.failed > 0 || second.passed < first.failed)
    return { ...first, output: `${first.output}\nOn the second attempt:\n${second.output}` }
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    flaky: first.failedTests.map(({ name }) => name),
  }
}

async function attempt({ tool, project, pattern, timeout, env = {}, browser }: Tests) {
  const file = temporaryFile('report.json')
  const lines: Record<Tests['tool'], CommandLine> = {
    vitest: [
      // three at a time on any machine: most server tests wait for a process, a socket or a lease
      ...(['vitest', 'run', '--project', project, '--maxWorkers=3', '--silent=passed-only'] as const),
      ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests', ...pattern],
    ],
    playwright: [
      ...(['playwright', 'test', '--project', project, '--forbid-only'] as const),
      ...['--reporter=json', '--pass-with-no-tests', ...pattern],
    ],
  }
  const settings = { ...env, ...(browser && browsers[browser]()), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { ok, output } = await run(lines[tool], { timeout, env: settings })
  const { passed, failedTests, otherErrors, skipped, failures, timedTests } = readReport(tool, file)
  const complaints = skipped.map((name) => `Skipped: ${name}`)
  if (passed + failedTests.length + otherErrors + skipped.length === 0) {
    if (ok && pattern.length > 0) return { passed: 0, failed: 0, failedTests, output }
    complaints.push('No test ran')
  }
  const failed = failedTests.length + otherErrors + complaints.length
  return {
    passed,
    failed: ok ? failed : Math.max(failed, 1),
    failedTests,
    output: [...failures, output, ...complaints].join('\n'),
    timedTests,
  }
}

/** In a folder of its own that is removed when this process ends. */
function temporaryFile(name: string) {
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return join(dir, name)
}
