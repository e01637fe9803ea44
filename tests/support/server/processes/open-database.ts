// Opens the database of the environment as a server does, and closes it: for tests of several simultaneous processes.
import { openDatabase } from '../../../../server/db/db.ts'

const { DATA_DIR = '', DATABASE_URL } = process.env
const { close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, { alone: false })
await close()
