import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { ensureFirstAdmin } from './auth/first-admin.ts'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/db.ts'
import { newId } from './ids.ts'
import type { Services } from './services.ts'

/** How long requests in flight may take to finish once the server is told to stop. */
const stopWithin = 8000
/** When the process ends at the latest; DECISIONS §1 says 10 s. */
const exitWithin = 9500

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/**
 * Opens the database, makes the first admin when there is none, and listens. The only place that chooses
 * implementations. SIGTERM and SIGINT end it: what is in flight finishes, and the process exits with 0.
 */
export async function startServer(config: Config) {
  const database = await openDatabase(
    { dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL },
    { onIdleError: (error) => console.error(`database: ${error.message}`) },
  )
  const services: Omit<Services, 'log'> = {
    db: database.db,
    now: Date.now,
    newId,
    settings: { sessionDays: config.SESSION_DAYS },
  }
  const password = await ensureFirstAdmin(services, {
    name: config.ADMIN_NAME,
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  })
  // now: should the port be taken, the account is there all the same
  if (password)
    console.log(
      `First admin: name "${config.ADMIN_NAME}", password "${password}" (shown this once; change it after signing in)`,
    )
  const app = await buildApp(services, {
    version,
    trustedProxies: config.TRUST_PROXY,
    https: config.PUBLIC_URL?.startsWith('https:') ?? false,
    webRoot: join(root, 'dist'),
    logLevel: config.LOG_LEVEL,
  })
  app.addHook('onClose', () => database.close())

  const stop = () => {
    // a line on which the last answer has just gone out would be kept for the next request
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    setTimeout(() => app.server.closeAllConnections(), stopWithin).unref()
    // a query that hangs holds the database's connections: what it would have changed is rolled back
    setTimeout(() => process.exit(0), exitWithin).unref()
    app.close().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (cause) {
    await app.close()
    const { code } = cause as { code?: string }
    throw new CannotStart(`PORT ${config.PORT} on HOST ${config.HOST} can't be listened on (${code})`, { cause })
  }
  const { port } = app.server.address() as { port: number }
  console.log(`Alejandría ${version} is open at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
}
