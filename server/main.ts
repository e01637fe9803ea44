// Entry point of `npm start`.
import { loadEnvFile } from './env-file.ts'
import { operatorMessage } from './operator-message.ts'

try {
  const { isSetting, readConfig } = await import('./config.ts')
  loadEnvFile(isSetting)
  const { startServer } = await import('./start-server.ts')
  await startServer(readConfig(process.env))
} catch (error) {
  console.error(operatorMessage(error) ?? error)
  process.exit(1)
}
