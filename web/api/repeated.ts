const delaysMs = [1000, 3000]

/** Repeats a step that a weak network or a restarting server may have interrupted, unless the error is final. */
export async function repeated<T>(step: () => Promise<T>, isFinal: (error: unknown) => boolean = () => false) {
  for (const delayMs of delaysMs)
    try {
      return await step()
    } catch (error) {
      if (isFinal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  return step()
}
