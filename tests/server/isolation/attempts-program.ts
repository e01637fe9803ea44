// Runs in a process for untrusted files, after its own program: all that its code could try.
import { spawnSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const { PROGRAM = '', SECRET = '', ADDON = '', PORT = '' } = process.env

await import(PROGRAM)
process.removeAllListeners('message')
process.removeAllListeners('uncaughtException')

const ended = (emitter: NodeJS.EventEmitter, good: string) =>
  new Promise((resolve, reject) => {
    emitter.once(good, resolve).once('error', reject)
    // Node throws some refusals later
    process.once('uncaughtException', reject)
  }).finally(() => process.removeAllListeners('uncaughtException'))

const attempts: Record<string, (job: { path: string }) => unknown> = {
  'its own file': ({ path }) => readFileSync(path, 'utf8'),
  'the database, as a file': () => readFileSync(`${SECRET}/alejandria.db`),
  'the database, as a database': () => new (require('node:sqlite').DatabaseSync)(`${SECRET}/alejandria.db`),
  'the list of the data folder': () => readdirSync(SECRET),
  'the environment of the server': () => readFileSync(`/proc/${process.ppid}/environ`),
  'a new file': () => writeFileSync(`${SECRET}/new`, ''),
  'a new file beside its own': ({ path }) => writeFileSync(`${path}-new`, ''),
  'a link to the database': ({ path }) => symlinkSync(`${SECRET}/alejandria.db`, `${path}-link`),
  'another program': () => {
    const { error } = spawnSync('id')
    if (error) throw error
  },
  'this program in place of itself': () => process.execve?.('/usr/bin/id', ['id'], {}),
  'native code': () => process.dlopen({ exports: {} }, ADDON),
  'code from a text': () => new Function('return 1')(),
  'a function of Node itself': () => (process as unknown as { binding(name: string): object }).binding('fs'),
  'a thread with all rights': () => ended(new Worker('', { eval: true, execArgv: [] }), 'online'),
  'a connection': () => ended(connect(Number(PORT), '127.0.0.1'), 'connect'),
  'a port': () => ended(createServer().listen(0, '127.0.0.1'), 'listening'),
  'a request': () => fetch(`http://127.0.0.1:${PORT}`),
  'a name': () => lookup('localhost'),
  'the debugger': () => require('node:inspector').open(0),
}

const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause === undefined ? String(error) : codeOf(cause))
}

process.on('message', async (job: { id: number; path: string }) => {
  // the program gives it up after its own threads have been started
  while (process.permission.has('worker')) await new Promise((resolve) => setImmediate(resolve))
  const result: Record<string, unknown> = {}
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      const done = await attempt(job)
      result[name] = typeof done === 'string' ? done : 'done'
    } catch (error) {
      result[name] = codeOf(error)
    }
  }
  process.send?.({ id: job.id, result: { ...result, environment: Object.keys(process.env).toSorted() } })
})
