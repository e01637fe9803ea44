import { existsSync } from 'node:fs'
import { lockfileProblems } from './lockfile.ts'
import type { Job } from './queue.ts'
import { program, type Result, type Tests, tests } from './run-tests.ts'

export interface Step extends Job {
  /** Names of the steps, by project; a run of several projects counts as several steps. */
  projects: Map<string, string>
  /** True if it runs test files, and can run a part of them. */
  hasFiles: boolean
  run(projects: string[], pattern: string[]): Promise<Result>
}

const minute = 60_000

interface Options {
  /** Files that are formatted and linted; all files if undefined. */
  changed?: string[]
  env: Record<string, string>
  isFull: boolean
}

/** In the order in which they start, as far as there are free slots: cheap ones first. */
export function listSteps({ changed, env, isFull }: Options): Step[] {
  const formatted = changed?.filter((file) => existsSync(file)) ?? []
  return [
    command('build', ['node', 'scripts/ensure.mjs', 'web']),
    command('types', ['tsc', '--noEmit']),
    command('format and lint', [
      ...(['biome', 'check', '--error-on-warnings', '--max-diagnostics=none'] as const),
      ...['--no-errors-on-unmatched', ...formatted],
    ]),
    // it has other globals than a page
    command('types of the worker', ['tsc', '-p', 'web/service-worker']),
    command('structure', ['node', 'scripts/structure.ts']),
    step('lockfile', () => Promise.resolve(ofProblems(lockfileProblems()))),
    suite({ unit: 'unit' }, { tool: 'vitest', workers: 2, timeout: 10 * minute }),
    // Pages wait for frames and answers, most server tests for a process, a socket or a lease.
    suite({ web: 'web' }, { tool: 'vitest', workers: 3, timeout: 15 * minute, browser: 'headless Chromium' }),
    suite(
      { server: 'server on SQLite', postgres: 'server on PostgreSQL' },
      { tool: 'vitest', workers: 4, timeout: 40 * minute },
    ),
    suite(
      { firefox: 'Firefox' },
      { tool: 'playwright', workers: 1, timeout: 20 * minute, browser: 'Firefox', after: 'build' },
    ),
    // pages wait for animations, timers and the disk
    suite(
      { chromium: 'browser' },
      { tool: 'playwright', workers: 4, timeout: 40 * minute, browser: 'every Chromium', after: 'build' },
    ),
  ]

  function suite(
    names: Record<string, string>,
    { after, ...options }: Omit<Tests, 'projects' | 'pattern'> & { after?: string },
  ): Step {
    const timeout = options.timeout * (isFull ? 3 : 1)
    return {
      names: Object.values(names),
      projects: new Map(Object.entries(names)),
      slots: options.workers,
      ...(after && { after }),
      hasFiles: true,
      run: (projects, pattern) => tests({ ...options, projects, pattern, timeout, env }),
    }
  }
}

const command = (name: string, line: [string, ...string[]]) => step(name, () => program(line, 6 * minute))

function step(name: string, run: () => Promise<Result>): Step {
  return { names: [name], projects: new Map([['', name]]), slots: 1, hasFiles: false, run }
}

function ofProblems(problems: string[]): Result {
  const failed = problems.length > 0 ? 1 : 0
  return { outcomes: new Map([['', { passed: 1 - failed, failed }]]), output: problems.join('\n') }
}
