/** Result of `work`, or of `onTimeout` if it takes longer; the work itself continues. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  }).then(onTimeout)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
