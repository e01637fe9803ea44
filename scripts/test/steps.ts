import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../tests/support/chromium.ts'
import { run } from './process.ts'
import { readReport } from './reports.ts'

export interface Outcome {
  passed: number
  failed: number
  /** Shown when something failed. */
  output: string
}

type Line = [command: string, ...args: string[]]

/** A program that passes or fails as a whole. */
export async function program(line: Line, timeout: number): Promise<Outcome> {
  const { ok, output } = await run(line, { timeout })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
}

interface Tests {
  tool: 'vitest' | 'playwright'
  /** Of vitest. */
  project?: string
  /** Parts of paths; every file when empty. */
  pattern: string[]
  timeout: number
  env?: Record<string, string>
  needsChromium?: boolean
}

/** Test files, counted by test. A step that ran none, and a test that was skipped, fail: neither proves anything. */
export async function tests({ tool, project, pattern, timeout, env = {}, needsChromium }: Tests): Promise<Outcome> {
  const file = temporaryFile('report.json')
  const lines: Record<Tests['tool'], Line> = {
    vitest: [
      ...(['vitest', 'run', '--project', `${project}`, '--silent=passed-only'] as const),
      ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests', ...pattern],
    ],
    playwright: ['playwright', 'test', '--forbid-only', '--reporter=dot,json', '--pass-with-no-tests', ...pattern],
  }
  const settings: Record<string, string> = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  if (needsChromium) settings.CHROMIUM = ensureChromium()
  const { ok, output } = await run(lines[tool], { timeout, env: settings })
  const { passed, failed, skipped } = readReport(tool, file)
  const complaints = skipped.map((name) => `Skipped: ${name}`)
  if (passed + failed + skipped.length === 0) {
    if (ok && pattern.length > 0) return { passed: 0, failed: 0, output }
    complaints.push('No test ran')
  }
  const bad = failed + complaints.length
  return { passed, failed: ok ? bad : Math.max(bad, 1), output: [output, ...complaints].join('\n') }
}

/** In a folder of its own that goes with this process, however it ends. */
function temporaryFile(name: string) {
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return join(dir, name)
}
