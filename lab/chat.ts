/**
 * `node lab/chat.ts [hostile] [postgres] [profile]`: the chat under load, as ratios to a bare Socket.IO broadcast in
 * the same run: deliveries per second, processor time per delivery, latency of a message in milliseconds, memory per
 * client, 5,000 idle clients. With `hostile`, the latency during attacks, as a ratio to the latency without them
 * (`hostile floods tokens`: during those only; lab/chat/hostile.ts has the kinds). With `changes 1000000`, so many messages,
 * answers, edits, deletions and reactions, after which nothing may be lost, doubled or different on a screen. `postgres` measures on a temporary PostgreSQL (which doesn't sync),
 * `profile` leaves a .cpuprofile in /tmp. Ends within four minutes, `changes` excepted; everything is on the loopback.
 */
import { startPostgres } from '../tools/postgres.ts'
import { measureChanges } from './chat/changes.ts'
import { measureHostile } from './chat/hostile.ts'
import { measureLoad } from './chat/load.ts'

const args = new Set(process.argv.slice(2))
const postgres = args.has('postgres') ? await startPostgres() : undefined
const changes = args.has('changes')
const timeout = setTimeout(() => {
  console.error('more than four minutes: stopped')
  process.exit(1)
}, 240_000)
if (changes) clearTimeout(timeout)
try {
  const profile = args.has('profile') ? ['--cpu-prof', '--cpu-prof-dir=/tmp/alejandria-profile'] : []
  const options = { databaseUrl: postgres?.url, nodeArgs: profile }
  if (changes)
    await measureChanges({ ...options, events: Number([...args].find((arg) => /^\d+$/.test(arg)) ?? 20_000) })
  else if (args.has('hostile')) await measureHostile({ ...options, only: args })
  else await measureLoad(options)
} finally {
  await postgres?.stop()
}
process.exit()
