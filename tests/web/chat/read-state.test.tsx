// Safo's read state while answers are late, lost or never come.
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatReading } from '../../../contract/chat.ts'
import { readState, useUnreadCount } from '../../../web/chat/reading/read-state.ts'

const live = vi.hoisted(() => ({
  listeners: new Map<string, (value: unknown) => void>(),
  person: 'safo' as string | undefined,
  phase: 'member',
}))
vi.mock('../../../web/api/live.ts', () => ({
  subscribe: (event: string, listener: (value: unknown) => void) => {
    live.listeners.set(event, listener)
    return () => {}
  },
  onReconnect: (listener: () => void) => {
    live.listeners.set('connected', listener)
    return () => {}
  },
}))
vi.mock('../../../web/api/session.ts', async (original) => ({
  ...(await original()),
  useMember: () => live.person && { id: live.person },
  currentSession: () => ({ phase: live.phase }),
}))

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Answer = ChatReading | 'nothing' | 503
let root: Root
let unread = 0
let asked: string[] = []
let answers: Answer[] = []

function Count() {
  unread = useUnreadCount()
  return null
}
const draw = () => act(async () => root.render(<Count />))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const read = (seq: number) => act(async () => readState.markRead(seq))
const emit = (event: string, value?: unknown) => act(async () => live.listeners.get(event)?.(value))
const reading = (seq: number, unread: number, head: number): ChatReading => ({ seq, unread, head })

beforeEach(() => {
  vi.useFakeTimers()
  live.person = 'safo'
  live.phase = 'member'
  asked = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, { method, body } = {}) => {
    asked.push(`${method} ${body ?? ''}`.trim())
    const answer = answers.shift() ?? 'nothing'
    if (answer === 'nothing') return new Promise(() => {})
    // A plain object, as the body of a real Response takes time and the clock is stopped.
    const read = { json: async () => answer, text: async () => '{}', headers: new Headers() }
    return { ok: answer !== 503, status: answer === 503 ? 503 : 200, ...read } as unknown as Response
  })
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  live.person = undefined
  await draw()
  await act(async () => root.unmount())
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('messages that Safo read on her phone are read here, even if that event is older than the last count', async () => {
  answers = [reading(5, 6, 11), reading(10, 1, 11)]
  await draw()
  expect(unread).toBe(6)
  await emit('chat_reading', reading(4, 6, 10)) // an older event with fewer messages read
  expect([unread, asked]).toEqual([6, ['GET']])
  await emit('chat_reading', reading(10, 0, 10))
  expect([unread, asked]).toEqual([1, ['GET', 'GET']])
})

test('the count is reset as soon as Safo has read everything, before the report is answered', async () => {
  answers = [reading(5, 6, 11), 'nothing']
  await draw()
  await read(10)
  expect(unread).toBe(6) // some of the six are later: how many is not known
  await read(11)
  expect([unread, asked]).toEqual([0, ['GET']])
})

test('a report that the server failed to store, or to answer, is repeated', async () => {
  answers = [reading(5, 6, 11), 503, 'nothing', reading(11, 0, 11)]
  await draw()
  await read(11)
  await pass(90_000)
  const told = 'PUT {"seq":11}'
  expect([unread, asked]).toEqual([0, ['GET', told, told, told]])
})

test('after the end of Safo’s session nothing is reported until the next connection', async () => {
  answers = [reading(5, 6, 11), reading(11, 0, 11)]
  await draw()
  live.phase = 'ended'
  await read(11)
  await pass(60_000)
  expect(asked).toEqual(['GET'])
  live.phase = 'member'
  await emit('connected')
  expect(asked).toEqual(['GET', 'PUT {"seq":11}'])
})
