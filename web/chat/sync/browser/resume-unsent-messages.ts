import { currentPerson, onSession } from '../../../api/session.ts'
import { hasUnsentMessages } from './local-unsent-storage.ts'

/** Sends a person's unsent messages of an earlier visit, on any page; loads the queue only if there are any. */
export function resumeUnsentMessages() {
  let person: string | undefined
  function resume() {
    const next = currentPerson()
    if (next === person) return
    person = next
    if (next === undefined || !hasUnsentMessages(next)) return
    import('./member-send-queue.ts').then(
      // another person may have signed in during loading
      ({ memberSendQueue }) => currentPerson() === next && memberSendQueue(next),
      () => {},
    )
  }
  resume()
  return onSession(resume)
}
