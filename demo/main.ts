/**
 * `npm run demo`: a server with a made-up community and its snapshots, in folders that are removed when it stops. It reads the settings
 * PORT, HOST and LOG_LEVEL, no .env, and no other data.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/db.ts'
import { OperatorError } from '../server/operator-error.ts'
import { openServices } from '../server/services.ts'
import { startServer } from '../server/start-server.ts'
import { password, printedAccounts } from './community.ts'
import { seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-demo-'))
const backupDir = mkdtempSync(join(tmpdir(), 'alejandria-demo-backups-'))
process.on('exit', () => {
  for (const folder of [dataDir, backupDir]) rmSync(folder, { recursive: true, force: true })
})
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const exit = () => process.exit()
for (const signal of signals) process.on(signal, exit)

try {
  const { PORT, HOST, LOG_LEVEL } = process.env
  const config = readConfig({ PORT, HOST, LOG_LEVEL: LOG_LEVEL || 'warn', DATA_DIR: dataDir, BACKUP_TO: backupDir })
  const database = await openDatabase({ dataDir })
  const services = { ...(await openServices(config, database)), log: Fastify().log }
  await seed(services)
  services.images.close()
  await database.close()
  await startServer(config)
  // from here on the server ends the process, after open requests
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, exit)
  console.log(`
Sign in as                password
${printedAccounts.map(({ name, as }) => `  ${name.padEnd(22)}  ${password}   ${as}`).join('\n')}

Ctrl-C stops it and removes everything.`)
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}
