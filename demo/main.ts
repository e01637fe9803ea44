/**
 * `npm run demo`: a server of its own with a made-up community on it, in a folder that is removed when it stops. Of the
 * settings it takes PORT, HOST and LOG_LEVEL; it reads no .env and touches no other data.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { CannotStart } from '../server/cannot-start.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/db.ts'
import { openServices } from '../server/open-services.ts'
import { startServer } from '../server/start.ts'
import { password, shown } from './community.ts'
import { seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-demo-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const leave = () => process.exit()
for (const signal of signals) process.on(signal, leave)

try {
  const { PORT, HOST, LOG_LEVEL } = process.env
  const config = readConfig({ PORT, HOST, LOG_LEVEL: LOG_LEVEL || 'warn', DATA_DIR: dataDir })
  const database = await openDatabase({ dataDir })
  const services = { ...(await openServices(config, database)), log: Fastify().log }
  await seed(services)
  services.pictures.close()
  await database.close()
  await startServer(config)
  // From here on the server ends the process, after what is in flight.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
  console.log(`
Sign in as                password
${shown.map(({ name, as }) => `  ${name.padEnd(22)}  ${password}   ${as}`).join('\n')}

Ctrl-C stops it and removes everything.`)
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
