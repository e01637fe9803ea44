// As `npm start`, but nobody's messages are refused: the bench's senders don't pause.
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/start-server.ts'

await startServer(readConfig(process.env), { budgets: { messages: { burst: 1e9, perSecond: 1e9 } } })
