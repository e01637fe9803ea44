import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestServer } from '../../test-server.ts'

/** As if everybody’s last sign-in were more than ten minutes ago. */
export function passTenMinutes({ dataDir }: TestServer) {
  const database = new DatabaseSync(join(dataDir, 'alejandria.db'), { timeout: 20_000 })
  database.exec(`update sessions set confirmed_at = confirmed_at - ${10 * 60_000 + 1}`)
  database.close()
}
