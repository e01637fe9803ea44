import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../tools/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server on which `createDatabase` creates databases in a run with TEST_DATABASE=postgres; undefined on SQLite.
     */
    postgresUrl: string | undefined
  }
}

/** TEST_DATABASE=postgres starts a temporary PostgreSQL for the run; TEST_DATABASE=postgres://… uses that server. */
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
