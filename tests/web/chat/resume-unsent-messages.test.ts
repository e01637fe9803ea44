// Safo's unsent messages of an earlier visit, on a page other than the chat.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resumeUnsentMessages } from '../../../web/chat/sync/browser/resume-unsent-messages.ts'

const session = vi.hoisted(() => ({
  person: undefined as string | undefined,
  listeners: new Set<() => void>(),
  queues: [] as string[],
}))
vi.mock('../../../web/api/session.ts', () => ({
  currentPerson: () => session.person,
  onSession: (listener: () => void) => {
    session.listeners.add(listener)
    return () => void session.listeners.delete(listener)
  },
}))
vi.mock('../../../web/chat/sync/browser/member-queues.ts', () => ({
  memberQueues: (person: string) => session.queues.push(person),
}))

function signIn(person: string | undefined) {
  session.person = person
  for (const listener of session.listeners) listener()
}

let stop = () => {}
beforeEach(() => {
  const keys = { 'unsent safo chat-outbox 1': JSON.stringify({ at: 1, message: 'De Safo' }) }
  vi.stubGlobal('localStorage', keys)
  session.queues = []
  stop = resumeUnsentMessages()
})
afterEach(() => {
  stop()
  session.person = undefined
  vi.unstubAllGlobals()
})

test('Safo’s unsent messages are sent after she signs in, and not twice', async () => {
  signIn('safo')
  signIn('safo')
  await vi.dynamicImportSettled()
  expect(session.queues).toEqual(['safo'])
})

test('Safo’s unsent messages are not sent if Zenón signs in before the send queue is loaded', async () => {
  signIn('safo')
  signIn('zenon')
  await vi.dynamicImportSettled()
  expect(session.queues).toEqual([])
})

test('the send queue is not loaded for Zenón, who has no unsent messages', async () => {
  signIn('zenon')
  await vi.dynamicImportSettled()
  expect(session.queues).toEqual([])
})
