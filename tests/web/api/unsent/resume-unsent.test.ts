// Safo's unsent messages of an earlier visit, on a page other than the chat.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

const session = vi.hoisted(() => ({
  person: undefined as string | undefined,
  listeners: new Set<() => void>(),
  queues: [] as string[],
}))
vi.mock('../../../../web/api/session.ts', () => ({
  currentPerson: () => session.person,
  currentSession: () => ({ phase: 'loading' }),
  onSession: (listener: () => void) => {
    session.listeners.add(listener)
    return () => void session.listeners.delete(listener)
  },
}))

// other files of the same worker have another session
vi.resetModules()
const { resumeUnsent } = await import('../../../../web/api/unsent/queue-of-member.ts')
afterAll(() => void vi.resetModules())

function signIn(person: string | undefined) {
  session.person = person
  for (const listener of session.listeners) listener()
}

let stop = () => {}
beforeEach(() => {
  const keys = { 'unsent safo chat-outbox 1': JSON.stringify({ at: 1, message: 'De Safo' }) }
  vi.stubGlobal('localStorage', keys)
  session.queues = []
  stop = resumeUnsent(['chat-changes', 'chat-outbox'], async () => (person) => session.queues.push(person))
})
afterEach(() => {
  stop()
  session.person = undefined
  vi.unstubAllGlobals()
})

test.each([
  ['are sent after she signs in, and not twice', ['safo', 'safo'], ['safo']],
  ['are not sent if Zenón signs in before the queue is loaded', ['safo', 'zenon'], []],
  ['wait, and nothing is loaded, if Zenón signs in, who has none', ['zenon'], []],
])('Safo’s unsent messages %s', async (_what, people, queues) => {
  for (const person of people) signIn(person)
  await new Promise((done) => setTimeout(done))
  expect(session.queues).toEqual(queues)
})
