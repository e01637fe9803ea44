import type { FromWorker } from './messages.ts'

/** Time for a page to answer. */
const answerTimeoutMs = 1000

/** True if the page answers at the port. */
export function askPage(page: Client, message: FromWorker) {
  const { port1, port2 } = new MessageChannel()
  page.postMessage(message, [port2])
  return new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answerTimeoutMs)
  })
}
