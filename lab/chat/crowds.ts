/** Clients in a separate process, which receives commands. */
import { fork } from 'node:child_process'
import { type Crowd, createCrowd } from './crowd.ts'
import { killOnExit } from './processes.ts'

type Method = Exclude<keyof Crowd, 'size'>
interface Command {
  id: number
  crowd: string
  method: Method | 'create'
  args: unknown[]
}

export type RemoteCrowd = { [M in Method]: (...args: Parameters<Crowd[M]>) => Promise<Awaited<ReturnType<Crowd[M]>>> }

export function startCrowds() {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  killOnExit(child)
  const pending = new Map<number, PromiseWithResolvers<never>>()
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const request = pending.get(id)
    pending.delete(id)
    if (error === undefined) request?.resolve(result)
    else request?.reject(new Error(error))
  })
  child.once('exit', (code) => {
    for (const { reject } of pending.values()) reject(new Error(`the crowds ended with ${code}`))
  })
  let lastId = 0
  function request(crowd: string, method: Command['method'], args: unknown[]) {
    const answer = Promise.withResolvers<never>()
    lastId += 1
    pending.set(lastId, answer)
    child.send({ id: lastId, crowd, method, args } satisfies Command)
    return answer.promise
  }
  return {
    async create(crowd: string, port: number, tokens: string[]): Promise<RemoteCrowd> {
      await request(crowd, 'create', [port, tokens])
      return new Proxy({} as RemoteCrowd, {
        get: (_, method) =>
          method === 'then' ? undefined : (...args: unknown[]) => request(crowd, method as Method, args),
      })
    },
    end: () => child.kill(),
  }
}

function runCommands() {
  const crowds = new Map<string, Crowd>()
  process.on('message', async ({ id, crowd, method, args }: Command) => {
    try {
      if (method === 'create') crowds.set(crowd, createCrowd(...(args as Parameters<typeof createCrowd>)))
      const target = crowds.get(crowd) as Crowd
      const result = method === 'create' ? null : await (target[method] as (...args: unknown[]) => unknown)(...args)
      process.send?.({ id, result })
    } catch (error) {
      process.send?.({ id, error: String(error) })
    }
  })
}

if (import.meta.main) runCommands()
