import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/db/db.ts'
import { createDatabase, startPostgres } from '../../../tools/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which `createDatabase` creates databases in the project `postgres`; undefined on SQLite. */
    postgresUrl: string | undefined
    /** A database there with the whole schema and no people: copies of it are made faster than it is. */
    postgresTemplate: string | undefined
    /** A folder with such a database of SQLite; undefined in the project `postgres`. */
    sqliteTemplate: string | undefined
  }
}

/** Starts a temporary PostgreSQL for the project `postgres`; TEST_DATABASE=postgres://… uses that server. */
export default async function setup(project: TestProject) {
  if (project.name === 'server') return provideSqlite(project)
  const wanted = process.env.TEST_DATABASE
  if (wanted) return provide(project, wanted)
  const postgres = await startPostgres()
  await provide(project, postgres.url)
  return () => postgres.stop()
}

async function provide(project: TestProject, postgresUrl: string) {
  const template = await createDatabase(postgresUrl)
  await (await openDatabase({ dataDir: '', databaseUrl: template })).close()
  project.provide('postgresUrl', postgresUrl)
  project.provide('postgresTemplate', new URL(template).pathname.slice(1))
}

async function provideSqlite(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-schema-'))
  await (await openDatabase({ dataDir })).close()
  project.provide('sqliteTemplate', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
