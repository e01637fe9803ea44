import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TimedTest {
  /** Its path in the repository. */
  file: string
  title: string
  durationMs: number
}

interface FailedTest {
  name: string
  /** Its path, as a filter of the tool. */
  file: string
}

/** Tests of one project of a run. */
export interface Report {
  passed: number
  failedTests: FailedTest[]
  /** Names of tests that were skipped, or are still to be written. */
  skipped: string[]
  timedTests: TimedTest[]
  /** Time of each file, with its setup, by path. */
  fileDurationsMs: Map<string, number>
}

export interface RunReport {
  projects: Map<string, Report>
  /** Errors of no single test: of the configuration, of a worker. */
  otherErrors: number
  /** Errors with their excerpts of code, if the tool's own output lacks them. */
  failures: string[]
}

export interface VitestFile {
  project: string
  file: string
  hasFailed: boolean
  durationMs: number
  tests: { title: string; state: 'passed' | 'failed' | 'skipped' | 'pending'; durationMs: number }[]
}

/** Written by vitest-reporter.ts. */
export interface VitestReport {
  files: VitestFile[]
  otherErrors: number
}

interface PlaywrightError {
  message?: string
  snippet?: string
}

interface PlaywrightTest {
  projectName: string
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
export function readReport(tool: 'vitest' | 'playwright', file: string): RunReport {
  if (!existsSync(file)) return { projects: new Map(), otherErrors: 0, failures: [] }
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return tool === 'vitest' ? ofVitest(report as VitestReport) : ofPlaywright(report as PlaywrightReport)
}

function ofVitest({ files, otherErrors }: VitestReport): RunReport {
  const projects = Map.groupBy(files, ({ project }) => project)
  return {
    projects: new Map([...projects].map(([project, ofProject]) => [project, ofVitestFiles(ofProject)])),
    otherErrors,
    failures: [],
  }
}

function ofVitestFiles(files: VitestFile[]): Report {
  const tests = files.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })))
  const failed = tests.filter(({ state }) => state === 'failed')
  const broken = files.filter(({ hasFailed, tests }) => hasFailed && !tests.some(({ state }) => state === 'failed'))
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failedTests: [
      ...failed.map(({ file, title }) => ({ file, name: `${file}: ${title}` })),
      ...broken.map(({ file }) => ({ file, name: file })),
    ],
    skipped: tests
      .filter(({ state, file }) => (state === 'skipped' || state === 'pending') && !broken.some((b) => b.file === file))
      .map(({ title }) => title),
    timedTests: tests,
    fileDurationsMs: new Map(files.map(({ file, durationMs }) => [file, durationMs])),
  }
}

const testDir = 'tests/e2e'

function ofPlaywright({ suites, errors }: PlaywrightReport): RunReport {
  const tests = suites.flatMap(testsOf)
  const failed = tests.filter(hasFailed)
  const projects = Map.groupBy(tests, ({ projectName }) => projectName)
  return {
    projects: new Map([...projects].map(([project, ofProject]) => [project, ofPlaywrightTests(ofProject)])),
    otherErrors: errors.length,
    failures: [
      ...failed.map(({ name, results }) =>
        [name, ...results.flatMap((result) => result.errors.map(format))].join('\n'),
      ),
      ...errors.map(format),
    ],
  }
}

const hasFailed = ({ status }: PlaywrightTest) => status === 'unexpected' || status === 'flaky'

function ofPlaywrightTests(tests: ReturnType<typeof testsOf>): Report {
  const fileDurationsMs = new Map<string, number>()
  for (const { path, durationMs } of tests) fileDurationsMs.set(path, (fileDurationsMs.get(path) ?? 0) + durationMs)
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failedTests: tests.filter(hasFailed).map(({ file, name }) => ({ file, name })),
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
    timedTests: tests.map(({ path, title, durationMs }) => ({ file: path, title, durationMs })),
    fileDurationsMs,
  }
}

function testsOf(suite: PlaywrightSuite): (PlaywrightTest & FailedTest & TimedTest & { path: string })[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({
      ...test,
      file,
      path: join(testDir, file),
      title,
      name: `${file}:${line}: ${title}`,
      durationMs: test.results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

const format = ({ message = '', snippet = '' }: PlaywrightError) => `${message}\n${snippet}\n`
