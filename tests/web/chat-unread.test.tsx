// What Safo's page knows of how far she has read, while answers are late, lost or never come.
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatReading } from '../../contract/chat.ts'
import { markRead, useUnread } from '../../web/chat/unread.ts'

const live = vi.hoisted(() => ({
  hearers: new Map<string, (said: unknown) => void>(),
  person: 'safo' as string | undefined,
  phase: 'member',
  senders: [] as string[],
}))
vi.mock('../../web/api/live.ts', () => ({
  onLive: (event: string, hear: (said: unknown) => void) => {
    live.hearers.set(event, hear)
    return () => {}
  },
  onConnected: (hear: () => void) => {
    live.hearers.set('connected', hear)
    return () => {}
  },
}))
vi.mock('../../web/api/session.ts', async (original) => ({
  ...(await original()),
  useMember: () => live.person && { id: live.person },
  currentSession: () => ({ phase: live.phase }),
}))
vi.mock('../../web/chat/outgoing.ts', () => ({ senderOf: (person: string) => live.senders.push(person) }))

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

type Answer = ChatReading | 'nothing' | 503
let root: Root
let unread = 0
let asked: string[] = []
let answers: Answer[] = []

function Count() {
  unread = useUnread()
  return null
}
const draw = () => act(async () => root.render(<Count />))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const read = (seq: number) => act(async () => markRead(seq))
const hear = (event: string, said?: unknown) => act(async () => live.hearers.get(event)?.(said))
const reading = (seq: number, unread: number, head: number): ChatReading => ({ seq, unread, head })

beforeEach(() => {
  vi.useFakeTimers()
  live.person = 'safo'
  live.phase = 'member'
  asked = []
  live.senders = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, { method, body } = {}) => {
    asked.push(`${method} ${body ?? ''}`.trim())
    const answer = answers.shift() ?? 'nothing'
    if (answer === 'nothing') return new Promise(() => {})
    // read at once: a real one's body takes its time, which stands still here
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

test('what she read on her phone is read here, though word of it is older than the last count', async () => {
  answers = [reading(5, 6, 11), reading(10, 1, 11)]
  await draw()
  expect(unread).toBe(6)
  await hear('chat_reading', reading(10, 0, 10))
  expect([unread, asked]).toEqual([1, ['GET', 'GET']])
})

test('an older word of less changes nothing, and nobody is asked', async () => {
  answers = [reading(5, 6, 11)]
  await draw()
  await hear('chat_reading', reading(4, 6, 10))
  expect([unread, asked]).toEqual([6, ['GET']])
})

test('a server that could not write down how far she read is told again, by itself', async () => {
  answers = [reading(5, 6, 11), 503, 503, reading(11, 0, 11)]
  await draw()
  await read(11)
  await pass(60_000)
  const told = 'PUT {"seq":11}'
  expect([unread, asked]).toEqual([0, ['GET', told, told, told]])
})

test('one that never answers is told again, too', async () => {
  answers = [reading(5, 6, 11), 'nothing', reading(11, 0, 11)]
  await draw()
  await read(11)
  await pass(60_000)
  expect(asked).toEqual(['GET', 'PUT {"seq":11}', 'PUT {"seq":11}'])
})

test('while her session has ended nobody is told, and at the next connection it is', async () => {
  answers = [reading(5, 6, 11), reading(11, 0, 11)]
  await draw()
  live.phase = 'ended'
  await read(11)
  await pass(60_000)
  expect(asked).toEqual(['GET'])
  live.phase = 'member'
  await hear('connected')
  expect(asked).toEqual(['GET', 'PUT {"seq":11}'])
})

test('what she kept unsent isn’t taken up when Zenón signs in before it could be', async () => {
  localStorage.setItem('unsent safo chat-outbox 1', JSON.stringify({ at: 1, message: 'De Safo' }))
  answers = [reading(0, 0, 0), reading(0, 0, 0)]
  act(() => root.render(<Count />))
  live.person = 'zenon'
  act(() => root.render(<Count />))
  await vi.dynamicImportSettled()
  expect(live.senders).toEqual([])
})

test('what she kept unsent is taken up on whatever page she is', async () => {
  localStorage.setItem('unsent safo chat-outbox 1', JSON.stringify({ at: 1, message: 'De Safo' }))
  answers = [reading(0, 0, 0)]
  act(() => root.render(<Count />))
  await vi.dynamicImportSettled()
  expect(live.senders).toEqual(['safo'])
})
