// Entry point of `npm start`.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The next start is faster; where the folder can't be written to, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { CannotStart } = await import('./cannot-start.ts')
try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { readConfig } = await import('./config.ts')
  const { startServer } = await import('./start-server.ts')
  await startServer(readConfig(process.env))
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
