/** Measured servers as separate processes, and the system's figures about them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '../../tools/compile-cache.ts'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  port: number
  pid: number
  stop(): Promise<void>
}

async function start(program: string, nodeArgs: string[], folder: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeArgs, join(root, program)], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  killOnExit(child)
  let output = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text
    const [, port] = /localhost:(\d+)\n/.exec(output) ?? []
    if (!port) continue
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { port: Number(port), pid: child.pid as number, stop }
  }
  throw new Error(`${program} ended: ${output}`)
}

export function killOnExit(child: ChildProcess) {
  const end = () => void child.kill('SIGKILL')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Folder that is removed on exit. */
export function makeTempFolder(within = tmpdir()) {
  const folder = mkdtempSync(join(within, 'alejandria-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Settings {
  folder: string
  databaseUrl?: string | undefined
  /** For example `--cpu-prof`. */
  nodeArgs?: string[]
  /** Entry point; the product's own if it isn't given. */
  program?: string
  /** Further settings. */
  env?: Record<string, string>
}

/** As started by `npm start`, behind a proxy: without one, connections of one network are limited. */
export const startAlejandria = ({ folder, databaseUrl, nodeArgs = [], program = 'server/main.ts', env }: Settings) =>
  start(program, ['--max-semi-space-size=2', ...nodeArgs], folder, {
    ...env,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    ...compileCache,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })

export const startBaseline = (folder: string) => start('lab/chat/baseline.ts', ['--max-semi-space-size=2'], folder, {})

/** Microseconds of processor time of a process; the system counts in hundredths of a second. */
export function usedMicroseconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

export const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const loadAverage = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '?'

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
