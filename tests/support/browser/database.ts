/** Changes in the database of a test server that its API doesn't offer. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestServer } from './test-server.ts'

export function changeDatabase({ dataDir }: TestServer, change: string) {
  const database = new DatabaseSync(join(dataDir, 'alejandria.db'), { timeout: 20_000 })
  database.exec(change)
  database.close()
}

/** As if everybody’s last sign-in were more than ten minutes ago. */
export const passTenMinutes = (server: TestServer) =>
  changeDatabase(server, `update sessions set confirmed_at = confirmed_at - ${10 * 60_000 + 1}`)
