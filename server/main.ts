// Entry point of `npm start`.
import { existsSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import { readConfig } from './config.ts'
import { startServer } from './start-server.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await startServer(readConfig(process.env))
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
