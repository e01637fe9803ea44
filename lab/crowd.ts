/**
 * `node lab/crowd.ts [postgres] [small] [seconds=10] [attack…]`: whether one person can slow down the others. A
 * community of 2,000 with 100,000 posts, 1,000,000 messages, 700,000 audit events and 1,000,000 mails (`small`: a tenth),
 * on SQLite or on a temporary PostgreSQL (which doesn't sync). Twenty members make ordinary requests at a steady pace;
 * printed are their p50, p99 and maximum in milliseconds, without and with somebody who sends the worst requests they
 * may, and what that person is answered. The twenty have an open page, and fifty have ten devices each, whose push service
 * is slow. Filling takes minutes. Everything is on the loopback.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tools/postgres.ts'
import { killOnExit, loadAverage, makeTempFolder, residentMegabytes, startAlejandria } from './chat/processes.ts'
import { type AttackKind, type AttackOrder, attackKinds } from './crowd/attack.ts'
import { insertLargeCommunity } from './crowd/large-community.ts'
import { createTargets, givePassword, openDevices } from './crowd/targets.ts'

const args = process.argv.slice(2)
const isSmall = args.includes('small')
const seconds = Number(args.find((arg) => arg.startsWith('seconds='))?.slice(8) ?? 10)
const chosen = attackKinds.filter((kind) => args.includes(kind))
const requestsPerSecond = 60

const postgres = args.includes('postgres') ? await startPostgres() : undefined
const folder = makeTempFolder()
const location = { dataDir: join(folder, 'data'), databaseUrl: postgres?.url }
const part = isSmall ? 10 : 1
const size = { members: 2000, posts: 1e5 / part, messages: 1e6 / part, events: 7e5 / part, mails: 500 / part }
const filledFrom = performance.now()
const tokens = await insertLargeCommunity(location, size)
console.log(`filled in ${Math.round((performance.now() - filledFrom) / 1000)} s`)
const credentials = await givePassword(location)
const devices = await openDevices(location, 50)
const pushService = fork(`${import.meta.dirname}/crowd/push-service.ts`)
killOnExit(pushService)
const [pushPort] = (await once(pushService, 'message')) as [number]
const server = await startAlejandria({
  folder,
  databaseUrl: postgres?.url,
  program: 'lab/crowd/server.ts',
  env: { PUSH_SERVICE_PORT: String(pushPort) },
})
const [attacker = '', ...others] = tokens

const ask = async (path: string, token: string) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${body}`)
  return body
}
const made = await createTargets(server.port, pushPort, attacker, others.slice(0, 50), devices)
const targets = { ...made, credentials }
const { postId } = targets
const ordinary = [
  '/auth/me',
  '/posts?view=summary&limit=20',
  `/posts/${postId}`,
  `/comments/post/${postId}`,
  '/chat/messages',
  '/sections',
]

/** Times of ordinary requests, sent at a steady pace whatever the answers take. */
async function measureOthers() {
  const times: number[] = []
  const answers: Promise<unknown>[] = []
  const begunAt = performance.now()
  for (let n = 0; n < seconds * requestsPerSecond; n++) {
    const dueAt = begunAt + (n * 1000) / requestsPerSecond
    if (dueAt > performance.now()) await sleep(dueAt - performance.now())
    const answer = ask(ordinary[n % ordinary.length] as string, others[n % 20] as string)
    answers.push(answer.then(() => times.push(performance.now() - dueAt)))
  }
  await Promise.all(answers)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  return `${at(0.5).padStart(4)} / ${at(0.99).padStart(5)} / ${at(1).padStart(5)}`
}

function startAttack(kind: AttackKind) {
  const child = fork(`${import.meta.dirname}/crowd/attack.ts`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  killOnExit(child)
  const order: AttackOrder = { kind, port: server.port, token: attacker, seconds, targets }
  child.send(order)
  return once(child, 'message').then(([report]) => report as string)
}

await measureOthers() // warm-up
console.log(`p50 / p99 / max of ${requestsPerSecond} ordinary requests a second, in ms (load ${loadAverage()})`)
console.log(`  ${'nobody attacks'.padEnd(28)} ${await measureOthers()}`)
for (const kind of chosen.length > 0 ? chosen : attackKinds) {
  const report = startAttack(kind)
  const figures = await measureOthers()
  const memory = `${residentMegabytes(server.pid).toFixed(0)} MB`
  console.log(`  ${kind.padEnd(28)} ${figures}   ${memory}; answered ${await report} (load ${loadAverage()})`)
  await sleep(3000) // what is in progress ends, and budgets fill up again
}
pushService.send('count')
const [pushes] = (await once(pushService, 'message')) as [number]
console.log(`${pushes} push messages arrived`)
await server.stop()
await postgres?.stop()
process.exit()
