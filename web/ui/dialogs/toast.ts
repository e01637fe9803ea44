import { createStore } from '../../api/store.ts'

interface ToastMessage {
  tone: 'success' | 'error'
  text: string
}

/** Messages that wait for the view, which is loaded late. */
export const waitingToasts = createStore<readonly ToastMessage[]>([])

export function takeToasts() {
  const taken = waitingToasts.get()
  if (taken.length > 0) waitingToasts.set([])
  return taken
}

const adder = (tone: ToastMessage['tone']) => (text: string) =>
  waitingToasts.set([...waitingToasts.get(), { tone, text }])

/** `success` is announced when the screen reader pauses, `error` at once. */
export const toast = { success: adder('success'), error: adder('error') }
