import { CallError } from '../call.ts'
import { onReconnect } from '../live.ts'
import { currentSession, onSession, whenSignedOut } from '../session.ts'
import type { Refusal } from './retry.ts'
import type { UnsentQueue, Waiting } from './unsent-queue.ts'

export const toCallError = ({ status, problem }: Refusal) => new CallError(status, problem)

/**
 * A person's queue, with what earlier visits left; the same object while the person is signed in. It outlives the pages,
 * so that what was written is sent from any page. `onChange` is called with what waits, nothing after the person has
 * signed out.
 */
export function queueOfMember<C extends { id: string }, Stored>(
  make: (person: string) => UnsentQueue<C, Stored>,
  onChange: (waiting: readonly Waiting<C>[]) => void = () => {},
) {
  let current: { person: string; queue: UnsentQueue<C, Stored> } | undefined
  const changed = () => onChange(current?.queue.waiting() ?? [])
  const retryNow = () => current?.queue.retryNow()
  function end() {
    current?.queue.stop()
    current = undefined
    changed()
  }
  onSession(() => {
    const session = currentSession()
    if (session.phase === 'ended') current?.queue.pause()
    if (session.phase === 'member' && session.user.id === current?.person) current.queue.start()
  })
  whenSignedOut(end)
  onReconnect(retryNow)
  addEventListener('online', retryNow)
  return (person: string) => {
    if (current?.person === person) return current.queue
    end()
    current = { person, queue: make(person) }
    current.queue.subscribe(changed)
    current.queue.start()
    return current.queue
  }
}
