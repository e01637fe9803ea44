import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../server/db/db.ts'
import { compileCache } from '../../tools/compile-cache.ts'

const admin = join(import.meta.dirname, '../../server/admin.ts')

/** Of `npm run admin`. */
const nodeArgs = ['--max-semi-space-size=1', '--max-old-space-size=512']

/** Runs a command of the operator as a process. */
export function runCommand(
  words: string,
  { dataDir, databaseUrl }: DatabaseLocation,
  settings: Record<string, string>,
) {
  const child = spawn(process.execPath, [...nodeArgs, admin, ...words.split(' ')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  )
  return { pid: child.pid, kill: () => child.kill('SIGKILL'), ended }
}

/** Runs it to its end, and returns its last line. */
export async function expectCommand(words: string, place: DatabaseLocation, settings: Record<string, string>) {
  const { code, output, errors } = await runCommand(words, place, settings).ended
  if (code !== 0) throw new Error(`${words} ended with ${code}:\n${output}${errors}`)
  return output.trimEnd().split('\n').at(-1) ?? ''
}
