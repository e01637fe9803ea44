// Dangerous calls ask again for the person of the session: such a call waits here until the password was given.
import { currentSession, onSession } from './session.ts'
import { createStore } from './store.ts'

/** Set while calls wait; `web/auth/step-up` shows the dialog. */
export const waitingForConfirmation = createStore(false)
let asking: PromiseWithResolvers<boolean> | undefined

/** False if the person cancels; all calls that wait have the same answer. */
export function askForConfirmation() {
  asking ??= Promise.withResolvers<boolean>()
  waitingForConfirmation.set(true)
  return asking.promise
}

export function answerConfirmation(isConfirmed: boolean) {
  waitingForConfirmation.set(false)
  asking?.resolve(isConfirmed)
  asking = undefined
}

onSession(() => {
  if (currentSession().phase === 'visitor') answerConfirmation(false)
})
