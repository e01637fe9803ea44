/** Milliseconds without a byte after which a connection counts as dead. */
const sendTimeoutMs = 60_000
/** The same while the server processes the received bytes. */
const answerTimeoutMs = 300_000

/** Calls `onStall` when no byte moves: browsers wait indefinitely on a dead connection. */
export function createStallTimer(onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    restart(isSending = true) {
      end()
      timer = setTimeout(onStall, isSending ? sendTimeoutMs : answerTimeoutMs)
    },
    end,
  }
}
