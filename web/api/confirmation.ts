// Dangerous calls ask again for the person of the session: such a call waits here until the password was given.
import { currentSession, onSession } from './session.ts'
import { createStore } from './store.ts'

/** Set while calls wait; `web/auth/step-up` shows the dialog. */
export const waitingForConfirmation = createStore(false)
let asking: Promise<boolean> | undefined
let resolveAsking: ((isConfirmed: boolean) => void) | undefined

/** False if the person cancels; all calls that wait have the same answer. */
export function askForConfirmation() {
  asking ??= new Promise<boolean>((resolve) => {
    resolveAsking = resolve
    waitingForConfirmation.set(true)
  })
  return asking
}

export function answerConfirmation(isConfirmed: boolean) {
  waitingForConfirmation.set(false)
  resolveAsking?.(isConfirmed)
  asking = undefined
  resolveAsking = undefined
}

onSession(() => {
  if (currentSession().phase === 'visitor') answerConfirmation(false)
})
