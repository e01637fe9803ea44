const usualDelaysMs = [1000, 3000]

/** Delays that double up to a maximum, for ever. */
export function* growingDelaysMs(firstMs: number, maxMs: number) {
  for (let delayMs = firstMs; ; delayMs = Math.min(2 * delayMs, maxMs)) yield delayMs
}

/** Repeats a step that a weak network or a restarting server may have interrupted, unless the error is final. */
export async function repeated<T>(
  step: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
  delaysMs: Iterable<number> = usualDelaysMs,
) {
  for (const delayMs of delaysMs)
    try {
      return await step()
    } catch (error) {
      if (isFinal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  return step()
}
