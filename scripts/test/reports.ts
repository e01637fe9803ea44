import { existsSync, readFileSync } from 'node:fs'

interface Counts {
  passed: number
  failed: number
  /** Names of tests that were skipped, or are still to be written. */
  skipped: string[]
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: unknown[]
}

/** Without a report, the tool stopped before the first test: nothing is counted. */
export function readReport(tool: 'vitest' | 'playwright', file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: [] }
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return tool === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport)
}

function ofVitest({ testResults }: VitestReport): Counts {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return { passed, failed: failed + broken.length, skipped: skipped.map(({ fullName }) => fullName) }
}

function ofPlaywright({ suites, errors }: PlaywrightReport): Counts {
  const tests = suites.flatMap(testsOf)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const skipped = tests.filter(({ status }) => status === 'skipped')
  const failed = tests.length - passed - skipped.length + errors.length
  return { passed, failed, skipped: skipped.map(({ name }) => name) }
}

function testsOf(suite: PlaywrightSuite): { name: string; status: string }[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({ name: `${file}: ${title}`, status })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}
