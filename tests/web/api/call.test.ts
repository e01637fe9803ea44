// Reads that the server refuses because they come too fast.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { categories } from '../../../contract/categories.ts'
import { news } from '../../../contract/news.ts'
import { CallError, call } from '../../../web/api/call.ts'

/** Statuses of the next answers; 200 after them. */
let statuses: number[] = []
let retryAfter = '2'
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    const status = statuses.shift() ?? 200
    return new Response('[]', { status, headers: { 'retry-after': retryAfter } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const readCategories = (signal?: AbortSignal) => call(categories.list, signal ? { signal } : {})

test('a list that came too fast is asked for again when the server said, and then shown', async () => {
  statuses = [429, 429]
  retryAfter = '2'
  const answer = readCategories()
  await vi.advanceTimersByTimeAsync(1999)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(2001)
  expect((await answer).items).toEqual([])
  expect(asked).toBe(3)
})

test('a list that is refused for minutes is an error at once, and one that is refused again and again in the end', async () => {
  statuses = [429]
  retryAfter = '900'
  await expect(readCategories()).rejects.toBeInstanceOf(CallError)
  expect(asked).toBe(1)

  statuses = Array(10).fill(429)
  retryAfter = '1'
  const answer = readCategories().catch((error) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answer).toMatchObject({ status: 429, retryAfterMs: 1000 })
  expect(asked).toBe(5)
})

test.each([1000, 0])('a page that is left isn’t asked for again: %i ms after the refusal, or before it', async (ms) => {
  const leaving = new AbortController()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted()
    if (ms === 0) leaving.abort()
    return new Response('[]', { status: 429, headers: { 'retry-after': '2' } })
  })
  const answer = readCategories(leaving.signal).catch((error) => error)
  await vi.advanceTimersByTimeAsync(ms)
  leaving.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a save is never repeated by itself', async () => {
  statuses = [429]
  retryAfter = '1'
  await expect(call(news.initialize, {})).rejects.toMatchObject({ status: 429 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
})
