import { currentPerson, onSession } from '../session.ts'
import { hasUnsent, type UnsentKind } from './local-unsent.ts'

/**
 * Sends what a person left unsent on an earlier visit, on any page. `load` is called only if there is any, and resolves to
 * the function that starts the person's queue.
 */
export function resumeUnsent(kinds: readonly UnsentKind[], load: () => Promise<(person: string) => unknown>) {
  let person: string | undefined
  function resume() {
    const next = currentPerson()
    if (next === person) return
    person = next
    if (next === undefined || !hasUnsent(next, kinds)) return
    load().then(
      // another person may have signed in during loading
      (start) => currentPerson() === next && start(next),
      () => {},
    )
  }
  resume()
  return onSession(resume)
}
