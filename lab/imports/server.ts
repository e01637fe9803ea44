// As `npm start`, but the bench's person may read the whole list of posts twenty times a second.
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/start-server.ts'

const unlimited = { burst: 1e9, perSecond: 1e9 }
await startServer(readConfig(process.env), { budgets: { reads: unlimited, messages: unlimited } })
