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

/** Test files, counted by test. Steps without a test fail, and so do skipped tests: neither proves anything. */
export async function tests({ tool, project, pattern, timeout, env = {}, browser }: Tests): Promise<Outcome> {
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
  const { passed, failed, skipped, failures, timedTests } = readReport(tool, file)
  const complaints = skipped.map((name) => `Skipped: ${name}`)
  if (passed + failed + skipped.length === 0) {
    if (ok && pattern.length > 0) return { passed: 0, failed: 0, output }
    complaints.push('No test ran')
  }
  const bad = failed + complaints.length
  return {
    passed,
    failed: ok ? bad : Math.max(bad, 1),
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
