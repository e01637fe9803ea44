// The watch of tests/support/server/event-loop.ts, which all server tests run under.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { watchEventLoop } from '../../support/server/event-loop.ts'

/** Keeps the thread busy for this long. */
function work(ms: number) {
  const end = process.threadCpuUsage().user + ms * 1000
  while (process.threadCpuUsage().user < end);
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let isWaiting = false
const server = createServer((request, response) => {
  if (request.url === '/waits') {
    isWaiting = true
    response.once('close', () => {
      isWaiting = false
    })
    return
  }
  if (request.url === '/blocks') work(120)
  if (request.url === '/collects') {
    work(5)
    for (const begun = process.threadCpuUsage().user; process.threadCpuUsage().user < begun + 120_000; )
      collectGarbage()
  }
  response.end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const watch = watchEventLoop()
afterAll(() => {
  watch.stop()
  server.close()
})

test('a request that blocks the event loop is noticed, and no other one', async () => {
  await (await fetch(`${origin}/collects`)).text()
  await (await fetch(`${origin}/answers`)).text()
  const cut = new AbortController()
  const waiting = fetch(`${origin}/waits`, { signal: cut.signal }).catch(() => 'cut off')
  await expect.poll(() => isWaiting).toBe(true)
  cut.abort()
  expect(await waiting).toBe('cut off')
  await expect.poll(() => isWaiting).toBe(false)
  await (await fetch(`${origin}/blocks`)).text()
  await setImmediate()
  expect(watch.take()).toEqual([expect.stringMatching(/^GET \/blocks: \d+ ms$/)])
  expect(watch.take()).toEqual([])
})
