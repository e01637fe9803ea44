import { Resolver } from 'node:dns/promises'

export type Lookup = (host: string) => Promise<string[]>

/** Queries DNS servers directly: `dns.lookup` would block the threads that hash passwords and read files. */
export function openLookup(): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  }
}
