import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, resolve } from 'node:path'

/** Settings of the shell that tests must not inherit. */
const settings =
  /^(FORCE_COLOR|NO_COLOR|ADMIN_|AWS_|S3_|DATABASE_URL|DATA_DIR|DOCS_VIEWER_URL|HOST$|LINK_TITLES|LOG_LEVEL|MAIL_FROM|MAX_UPLOAD_MB|PORT$|PUBLIC_URL|SESSION_DAYS|SMTP_URL|TEST_|TRUST_PROXY)/

const grace = 5000
const running = new Set<ChildProcess>()
let isInterrupted = false

for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(name, async () => {
    isInterrupted = true
    await Promise.all([...running].map(end))
    process.exit(code)
  })

interface Options {
  /** In milliseconds; afterwards it is ended and has failed. */
  timeout: number
  env?: Record<string, string>
}

/** Runs a program of node_modules/.bin in a process group of its own, so that everything it starts can be ended. */
export async function run([command, ...args]: [string, ...string[]], { timeout, env = {} }: Options) {
  const inherited = Object.entries(process.env).filter(([name]) => !settings.test(name))
  const child = spawn(command, args, {
    env: { ...Object.fromEntries(inherited), ...colours(), ...env, PATH: path() },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void end(child)
  }, timeout)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (isInterrupted) await new Promise<never>(() => undefined) // about to exit: no next step begins
    if (isLate) output += `\n${command} was ended after ${timeout / 1000} s`
    return { ok: code === 0 && !isLate, output }
  } finally {
    clearTimeout(timer)
    running.delete(child)
    signal(child, 'SIGKILL') // remaining children
  }
}

/** Sends SIGTERM to the whole group, and SIGKILL after the grace period. */
async function end(child: ChildProcess) {
  const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined
  signal(child, 'SIGTERM')
  const timer = setTimeout(() => signal(child, 'SIGKILL'), grace)
  await closed?.catch(() => undefined)
  clearTimeout(timer)
}

function signal(child: ChildProcess, name: NodeJS.Signals) {
  try {
    if (child.pid) process.kill(-child.pid, name)
  } catch {
    // already gone
  }
}

const path = () => [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

const colours = (): Record<string, string> => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' })
