import { join } from 'node:path'
import { buildApp, type Options } from './app.ts'
import { backUpBeforeMigration } from './backups/nightly/backups.ts'
import { refuseInterrupted } from './backups/restore/interrupted.ts'
import { checkClock } from './clock/rules.ts'
import { type Config, locationOf } from './config.ts'
import { openDatabase } from './db/db.ts'
import { recordWrite } from './epoch/epoch-file.ts'
import { sweep } from './files/sweep.ts'
import { noticeRestore } from './health/notice-restore.ts'
import { startJobs } from './jobs.ts'
import { isLoopback } from './lib/network.ts'
import { OperatorError } from './operator-error.ts'
import type { Outbound } from './outbound/fetch.ts'
import { openServices } from './services.ts'
import { ensureFirstAdmin } from './users/first-admin.ts'
import { version } from './version.ts'

/** Time for requests in progress after SIGTERM. */
const drainTimeoutMs = 8000
/** Time after SIGTERM until the process exits in any case; DECISIONS §1 allows 10 s. */
const exitTimeoutMs = 9500

const root = join(import.meta.dirname, '..')

/**
 * Opens the services, creates the first admin if there is none, sweeps the remains of a crash, and listens. On SIGTERM
 * or SIGINT requests in progress finish, and the process exits with 0. `budgets` are for benches, `outbound` and `webRoot`
 * for tests.
 */
export async function startServer(
  config: Config,
  {
    budgets,
    outbound,
    webRoot = join(root, 'dist'),
  }: Pick<Options, 'budgets'> & { outbound?: Outbound; webRoot?: string } = {},
) {
  refuseInterrupted(config.DATA_DIR)
  await backUpBeforeMigration(config)
  const database = await openDatabase(locationOf(config), {
    onIdleError: (error) => console.error(`database: ${error.message}`),
    onSyncFailure(error) {
      console.error(`database: a sync failed, so that nothing more can be kept: ${(error as Error).message}; stopped`)
      process.exit(1)
    },
  })
  const opened = await openServices(config, database)
  const services = outbound ? { ...opened, outbound } : opened
  // with SQLite no other process uses the folder
  const isAlone = database.dialect === 'sqlite'
  await noticeRestore({ ...services, log: console }, { isAlone })
  const password = await ensureFirstAdmin(services, {
    name: config.ADMIN_NAME,
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  })
  // before listening: the account exists even if the port is taken
  if (password)
    console.log(
      `First admin: name "${config.ADMIN_NAME}", password "${password}" (shown this once; change it after signing in)`,
    )
  const app = await buildApp(services, {
    version,
    trustedProxies: config.TRUST_PROXY,
    publicUrl: config.PUBLIC_URL,
    webRoot,
    serviceWorker: config.SERVICE_WORKER === 'on',
    logLevel: config.LOG_LEVEL,
    ...(budgets ? { budgets } : {}),
  })
  if (!isLoopback(config.HOST) && !config.PUBLIC_URL?.startsWith('https:'))
    app.log.warn(
      { host: config.HOST },
      'people may reach this server without TLS: put a proxy with a certificate before it, and its https address into PUBLIC_URL',
    )
  if (config.ALLOW_PLAINTEXT.length > 0)
    app.log.warn(
      { allowed: config.ALLOW_PLAINTEXT },
      'connections to other machines may be unencrypted: others may read them',
    )
  const runningServices = { ...services, log: app.log }
  await checkClock(runningServices)
  await sweep(runningServices, { alone: isAlone })
  const jobs = startJobs(runningServices, config, { isAlone })
  // begins while requests in progress finish
  app.addHook('preClose', async () => void jobs.stop())
  app.addHook('onClose', async () => {
    await jobs.stop()
    // those of the last requests
    await services.diagnostics.errors.write(services.db).catch(() => {})
    services.images.close()
    services.mailTransport.close()
    await services.bus.close()
    // what was written since the last one
    await recordWrite(services).catch((err) => app.log.warn({ err }, 'the last write could not be recorded'))
    await database.close()
  })

  const stop = (signal: NodeJS.Signals) => {
    app.log.info({ signal }, 'stopping')
    // a connection would be kept open after its last response
    setInterval(() => app.server.closeIdleConnections(), 50).unref()
    setTimeout(() => {
      app.log.warn('connections are cut off')
      app.server.closeAllConnections()
    }, drainTimeoutMs).unref()
    // a hanging query keeps the database open: its changes are rolled back
    setTimeout(() => {
      app.log.warn('work in progress is cut off')
      process.exit(0)
    }, exitTimeoutMs).unref()
    app.close().then(
      () => {
        app.log.info('stopped')
        process.exit(0)
      },
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
    throw new OperatorError(`PORT ${config.PORT} on HOST ${config.HOST} can't be listened on (${code})`, { cause })
  }
  const { port } = app.server.address() as { port: number }
  console.log(`Alejandría ${version} is open at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
}
