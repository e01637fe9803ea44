/**
 * `node lab/crash.ts [--database sqlite|postgres] [--kills 2000] [--seed 1] [--control] [--syscalls]`: `kill -9` of a
 * server under writes of every kind by eight people, and a comparison of what it acknowledged with what is there after
 * the restart. 2,000 kills take about two hours. Returns 1 if anything was lost, doubled or broken.
 *
 * `--control` weakens the data and returns 1 unless the losses are found. `--syscalls` kills at each system call of single
 * operations (SQLite; needs strace), or of one: `--operation "upload in pieces"`. If something was lost, data and journal
 * stay in the folder that is printed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { mayTrace } from '../tools/strace.ts'
import { type Weakness, weaknesses } from './crash/controls.ts'
import { printProgress, printReport } from './crash/print.ts'
import { crash } from './crash/run.ts'
import { sweep } from './crash/syscalls.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
    syscalls: { type: 'boolean', default: false },
    operation: { type: 'string' },
  },
})
if (!['sqlite', 'postgres'].includes(values.database)) throw new Error('--database is sqlite or postgres')
const isPostgres = values.database === 'postgres'
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'alejandria-crash-'))
const postgres = isPostgres ? await startPostgres() : undefined
/** Data and journal stay when something was lost, or when the run itself failed. */
let isKept = true
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // with the server
try {
  const passed = values.syscalls ? await syscalls() : values.control ? await controls() : await run()
  if (!passed) process.exitCode = 1
  isKept = !passed && !values.control
} finally {
  await postgres?.stop()
  if (!isKept) rmSync(folder, { recursive: true, force: true })
}
process.exit()

async function newPlace(name: string) {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  return { dataDir, databaseUrl: postgres && (await createDatabase(postgres.url)) }
}

async function run() {
  const place = await newPlace('data')
  const kills = Number(values.kills ?? 2000)
  console.log(`${kills} kills on ${values.database}, seed ${seed}, data and journal in ${folder}`)
  const report = await crash({
    place,
    journalFolder: join(folder, 'journal'),
    seed,
    kills,
    onProgress: printProgress(),
  })
  printReport(report)
  return report.lost.length + report.doubled.length + report.broken.length === 0
}

async function controls() {
  let passed = true
  for (const weakness of weaknesses(isPostgres)) passed = (await control(weakness)) && passed
  return passed
}

async function control({ name, weaken, isFound }: Weakness) {
  const place = await newPlace(name.replaceAll(' ', '-'))
  const kills = Number(values.kills ?? 10)
  const options = {
    place,
    journalFolder: join(folder, 'journal'),
    seed,
    kills,
    lifetimeMs: [500, 1500] as [number, number],
  }
  const report = await crash({ ...options, weaken: weaken(place, postgres) })
  const found = isFound(report)
  console.log(
    `control "${name}", ${kills} kills: lost ${report.lost.length}, doubled ${report.doubled.length}, broken ${report.broken.length}: ${found ? 'found, as it should be' : 'NOT FOUND'}`,
  )
  for (const line of [...report.lost.slice(0, 3), ...report.doubled.slice(0, 3), ...report.broken.slice(0, 3)])
    console.log(`  ${line}`)
  return found
}

async function syscalls() {
  if (isPostgres) throw new Error('--syscalls is for SQLite: PostgreSQL writes in processes of its own')
  if (!(await mayTrace())) {
    console.log('SKIPPED: there is no strace that may trace here (apt-get install strace): nothing was killed')
    return true
  }
  const { kills, problems } = await sweep({
    place: await newPlace('data'),
    journalFolder: join(folder, 'journal'),
    operation: values.operation,
    onProgress: (line) => console.log(line),
  })
  console.log(`${kills} kills at system calls: ${problems.length} problems`)
  return problems.length === 0
}
