/**
 * `node lab/cost.ts [seconds] [growth]`: what a request costs, on SQLite. Reads as processor time for one answer, as the ratio
 * to a bare `node:http` server that sends the same bytes to 50 connections in the same run; writes as the ratio of how
 * many are durable in a second to node:sqlite alone, which stores the same rows in a transaction each; a sign-in as the
 * ratio to its hash. With `growth` also what reads cost with 100,000 posts instead of 1,000, which takes minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../server/auth/password-hash.ts'
import { firstName, firstPost, insertCommunity, password } from './cost/community.ts'
import { readCosts } from './cost/growth.ts'
import { requestOf, sendLoad } from './cost/load.ts'
import { type Measured, startMeasured } from './cost/processes.ts'
import { rawRate, writeRequest, writes } from './cost/writes.ts'

const seconds = Number(process.argv[2] ?? 2)
const connections = 50
/** Short ones in turn, as the machine is faster at one moment than at another. */
const rounds = 7

const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const reads: Record<string, { path: string; goal: number }> = {
  health: { path: '/health', goal: 4 },
  'own account': { path: '/auth/me', goal: 4 },
  'a post': { path: `/posts/${firstPost}`, goal: 5 },
  categories: { path: '/categories', goal: 5 },
  sections: { path: '/sections', goal: 5 },
  'who is online': { path: '/auth/online-users', goal: 5 },
  'list of twenty posts': { path: '/posts?view=summary&limit=20', goal: 6 },
  'ten comments': { path: `/comments/post/${firstPost}?limit=10`, goal: 6 },
  'fifty messages': { path: '/chat/messages?limit=50', goal: 6 },
}

type Make = (connection: number) => Buffer

/** Processor time for one answer, in µs. */
async function costOf(server: Measured, make: Make) {
  const before = await server.usage()
  const { answers } = await sendLoad(server.port, connections, (seconds * 1000) / rounds, make)
  const after = await server.usage()
  return (1000 * (after.ms - before.ms)) / answers
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Teaches the bare server the answer to a request. */
async function record(server: Measured, bare: Measured, path: string, token: string) {
  const answer = await fetch(`${server.origin}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date'].includes(name)).flat()
  bare.record({ path: `/api${path}`, headers, body: body.toString('base64') })
  return body.length
}

const row = (name: string, ...cells: string[]) =>
  console.log(name.padEnd(24), ...cells.map((cell) => cell.padStart(10)))

const tokens = await insertCommunity(dataDir, 1000)
const server = await startMeasured('server.ts', dataDir)
const bare = await startMeasured('bare.ts')

row('', 'bytes', 'bare µs', 'µs', 'ratio', 'goal', 'gzip/plain')
for (const [name, { path, goal }] of Object.entries(reads)) {
  const bytes = await record(server, bare, path, tokens[0] ?? '')
  const requests = tokens.slice(0, connections).map((token) => requestOf('GET', `/api${path}`, { token }))
  const packed = tokens.slice(0, connections).map((token) => requestOf('GET', `/api${path}`, { token, gzip: true }))
  const makes: [Measured, Make][] = [
    [bare, (at) => requests[at] as Buffer],
    [server, (at) => requests[at] as Buffer],
    [server, (at) => packed[at] as Buffer],
  ]
  for (const [measured, make] of makes) await sendLoad(measured.port, connections, 300, make)
  const costs: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const ofRound: number[] = []
    for (const [measured, make] of makes) ofRound.push(await costOf(measured, make))
    costs.push(ofRound)
  }
  const [least = 0, cost = 0] = [0, 1].map((at) => median(costs.map((ofRound) => ofRound[at] ?? 0)))
  const ratio = median(costs.map(([bare = 1, own = 0]) => own / bare))
  const packedRatio = median(costs.map(([, own = 1, packed = 0]) => packed / own))
  row(name, `${bytes}`, least.toFixed(0), cost.toFixed(0), ratio.toFixed(1), `${goal}`, packedRatio.toFixed(1))
}
const { residentMb } = await server.usage()
row('memory after this load', `${residentMb.toFixed(0)} MB`)

// Another folder: two programs that write to one file would wait for each other.
const rawDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
process.on('exit', () => rmSync(rawDir, { recursive: true, force: true }))
await insertCommunity(rawDir, 1000)
console.log()
row('', '', 'alone /s', '/s', 'ratio', 'goal')
for (const [name, write] of Object.entries(writes)) {
  const rates: { own: number; alone: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = rawRate(rawDir, write, (seconds * 1000) / rounds)
    const make: Make = (at) => writeRequest(write, tokens[(round * connections + at) % tokens.length] ?? '')
    const { answers, seconds: took } = await sendLoad(server.port, connections, (seconds * 1000) / rounds, make)
    rates.push({ own: answers / took, alone })
  }
  const ratio = median(rates.map(({ own, alone }) => own / alone))
  const [own, alone] = [median(rates.map((rate) => rate.own)), median(rates.map((rate) => rate.alone))]
  row(name, '', alone.toFixed(0), own.toFixed(0), ratio.toFixed(2), '0.4')
}

const signIns: { own: number; hash: number }[] = []
for (let round = 0; round < rounds; round++) {
  const signIn = requestOf('POST', '/api/auth/login', { body: { name: firstName, password } })
  const before = await server.usage()
  const { answers } = await sendLoad(server.port, 2, (seconds * 1000) / rounds, () => signIn)
  const own = ((await server.usage()).ms - before.ms) / answers
  const begun = process.cpuUsage()
  // two at once, as the server's
  const hashing = Array.from({ length: 2 }, async () => {
    for (let count = 0; count < answers / 2; count++) await hashPassword(password)
  })
  await Promise.all(hashing)
  const { user, system } = process.cpuUsage(begun)
  signIns.push({ own, hash: (user + system) / 1000 / answers })
}
console.log()
row('', '', 'hash ms', 'ms', 'ratio', 'goal')
const [hashMs, ownMs] = [median(signIns.map(({ hash }) => hash)), median(signIns.map(({ own }) => own))]
const signInRatio = median(signIns.map(({ own, hash }) => own / hash))
row('sign-in', '', hashMs.toFixed(1), ownMs.toFixed(1), signInRatio.toFixed(2), '1.3')
await bare.stop()
await server.stop()

if (process.argv.includes('growth')) {
  const [few, many] = [await readCosts(1000), await readCosts(100_000)]
  console.log()
  row('', '', '1,000 µs', '100,000', 'ratio', 'goal')
  for (const [name, cost = 0] of Object.entries(few)) {
    const grown = many[name] ?? 0
    row(name, '', cost.toFixed(0), grown.toFixed(0), (grown / cost).toFixed(2), '1.2')
  }
}
