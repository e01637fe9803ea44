/** Kills the server at each system call of single operations: at the first `fsync`, at the second … until it gets through. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { DatabaseLocation } from '../../server/db/db.ts'
import { findContradictions, findDamage, findFileFaults } from '../../tools/crash/consistency.ts'
import { openJournal } from '../../tools/crash/journal.ts'
import { createModel } from '../../tools/crash/model.ts'
import { fromTheBeginning, observe } from '../../tools/crash/observe.ts'
import { changePassword, changeUser } from '../../tools/crash/operations/accounts.ts'
import { sendBroadcast } from '../../tools/crash/operations/chat.ts'
import { deleteFile, uploadForm, uploadInPieces } from '../../tools/crash/operations/files.ts'
import { createPost, deletePost } from '../../tools/crash/operations/texts.ts'
import { createPeople } from '../../tools/crash/people.ts'
import { withDatabase } from '../../tools/crash/run.ts'
import { type ServerProcess, startServer } from '../../tools/crash/server-process.ts'
import { Gone, type Writer } from '../../tools/crash/writer.ts'
import { createRandom } from '../../tools/random.ts'

const maxCalls = 100
const calls = ['fsync', 'fdatasync', 'pwrite64', 'write', 'ftruncate', 'rename', 'link', 'unlink']
/** SQLite writes in the main thread; Node's file calls are made in the others, of which one does files. */
const threads = ['main thread', 'other threads'] as const

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

/** Attaches strace, which kills the server at the given call of a thread; resolves when it watches. */
async function killAt(pid: number, thread: (typeof threads)[number], call: string, number: number) {
  const all = readdirSync(`/proc/${pid}/task`).map(Number)
  const watched = thread === 'main thread' ? [pid] : all.filter((id) => id !== pid)
  const inject = `inject=${call}:signal=SIGKILL:when=${number}`
  const strace = spawn('strace', [
    ...['-e', `trace=${call}`, '-e', inject, '-o', '/dev/null'],
    ...watched.flatMap((id) => ['-p', `${id}`]),
  ])
  let attached = 0
  for await (const text of strace.stderr.setEncoding('utf8')) {
    attached += String(text).match(/attached/g)?.length ?? 0
    if (attached >= watched.length) break
    if (/Operation not permitted/.test(text)) throw new Error(`strace may not watch: ${text}`)
  }
  return strace
}

async function detach(strace: ChildProcess) {
  if (strace.exitCode !== null || strace.signalCode !== null) return
  const ended = once(strace, 'exit')
  strace.kill('SIGINT')
  await ended
}

/** Returns false if anything was lost, doubled or broken. Without strace it says so and passes. */
export async function sweep(place: DatabaseLocation, journalFolder: string, only?: string): Promise<boolean> {
  if (spawnSync('strace', ['-V']).status !== 0) {
    console.log(
      'SKIPPED: there is no strace here (apt-get install strace), so that nothing was killed at a system call',
    )
    return true
  }
  const model = createModel(openJournal(journalFolder))
  const start = async () => (await startServer(place, { settings: { UV_THREADPOOL_SIZE: '1' } })) as ServerProcess
  let server = await start()
  const [writer] = (await createPeople(server.origin, { count: 1, random: createRandom(1), model })) as [Writer]
  const look = () => withDatabase(place, ({ db }) => observe(db, [writer], fromTheBeginning))
  model.adopt((await look()).found)
  let kills = 0
  const problems: string[] = []
  let at = 'nothing'
  await connectAgain()

  for (const { name, prepare, operation } of operations.filter(({ name }) => only === undefined || name === only))
    for (const thread of threads)
      for (const call of calls) {
        let number = 1
        for (; number <= maxCalls; number++) {
          await prepare?.(writer)
          if (await getsThrough(operation, thread, call, number)) break
        }
        if (number > 1) console.log(`${name}: killed at ${number - 1} calls of ${call} in the ${thread}`)
      }
  await server.stop()
  console.log(`${kills} kills at system calls: ${problems.length} problems`)
  return problems.length === 0

  function report(problem: string) {
    problems.push(problem)
    console.log(`  killed at ${at}: ${problem}`)
  }

  async function connectAgain() {
    writer.connect(server.origin)
    for (const work of writer.unfinished.splice(0))
      await work().catch((error) => report(`after the kill: ${(error as Error).message}`))
  }

  async function getsThrough(
    operation: Swept['operation'],
    thread: (typeof threads)[number],
    call: string,
    number: number,
  ) {
    at = `call ${number} of ${call} in the ${thread}`
    const strace = await killAt(server.pid, thread, call, number)
    const isThrough = await operation(writer).then(
      () => true,
      (error) => {
        if (!(error instanceof Gone)) throw error
        return false
      },
    )
    await detach(strace)
    if (isThrough) {
      // it may have been killed by a write after the answer
      const isAlive = await fetch(`${server.origin}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isAlive) return true
    }
    await server.kill()
    writer.disconnect()
    kills++
    server = await start()
    const found = await withDatabase(place, async ({ db, dialect }) => [
      ...(await findContradictions(db)),
      ...(await findFileFaults(db, place, { hashed: true })),
      ...(await findDamage(db, dialect)),
    ])
    const { lost, doubled } = model.judge((await look()).found, { isComplete: true })
    for (const problem of [...found, ...lost, ...doubled]) report(problem)
    await connectAgain()
    return isThrough
  }
}
