/** Milliseconds without a byte after which a connection counts as dead. */
const limit = 60_000
/** The same while the server works on what it got. */
const patience = 300_000

/** Calls back when nothing moves: a browser waits for ever on a connection whose network is gone. */
export function watchStall(onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    restart(isSending = true) {
      end()
      timer = setTimeout(onStall, isSending ? limit : patience)
    },
    end,
  }
}
