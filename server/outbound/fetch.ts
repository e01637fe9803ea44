import type { IncomingMessage } from 'node:http'
import { pageDecoder } from './charset.ts'
import { connect, type NetworkGuard, RequestRefused } from './connect.ts'
import { isPublicAddress } from './public-address.ts'
import { openLookup } from './resolve.ts'
import { titleReader } from './title.ts'

/** Requests to other sites, never to addresses of the server's own network. */
export interface Outbound {
  /** Title of the page at an http or https URL; null after any failure. */
  readTitle(url: string): Promise<string | null>
  /** Image at such a URL, at most 8 MB; null after any failure. */
  readImage(url: string): Promise<Buffer | null>
}

/** For tests. */
interface Options extends Partial<NetworkGuard> {
  /** Total for DNS, redirects and the page. */
  timeoutMs?: number
}

const maxRedirects = 3
const maxPageBytes = 512 * 1024
const maxImageBytes = 8 * 2 ** 20
/** For all users together. */
const maxConcurrent = 8

const redirects = new Set([301, 302, 303, 307, 308])

/** Undefined for other responses than redirects; throws for one from https to http. */
function redirectTarget(url: URL, { statusCode = 0, headers: { location } }: IncomingMessage) {
  if (!redirects.has(statusCode)) return undefined
  const next = location === undefined ? null : URL.parse(location, url)
  if (next === null || (url.protocol === 'https:' && next.protocol !== 'https:')) throw new RequestRefused('redirect')
  return next
}

/** First response that isn't a redirect. Each URL on the way is checked. */
async function follow(
  url: URL,
  accept: string,
  guard: NetworkGuard,
  signal: AbortSignal,
  redirectsLeft = maxRedirects,
): Promise<IncomingMessage> {
  const response = await connect(url, accept, guard, signal)
  try {
    const next = redirectTarget(url, response)
    if (next === undefined) return response
    if (redirectsLeft === 0) throw new RequestRefused('redirects')
    response.destroy()
    return await follow(next, accept, guard, signal, redirectsLeft - 1)
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** True for a complete, uncompressed response of the media type. */
function isReadable(response: IncomingMessage, mediaType: RegExp) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  return response.statusCode === 200 && mediaType.test(type) && encoding.toLowerCase() === 'identity'
}

async function titleOf(response: IncomingMessage) {
  if (!isReadable(response, /^\s*text\/html\s*(;|$)/i)) return null
  const decoder = pageDecoder(response.headers['content-type'] ?? '')
  const reader = titleReader()
  let read = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const bytes = chunk.subarray(0, maxPageBytes - read)
    read += bytes.length
    if (reader.write(decoder.decode(bytes))) return reader.title()
    if (read >= maxPageBytes) break
  }
  reader.write(decoder.end())
  return reader.title()
}

async function imageOf(response: IncomingMessage) {
  if (!isReadable(response, /^\s*image\/(jpeg|png|webp|gif|avif|heic|heif)\s*(;|$)/i)) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxImageBytes) return null
    chunks.push(chunk)
  }
  return size > 0 ? Buffer.concat(chunks) : null
}

/** Only the public internet, ports 80 and 443, except in tests. */
export function openOutbound({ timeoutMs = 5000, ...overrides }: Options = {}): Outbound {
  const guard: NetworkGuard = { lookup: openLookup(), isPublic: isPublicAddress, ports: [80, 443], ...overrides }
  let active = 0

  async function read<T>(address: string, accept: string, parse: (response: IncomingMessage) => Promise<T | null>) {
    const url = URL.parse(address)
    if (url === null) return null
    const signal = AbortSignal.timeout(timeoutMs)
    // DNS queries can't be aborted: the race abandons them
    const timeout = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const work = follow(url, accept, guard, signal).then(async (response) => {
      try {
        return await parse(response)
      } finally {
        response.destroy()
      }
    })
    return Promise.race([work, timeout])
  }

  /** Null after any failure, or users could probe networks. */
  async function readOrNull<T>(...request: Parameters<typeof read<T>>): Promise<T | null> {
    if (active >= maxConcurrent) return null
    active++
    try {
      return await read(...request)
    } catch {
      return null
    } finally {
      active--
    }
  }

  return {
    readTitle: (url) => readOrNull(url, 'text/html', titleOf),
    readImage: (url) => readOrNull(url, 'image/*', imageOf),
  }
}
