/** Somebody who reads and writes all the time, however long the answers take, and what they wait for. */
import { setTimeout as sleep } from 'node:timers/promises'

const readEveryMs = 50
const writeEveryMs = 700

/** Milliseconds from a request to the end of its answer. */
export interface Waits {
  reads: number[]
  writes: number[]
}

export async function openPerson(origin: string, signIn: { name: string; password: string }) {
  let authorization = ''
  async function ask(path: string, body?: object) {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  authorization = `Bearer ${(await ask('/auth/login', signIn)).access_token}`
  const message = (number: number) =>
    ask('/chat/messages', { message: `mensaje ${number}`, client_id: crypto.randomUUID() })
  const post = (number: number) =>
    ask('/posts', { title: `Carta ${number}`, content: 'Una carta. '.repeat(60), is_published: true })
  for (let number = 0; number < 50; number++) await message(number)
  const [{ id }] = await Promise.all(Array.from({ length: 20 }, (_, number) => post(number)))

  return {
    /** Waits while the work goes on. */
    async during(work: () => Promise<unknown>): Promise<Waits> {
      const waits: Waits = { reads: [], writes: [] }
      let isOver = false
      async function repeat(everyMs: number, into: number[], requests: ((number: number) => Promise<unknown>)[]) {
        const under: Promise<unknown>[] = []
        const begunAt = performance.now()
        for (let number = 0; !isOver; number++) {
          await sleep(Math.max(begunAt + number * everyMs - performance.now(), 0))
          for (const request of requests) {
            const askedAt = performance.now()
            under.push(request(number).then(() => into.push(performance.now() - askedAt)))
          }
        }
        await Promise.all(under)
      }
      const write = (number: number) =>
        number % 2 ? message(number) : ask(`/comments/post/${id}`, { content: `comentario ${number}` })
      const repeating = Promise.all([
        repeat(readEveryMs, waits.reads, [() => ask('/chat/messages?limit=50'), () => ask('/posts')]),
        repeat(writeEveryMs, waits.writes, [write]),
      ])
      await work().finally(() => {
        isOver = true
      })
      await repeating
      return waits
    },
  }
}

/** The middle one, the 99th of a hundred, and the longest. */
export function describeWaits(waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0) ?? '?'
  return `${at(0.5)} / ${at(0.99)} / ${at(1)} ms (${sorted.length})`
}
