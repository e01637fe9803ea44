// A new token of the same session, which the server gives after a change of the password or a confirmation. The old one
// ends at once: meanwhile a refused token, or a closed connection, may only mean that the new one isn't known yet.

/** A tab that asked for a new token may have been closed. */
const maxRenewalMs = 20_000

let pending: Promise<void> | undefined
let end = () => {}
const listeners = new Set<() => void>()

export const isRenewing = () => pending !== undefined

/** Resolves once no tab waits for a new token. */
export const renewalEnded = async () => await pending

export function renewalBegun() {
  end()
  pending = new Promise((resolve) => {
    const timer = setTimeout(() => end(), maxRenewalMs)
    end = () => {
      clearTimeout(timer)
      pending = undefined
      resolve()
    }
  })
}

export const endRenewal = () => end()

/** Subscribes to new tokens: connections and signed addresses of the old one are invalid. */
export const onNewToken = (listener: () => void) => void listeners.add(listener)

export function newTokenStored() {
  for (const listener of listeners) listener()
}
