/**
 * `node bench/chat.ts [hostile] [postgres] [profile]`: the chat under load, as ratios to a bare Socket.IO broadcast in
 * the same run: deliveries per second, processor per delivery, milliseconds until a message has arrived, memory per
 * client, 5,000 idle clients. With `hostile`, how long a message takes beside people who mean ill, as a ratio to the same
 * without them (`hostile floods tokens`: beside those only). `postgres` measures on a throw-away PostgreSQL (which doesn't
 * sync), `profile` leaves a .cpuprofile in /tmp. Ends within four minutes; everything is on the loopback.
 */
import { startPostgres } from '../tests/support/postgres.ts'
import { measureHostile } from './chat/hostile.ts'
import { measureLoad } from './chat/load.ts'

const words = new Set(process.argv.slice(2))
const postgres = words.has('postgres') ? await startPostgres() : undefined
setTimeout(() => {
  console.error('it took too long')
  process.exit(1)
}, 240_000).unref()
try {
  const profile = words.has('profile') ? ['--cpu-prof', '--cpu-prof-dir=/tmp/alejandria-profile'] : []
  const options = { databaseUrl: postgres?.url, words: profile }
  if (words.has('hostile')) await measureHostile({ ...options, only: words })
  else await measureLoad(options)
} finally {
  await postgres?.stop()
}
process.exit()
