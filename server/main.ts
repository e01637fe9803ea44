// Entry point of `npm start`.
import { existsSync } from 'node:fs'
import { operatorMessage } from './operator-error.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { readConfig } = await import('./config.ts')
  const { startServer } = await import('./start-server.ts')
  await startServer(readConfig(process.env))
} catch (error) {
  console.error(operatorMessage(error) ?? error)
  process.exit(1)
}
