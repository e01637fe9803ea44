import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Recorded } from './bare.ts'
import type { Usage } from './usage.ts'

/** Starts `server.ts` or `bare.ts` of this folder, with the options of `npm start`. */
export async function startMeasured(file: 'server.ts' | 'bare.ts', ...args: string[]) {
  const child: ChildProcess = fork(join(import.meta.dirname, file), args, {
    execArgv: ['--max-semi-space-size=2'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    record: (answer: Recorded) => child.send(answer),
    async usage() {
      child.send('usage')
      const [usage] = (await once(child, 'message')) as [Usage]
      return usage
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

export type Measured = Awaited<ReturnType<typeof startMeasured>>
