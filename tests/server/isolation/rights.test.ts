// The processes that read untrusted pictures and files, with the flags they really have, and code that wants more.
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { openWorkerProcess } from '../../../server/lib/worker-process.ts'

const root = join(import.meta.dirname, '../../..')
const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-rights-'))
new DatabaseSync(join(dataDir, 'alejandria.db')).exec('create table secrets (name text)')
mkdirSync(join(dataDir, 'files'))
writeFileSync(join(dataDir, 'files', 'foto'), 'bytes of a picture')
const [addon = ''] = globSync('node_modules/@img/sharp-*/lib/*.node', { cwd: root })
const neighbour = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
await once(neighbour, 'listening')
afterAll(() => {
  neighbour.close()
  rmSync(dataDir, { recursive: true })
})

const attempts = join(import.meta.dirname, 'attempts-program.ts')
const denied = 'ERR_ACCESS_DENIED'

test.each([
  {
    name: 'images',
    program: 'server/images/worker.ts',
    execArgv: ['--import', join(root, 'server/images/threads.ts')],
  },
  { name: 'texts of files', program: 'server/file-texts/worker.ts', execArgv: [] },
])('the process for $name reads the file of its job, and is refused everything else', async ({ program, execArgv }) => {
  const folder = join(dataDir, 'being-read')
  const worker = openWorkerProcess<{ path: string }, Record<string, unknown>>({
    program: attempts,
    folder,
    timeoutMs: 30_000,
    timedOut: {},
    execArgv: [`--allow-fs-read=${attempts}`, ...execArgv],
    env: {
      PROGRAM: join(root, program),
      SECRET: dataDir,
      ADDON: join(root, addon),
      UV_THREADPOOL_SIZE: '1',
      PORT: String((neighbour.address() as AddressInfo).port),
    },
  })
  vi.stubEnv('DATABASE_URL', 'postgres://a-secret')
  const { environment, ...result } = await worker.run({ path: join(dataDir, 'files', 'foto') })
  worker.close()
  expect(addon).not.toBe('')
  expect(result).toEqual({
    'its own file': 'bytes of a picture',
    'the database, as a file': denied,
    'the database, as a database': 'ERR_UNKNOWN_BUILTIN_MODULE',
    'the list of the data folder': denied,
    'the environment of the server': denied,
    'a new file': denied,
    'a new file beside its own': denied,
    'a link to the database': denied,
    'another program': denied,
    'this program in place of itself': denied,
    'native code': 'ERR_DLOPEN_DISABLED',
    'code from a text': 'EvalError: Code generation from strings disallowed for this context',
    'a function of Node itself': program.includes('images') ? 'done' : denied,
    'a thread with all rights': denied,
    'a connection': denied,
    'a port': denied,
    'a request': denied,
    'a name': denied,
    'the debugger': denied,
  })
  expect(environment).not.toContain('DATABASE_URL')
  expect(readdirSync(folder)).toEqual([])
})
