import { currentPerson, onSession } from '../../../api/session.ts'
import { hasUnsent } from './local-unsent-storage.ts'

/** Sends a person's unsent messages, edits and deletions of an earlier visit, on any page; loads the queues only if there are any. */
export function resumeUnsentMessages() {
  let person: string | undefined
  function resume() {
    const next = currentPerson()
    if (next === person) return
    person = next
    if (next === undefined || !hasUnsent(next)) return
    import('./member-queues.ts').then(
      // another person may have signed in during loading
      ({ memberQueues }) => currentPerson() === next && memberQueues(next),
      () => {},
    )
  }
  resume()
  return onSession(resume)
}
