import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface TimedTest {
  name: string
  durationMs: number
}

interface FailedTest {
  name: string
  /** Its path, as a filter of the tool. */
  file: string
}

interface Report {
  passed: number
  failedTests: FailedTest[]
  /** Errors of no single test: of the configuration, of a worker. */
  otherErrors: number
  /** Names of tests that were skipped, or are still to be written. */
  skipped: string[]
  /** Errors with their excerpts of code, if the tool's own output lacks them. */
  failures: string[]
  timedTests: TimedTest[]
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

interface PlaywrightError {
  message?: string
  snippet?: string
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { duration: number; errors: PlaywrightError[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: PlaywrightError[]
}

/** Without a report, the tool stopped before the first test: nothing is counted. */
export function readReport(tool: 'vitest' | 'playwright', file: string): Report {
  if (!existsSync(file))
    return { passed: 0, failedTests: [], otherErrors: 0, skipped: [], failures: [], timedTests: [] }
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return tool === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport)
}

function ofVitest({ testResults }: VitestReport): Report {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative('', name) })),
  )
  const broken = testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
    .map(({ name }) => relative('', name))
  const failed = tests.filter(({ status }) => status === 'failed')
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failedTests: [
      ...failed.map(({ file, fullName }) => ({ file, name: `${file}: ${fullName}` })),
      ...broken.map((file) => ({ file, name: file })),
    ],
    otherErrors: 0,
    skipped: skipped.map(({ fullName }) => fullName),
    failures: [],
    timedTests: tests.map(({ file, fullName, duration }) => ({
      name: `${file}: ${fullName}`,
      durationMs: duration ?? 0,
    })),
  }
}

function ofPlaywright({ suites, errors }: PlaywrightReport): Report {
  const tests = suites.flatMap(testsOf)
  const skipped = tests.filter(({ status }) => status === 'skipped')
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failedTests: failed.map(({ file, name }) => ({ file, name })),
    otherErrors: errors.length,
    skipped: skipped.map(({ name }) => name),
    failures: [
      ...failed.map(({ name, results }) =>
        [name, ...results.flatMap((result) => result.errors.map(format))].join('\n'),
      ),
      ...errors.map(format),
    ],
    timedTests: tests.map(({ name, results }) => ({
      name,
      durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  }
}

function testsOf(suite: PlaywrightSuite): (PlaywrightTest & FailedTest)[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ ...test, file, name: `${file}:${line}: ${title}` })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

const format = ({ message = '', snippet = '' }: PlaywrightError) => `${message}\n${snippet}\n`
