import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { ensureFirstAdmin } from './auth/first-admin.ts'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/db.ts'
import { sweep } from './files/sweep.ts'
import { startMailing } from './mail/worker.ts'
import { openServices } from './open-services.ts'

/** How long requests in flight may take to finish once the server is told to stop. */
const stopWithin = 8000
/** When the process ends at the latest; DECISIONS §1 says 10 s. */
const exitWithin = 9500

/** Milliseconds between two rounds that clear away what nobody finished. */
const sweepEvery = 10 * 60_000

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/**
 * Opens what the server works with, makes the first admin when there is none, clears away what a crash left, and
 * listens. SIGTERM and SIGINT end it: what is in flight finishes, and the process exits with 0.
 */
export async function startServer(config: Config) {
  const database = await openDatabase(
    { dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL },
    { onIdleError: (error) => console.error(`database: ${error.message}`) },
  )
  const services = await openServices(config, database)
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
    publicUrl: config.PUBLIC_URL,
    webRoot: join(root, 'dist'),
    logLevel: config.LOG_LEVEL,
  })
  const running = { ...services, log: app.log }
  // SQLite's folder is held by this process alone
  await sweep(running, { alone: database.dialect === 'sqlite' })
  const sweeping = setInterval(
    () => sweep(running, { alone: false }).catch((err) => app.log.warn({ err }, 'the sweep failed')),
    sweepEvery,
  )
  const mailing = startMailing(running, { isAlone: database.dialect === 'sqlite' })
  let stopped: Promise<void> | undefined
  // at once, while requests in flight finish: not waited for yet
  app.addHook('preClose', async () => {
    stopped = mailing.stop()
  })
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await (stopped ?? mailing.stop())
    services.pictures.close()
    services.mailer.close()
    await services.bus.close()
    await database.close()
  })

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
