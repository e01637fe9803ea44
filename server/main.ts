// Entry point of `npm start`.
import { existsSync } from 'node:fs'
import { OperatorError } from './operator-error.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { readConfig } = await import('./config.ts')
  const { startServer } = await import('./start-server.ts')
  await startServer(readConfig(process.env))
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
}
