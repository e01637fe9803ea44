/**
 * Kills the server at each system call of single operations: at the first `fsync`, at the second … until it gets through.
 * For SQLite, which writes in the server's process; needs strace.
 */
import type { DatabaseLocation } from '../../server/db/db.ts'
import { createRandom } from '../../tools/random.ts'
import { attachStrace, listThreads, type Threads } from '../../tools/strace.ts'
import { findContradictions, findDamage, findFileFaults } from './consistency.ts'
import { openJournal } from './journal.ts'
import { createModel } from './model.ts'
import { fromTheBeginning, observe } from './observe.ts'
import { changePassword, changeUser } from './operations/accounts.ts'
import { sendBroadcast } from './operations/chat.ts'
import { deleteFile, uploadForm, uploadInPieces } from './operations/files.ts'
import { createPost, deletePost } from './operations/texts.ts'
import { createPeople } from './people.ts'
import { withDatabase } from './run.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { Gone, type Writer } from './writer.ts'

const maxCalls = 100
const everyCall = ['fsync', 'fdatasync', 'pwrite64', 'write', 'ftruncate', 'rename', 'link', 'unlink']
/** SQLite writes in the main thread; Node's file calls are made in the others, of which one does files. */
const everyThread: Threads[] = ['main thread', 'other threads']

interface Swept {
  name: string
  /** Makes what the operation needs. */
  prepare?(w: Writer): Promise<void>
  operation(w: Writer): Promise<void>
}

async function makeRoom(w: Writer) {
  while (w.files.length > 5) await deleteFile(w)
}
const operations: Swept[] = [
  {
    name: 'post created',
    prepare: async (w) => {
      while (w.posts.length > 5) await deletePost(w)
    },
    operation: createPost,
  },
  { name: 'upload by form', prepare: makeRoom, operation: uploadForm },
  { name: 'upload in pieces', prepare: makeRoom, operation: uploadInPieces },
  {
    name: 'file deleted',
    prepare: async (w) => {
      if (w.files.length === 0) await uploadForm(w)
    },
    operation: deleteFile,
  },
  {
    name: 'user renamed',
    prepare: async (w) => {
      const isReady = () => w.users[0]?.fields.state === 'active' && !w.users[0].fields.isRenamed
      while (!isReady()) await changeUser(w)
    },
    operation: changeUser,
  },
  { name: 'password changed', operation: changePassword },
  { name: 'broadcast', operation: sendBroadcast },
]

interface SweepOptions {
  place: DatabaseLocation
  /** Folder of the journal, outside of the data. */
  journalFolder: string
  /** All operations by default. */
  operation?: string | undefined
  /** Names of system calls; all that write by default. */
  calls?: string[]
  /** No limit by default. */
  maxKills?: number
  /** Weakens the data after each kill: a control, whose losses must be found. */
  afterKill?(): unknown
  onProgress?(line: string): void
}

interface SweepReport {
  kills: number
  /** Everything lost, doubled or broken, with the call. */
  problems: string[]
}

export async function sweep({
  place,
  journalFolder,
  operation: only,
  calls = everyCall,
  maxKills = Number.POSITIVE_INFINITY,
  afterKill,
  onProgress,
}: SweepOptions): Promise<SweepReport> {
  const model = createModel(openJournal(journalFolder))
  const start = async () => (await startServer(place, { settings: { UV_THREADPOOL_SIZE: '1' } })) as ServerProcess
  let server = await start()
  const [writer] = (await createPeople(server.origin, { count: 1, random: createRandom(1), model })) as [Writer]
  const look = () => withDatabase(place, ({ db }) => observe(db, [writer], fromTheBeginning))
  const problems: string[] = []
  let kills = 0
  let at = 'nothing'
  try {
    model.adopt((await look()).found)
    await connectAgain()
    for (const swept of operations.filter(({ name }) => only === undefined || name === only))
      for (const threads of everyThread) for (const call of calls) await sweepCalls(swept, threads, call)
  } finally {
    writer.disconnect()
    await server.kill()
  }
  return { kills, problems }

  async function sweepCalls({ name, prepare, operation }: Swept, threads: Threads, call: string) {
    let number = 1
    for (; number <= maxCalls && kills < maxKills; number++) {
      await prepare?.(writer)
      at = `call ${number} of ${call} in the ${threads}`
      const action = `signal=SIGKILL:when=${number}`
      const detach = await attachStrace(listThreads(server.pid, threads), { calls: call, action })
      if (!detach) throw new Error('strace could not be attached')
      const isAnswered = await getsAnswer(operation)
      await detach()
      // it may have been killed by a write after the answer
      if (isAnswered && (await isAlive())) break
      await check()
    }
    if (number > 1) onProgress?.(`${name}: killed at ${number - 1} calls of ${call} in the ${threads}`)
  }

  async function getsAnswer(operation: Swept['operation']) {
    try {
      await operation(writer)
      return true
    } catch (error) {
      if (error instanceof Gone) return false
      throw error
    }
  }

  async function isAlive() {
    const answer = await fetch(`${server.origin}/api/health`).catch(() => undefined)
    return answer?.ok === true
  }

  async function check() {
    await server.kill()
    writer.disconnect()
    kills++
    await afterKill?.()
    server = await start()
    const found = await withDatabase(place, async ({ db, dialect }) => [
      ...(await findContradictions(db)),
      ...(await findFileFaults(db, place, { hashed: true })),
      ...(await findDamage(db, dialect)),
    ])
    const { lost, doubled } = model.judge((await look()).found, { isComplete: true })
    for (const problem of [...found, ...lost, ...doubled]) report(problem)
    await connectAgain()
  }

  function report(problem: string) {
    problems.push(`killed at ${at}: ${problem}`)
    onProgress?.(`  ${problems.at(-1)}`)
  }

  async function connectAgain() {
    writer.connect(server.origin)
    for (const work of writer.unfinished.splice(0))
      await work().catch((error) => report(`after the kill: ${(error as Error).message}`))
  }
}
