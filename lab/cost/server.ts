/**
 * The server for `lab/cost.ts`, in a process of its own: on the data folder of its first argument, without the built
 * web, with the settings of `npm start` but for the limits of requests. Says its port, and its use when asked.
 */
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/db/db.ts'
import { openServices } from '../../server/services.ts'
import { answerUsage } from './usage.ts'

const [dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost' })
const unlimited = { burst: 1e9, perSecond: 1e9 }
const app = await buildApp(await openServices(config, await openDatabase({ dataDir })), {
  version: 'bench',
  publicUrl: config.PUBLIC_URL,
  budgets: { reads: unlimited, network: unlimited, messages: unlimited, signIns: unlimited, signInsOfOne: unlimited },
})
await app.listen({ port: 0, host: '127.0.0.1' })
answerUsage(app.server)
