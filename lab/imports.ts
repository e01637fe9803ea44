/**
 * `node lab/imports.ts [--database sqlite|postgres] [--files 40] [--megabyte 5]`: an import of a folder of photographs beside
 * a working server, compared with `cp` and `sha256sum` of the same folder in the same run. The start of the program is
 * measured by an import of an empty folder, and left out.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DatabaseLocation } from '../server/db/db.ts'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { runCommand } from './backups/command.ts'
import { loadAverage, makeTempFolder, residentMegabytes, startAlejandria } from './chat/processes.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    files: { type: 'string', default: '40' },
    megabyte: { type: 'string', default: '5' },
  },
})
const [count, size] = [Number(values.files), Math.round(Number(values.megabyte) * 1e6)]
const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const folder = makeTempFolder()
const place: DatabaseLocation = {
  dataDir: join(folder, 'data'),
  databaseUrl: postgres && (await createDatabase(postgres.url)),
}
const photographs = join(folder, 'fotos')

/** Photographs with EXIF, all different: decoders ignore the bytes after the end of a picture. */
function makePhotographs() {
  const photograph = readFileSync(join(import.meta.dirname, '../tests/fixtures/foto.jpg'))
  const rest = randomBytes(Math.max(size - photograph.length, 4))
  for (let number = 0; number < count; number++) {
    const album = join(photographs, `álbum ${Math.floor(number / 100)}`)
    mkdirSync(album, { recursive: true })
    rest.writeUInt32LE(number, 0)
    writeFileSync(join(album, `IMG_${number}.jpg`), Buffer.concat([photograph, rest]))
  }
}

async function secondsOf(work: () => unknown) {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function copyAndHash() {
  const copy = join(folder, 'copia')
  const script = 'cp -r "$0" "$1" && sync -f "$1" && find "$1" -type f -exec sha256sum {} + > "$1.sums"'
  const { status } = spawnSync('sh', ['-c', script, photographs, copy], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the folder could not be copied')
  rmSync(copy, { recursive: true })
}

let peakMegabytes = 0
/** Milliseconds of the answers to one person, meanwhile. */
const waits: number[] = []

async function importFolder(path: string) {
  const { pid = 0, ended } = runCommand(`import folder ${path} --as Admin`, place, {})
  const watching = setInterval(() => {
    try {
      peakMegabytes = Math.max(peakMegabytes, residentMegabytes(pid) || 0)
    } catch {
      // it has ended
    }
  }, 50)
  const { code, output, errors } = await ended
  clearInterval(watching)
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${output}${errors}`)
  return output.trimEnd().split('\n').at(-1)
}

async function askUntil(isOver: () => boolean, origin: string) {
  while (!isOver()) {
    const start = performance.now()
    await (await fetch(`${origin}/api/health`)).arrayBuffer()
    waits.push(performance.now() - start)
    await sleep(20)
  }
}

makePhotographs()
const empty = join(folder, 'vacía')
mkdirSync(empty)
const env = { ADMIN_NAME: 'Admin', ADMIN_PASSWORD: 'solo para medir' }
const server = await startAlejandria({ folder, databaseUrl: place.databaseUrl, env })
const programStart = await secondsOf(() => importFolder(empty))
const copying = await secondsOf(copyAndHash)
let isOver = false
const asking = askUntil(() => isOver, `http://127.0.0.1:${server.port}`)
let lastLine: string | undefined
const importing = await secondsOf(async () => {
  lastLine = await importFolder(photographs)
})
isOver = true
await asking
await server.stop()
await postgres?.stop()

waits.sort((a, b) => a - b)
const p99 = waits[Math.floor(waits.length * 0.99)] ?? Number.NaN
const own = importing - programStart
console.log(`${values.database}, load ${loadAverage()}: ${lastLine}`)
console.log(
  `copied and hashed in ${copying.toFixed(2)} s, imported in ${own.toFixed(2)} s: ratio ${(copying / own).toFixed(2)}`,
)
console.log(`at most ${peakMegabytes.toFixed(0)} MB; requests meanwhile, p99 ${p99.toFixed(0)} ms`)
