// The real server with the web of another folder than dist/, which tests change.
import { readConfig } from '../../../../server/config.ts'
import { startServer } from '../../../../server/start-server.ts'

await startServer(readConfig(process.env), { webRoot: process.env.WEB_ROOT ?? '' })
