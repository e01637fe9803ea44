import type { IncomingMessage } from 'node:http'
import { pageDecoder } from './charset.ts'
import { connect, type Guard, Unreadable } from './connect.ts'
import { isPublicAddress } from './public-address.ts'
import { openLookup } from './resolve.ts'
import { titleReader } from './title.ts'

/** The port for what is read from other sites. Nothing of this network is ever asked. */
export interface Outside {
  /** The title of the page at an http or https address; null when there is none to be had, for whatever reason. */
  readTitle(url: string): Promise<string | null>
}

/** What tests put in the place of the internet. */
interface Options extends Partial<Guard> {
  /** Milliseconds for everything: names, redirects, the page. */
  within?: number
}

const mostRedirects = 3
const mostBytes = 512 * 1024
/** Pages that are read at the same time, for everybody together. */
const atOnce = 8

const redirects = new Set([301, 302, 303, 307, 308])

/** Where an answer sends on to, if it does; never from https to http. */
function nextOf(url: URL, { statusCode = 0, headers: { location } }: IncomingMessage) {
  if (!redirects.has(statusCode)) return undefined
  const next = location === undefined ? null : URL.parse(location, url)
  if (next === null || (url.protocol === 'https:' && next.protocol !== 'https:')) throw new Unreadable('redirect')
  return next
}

/** The first answer that isn't a redirect; each address on the way there is checked anew. */
async function follow(url: URL, guard: Guard, signal: AbortSignal, left = mostRedirects): Promise<IncomingMessage> {
  const answer = await connect(url, guard, signal)
  try {
    const next = nextOf(url, answer)
    if (next === undefined) return answer
    if (left === 0) throw new Unreadable('redirects')
    answer.destroy()
    return await follow(next, guard, signal, left - 1)
  } catch (error) {
    answer.destroy()
    throw error
  }
}

async function titleOf(answer: IncomingMessage) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = answer.headers
  if (answer.statusCode !== 200 || !/^\s*text\/html\s*(;|$)/i.test(type) || encoding.toLowerCase() !== 'identity')
    return null
  const decoder = pageDecoder(type)
  const reader = titleReader()
  let read = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const bytes = chunk.subarray(0, mostBytes - read)
    read += bytes.length
    if (reader.write(decoder.decode(bytes))) return reader.title()
    if (read >= mostBytes) break
  }
  reader.write(decoder.end())
  return reader.title()
}

/** Only the public internet, ports 80 and 443, unless a test says otherwise. */
export function openOutside({ within = 5000, ...given }: Options = {}): Outside {
  const guard: Guard = { lookup: openLookup(), isPublic: isPublicAddress, ports: [80, 443], ...given }
  let busy = 0

  async function read(address: string) {
    const url = URL.parse(address)
    if (url === null) return null
    const signal = AbortSignal.timeout(within)
    // a name server that doesn't answer can't be interrupted: it isn't waited for
    const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const work = follow(url, guard, signal).then(async (answer) => {
      try {
        return await titleOf(answer)
      } finally {
        answer.destroy()
      }
    })
    return Promise.race([work, late])
  }

  return {
    async readTitle(address) {
      if (busy >= atOnce) return null
      busy++
      try {
        return await read(address)
      } catch {
        // one answer for all: what is there and what isn't is nobody's business
        return null
      } finally {
        busy--
      }
    },
  }
}
