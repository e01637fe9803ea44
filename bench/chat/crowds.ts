/** The crowds live in a process of their own, which does what it is told. */
import { fork } from 'node:child_process'
import { type Crowd, makeCrowd } from './crowd.ts'
import { endWithUs } from './processes.ts'

type Verb = Exclude<keyof Crowd, 'size'>
interface Order {
  id: number
  crowd: string
  verb: Verb | 'found'
  words: unknown[]
}

/** A crowd over there. */
export type FarCrowd = { [V in Verb]: (...words: Parameters<Crowd[V]>) => Promise<Awaited<ReturnType<Crowd[V]>>> }

export function startCrowds() {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithUs(child)
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(error))
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the crowds ended with ${code}`))
  })
  let asked = 0
  function ask(crowd: string, verb: Order['verb'], words: unknown[]) {
    const answer = Promise.withResolvers<never>()
    asked += 1
    waiting.set(asked, answer)
    child.send({ id: asked, crowd, verb, words } satisfies Order)
    return answer.promise
  }
  return {
    async found(crowd: string, port: number, tokens: string[]): Promise<FarCrowd> {
      await ask(crowd, 'found', [port, tokens])
      return new Proxy({} as FarCrowd, {
        get: (_, verb) => (verb === 'then' ? undefined : (...words: unknown[]) => ask(crowd, verb as Verb, words)),
      })
    },
    end: () => child.kill(),
  }
}

function obey() {
  const crowds = new Map<string, Crowd>()
  process.on('message', async ({ id, crowd, verb, words }: Order) => {
    try {
      if (verb === 'found') crowds.set(crowd, makeCrowd(...(words as Parameters<typeof makeCrowd>)))
      const there = crowds.get(crowd) as Crowd
      const result = verb === 'found' ? null : await (there[verb] as (...words: unknown[]) => unknown)(...words)
      process.send?.({ id, result })
    } catch (error) {
      process.send?.({ id, error: String(error) })
    }
  })
}

if (import.meta.main) obey()
