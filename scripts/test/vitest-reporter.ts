import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { VitestFile, VitestReport } from './reports.ts'

/** Writes counts, times and failures by project, which Vitest's own JSON report doesn't tell apart, to VITEST_REPORT. */
export default class ProjectReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const report: VitestReport = { files: modules.map(toFile), otherErrors: unhandledErrors.length }
    if (process.env.VITEST_REPORT) writeFileSync(process.env.VITEST_REPORT, JSON.stringify(report))
  }
}

function toFile(module: TestModule): VitestFile {
  const { collectDuration, duration } = module.diagnostic()
  return {
    project: module.project.name.replace(/ \(.*/, ''), // of a browser: 'web (chromium)'
    file: relative('', module.moduleId),
    hasFailed: module.state() === 'failed',
    durationMs: collectDuration + duration,
    tests: [...module.children.allTests()].map((test) => ({
      title: test.fullName,
      state: test.result().state,
      durationMs: test.diagnostic()?.duration ?? 0,
    })),
  }
}
