// For every file of server tests.
import { afterAll, afterEach, expect } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

const watch = watchEventLoop()
afterEach(() => {
  expect(watch.take(), 'requests that blocked the event loop').toEqual([])
})
afterAll(watch.stop)
