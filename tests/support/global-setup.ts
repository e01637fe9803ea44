import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `createDatabase` makes databases in a run with TEST_DATABASE=postgres; else the tests run on SQLite. */
    postgresUrl: string | undefined
  }
}

/** TEST_DATABASE=postgres starts a throw-away PostgreSQL for the run; TEST_DATABASE=postgres://… takes that one. */
export default async function setup(project: TestProject) {
  const wanted = process.env.TEST_DATABASE
  if (wanted?.includes('://')) {
    project.provide('postgresUrl', wanted)
    return
  }
  if (wanted !== 'postgres') return
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
