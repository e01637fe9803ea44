/** The servers that are measured, as processes of their own, and what the system says of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  port: number
  pid: number
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
}

async function start(program: string, words: string[], desk: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [...words, join(root, program)], {
    cwd: desk,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text
    const [, port] = /localhost:(\d+)\n/.exec(said) ?? []
    if (!port) continue
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { port: Number(port), pid: child.pid as number, stop }
  }
  throw new Error(`${program} ended: ${said}`)
}

export function endWithUs(child: ChildProcess) {
  const end = () => void child.kill('SIGKILL')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** A folder that goes when we do. */
export function makeDesk(within = tmpdir()) {
  const desk = mkdtempSync(join(within, 'alejandria-bench-'))
  process.on('exit', () => rmSync(desk, { recursive: true, force: true }))
  return desk
}

interface Settings {
  desk: string
  databaseUrl?: string | undefined
  /** More words for Node, as `--cpu-prof`. */
  words?: string[]
}

/** The program as `npm start` runs it. */
export const startAlejandria = ({ desk, databaseUrl, words = [] }: Settings) =>
  start('server/main.ts', ['--max-semi-space-size=2', ...words], desk, {
    ...{ PORT: '0', DATA_DIR: join(desk, 'data'), LOG_LEVEL: 'silent' },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })

export const startBare = (desk: string) => start('bench/chat/bare.ts', ['--max-semi-space-size=2'], desk, {})

/** Microseconds of processor that a process has used; the system counts in hundredths of a second. */
export function usedMicroseconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

export const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '?'

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
