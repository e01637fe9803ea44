// For every file of server tests.
import { afterAll, afterEach, expect } from 'vitest'
import { watchEventLoop } from './event-loop.ts'
import { cheapenHashes } from './hashes.ts'
import { takeMismatches } from './http-client.ts'

cheapenHashes()

const watch = watchEventLoop()
afterEach(() => {
  expect.soft(watch.take(), 'requests that blocked the event loop').toEqual([])
  expect(takeMismatches(), 'answers that differ from the contract').toEqual([])
})
afterAll(watch.stop)
