import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { youtubeVideo } from '../../contract/content/youtube.ts'
import { isStorageFull } from '../db/errors.ts'
import { checkUrl, connect, isPublicAddress, type NetworkGuard, openLookup, RequestRefused } from './connect.ts'
import { fileOf, imageOf, titleOf, videoTitleOf } from './responses.ts'

export type Outbound = ReturnType<typeof openOutbound>

/** 'refused' by the guard; 'silent' after any failure of the network or the other side to answer. */
export type PostAnswer = { status: number; retryAfter: string | undefined } | 'refused' | 'silent'

/** For tests, but for `hosts`. */
interface Options extends Partial<NetworkGuard> {
  /** Answers with the titles of videos, without a key: see oembed.com. */
  videoTitlesUrl?: string
  /** Total for DNS, redirects and the answer. */
  timeoutMs?: number
}

const maxRedirects = 10
/** Silence of a site that is asked for a file. */
const maxSilenceMs = 60_000
/** For all users together. */
const maxConcurrent = 8

const redirects = new Set([301, 302, 303, 307, 308])

/** Node takes a header for Latin-1; some sites write UTF-8. */
function readHeader(value: string) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** Undefined for other responses than redirects; throws for one from https to http. */
function redirectTarget(url: URL, { statusCode = 0, headers: { location } }: IncomingMessage) {
  if (!redirects.has(statusCode)) return undefined
  const next = location === undefined ? null : URL.parse(readHeader(location), url)
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
  const response = await connect(url, { headers: { accept } }, guard, signal)
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

/** Rejects after a time, also if the work can't be aborted, as a DNS query. */
function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const timeout = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([work(signal), timeout])
}

/** Requests to other sites: only the public internet, ports 80 and 443, except in tests. */
export function openOutbound({
  timeoutMs = 5000,
  videoTitlesUrl = 'https://www.youtube.com/oembed',
  ...overrides
}: Options = {}) {
  const guard: NetworkGuard = {
    lookup: openLookup(),
    isPublic: isPublicAddress,
    ports: [80, 443],
    hosts: undefined,
    ...overrides,
  }
  let active = 0

  async function read<T>(address: string, accept: string, parse: (response: IncomingMessage) => Promise<T | null>) {
    const url = URL.parse(address)
    if (url === null) return null
    return within(timeoutMs, async (signal) => {
      const response = await follow(url, accept, guard, signal)
      try {
        return await parse(response)
      } finally {
        response.destroy()
      }
    })
  }

  /** False for an https URL that `post` would refuse in any case. */
  function mayPost(address: string) {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:') return false
    try {
      checkUrl(url, guard)
      return true
    } catch {
      return false
    }
  }

  /** Sends bytes to such a URL. The body of the answer isn't read, and no redirect followed. */
  async function post(address: string, body: Buffer, headers: Record<string, string>): Promise<PostAnswer> {
    if (!mayPost(address)) return 'refused'
    try {
      return await within(timeoutMs, async (signal) => {
        const response = await connect(new URL(address), { headers, body }, guard, signal)
        response.destroy()
        return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      })
    } catch (error) {
      return error instanceof RequestRefused ? 'refused' : 'silent'
    }
  }

  /** The pages of YouTube have their titles further in than is read. */
  function fetchTitle(url: string) {
    const video = youtubeVideo(url)
    if (!video) return read(url, 'text/html', titleOf)
    const watch = encodeURIComponent(`https://www.youtube.com/watch?v=${video.id}`)
    return read(`${videoTitlesUrl}?format=json&url=${watch}`, 'application/json', videoTitleOf)
  }

  /**
   * Hands a file of at most `maxBytes` to `take`, for the operator's commands. False after any failure of the other side; a
   * full disk is thrown.
   */
  async function download(address: string, maxBytes: number, take: (body: Readable) => Promise<void>) {
    const url = URL.parse(address)
    if (url === null) return false
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), maxSilenceMs)
    const response = await follow(url, '*/*', guard, waiting.signal).catch(() => undefined)
    clearTimeout(timer)
    const body = response && fileOf(response, maxBytes)
    response?.setTimeout(maxSilenceMs, () => response.destroy(new Error('silent')))
    try {
      if (body) await take(body)
      return body !== undefined
    } catch (error) {
      if (isStorageFull(error)) throw error
      return false
    } finally {
      response?.destroy()
    }
  }

  /** Null after any failure, or users could probe networks. */
  async function orNull<T>(request: () => Promise<T | null>): Promise<T | null> {
    if (active >= maxConcurrent) return null
    active++
    try {
      return await request()
    } catch {
      return null
    } finally {
      active--
    }
  }

  return {
    /** Title of the page or video at an http or https URL; null after any failure. */
    readTitle: (url: string) => orNull(() => fetchTitle(url)),
    /** The same for work in the background: `mayRetry` if the network or the site failed, and not the guard. */
    async findTitle(url: string) {
      try {
        return { title: await fetchTitle(url), mayRetry: false }
      } catch (error) {
        return { title: null, mayRetry: !(error instanceof RequestRefused) }
      }
    },
    /** Image at such a URL, at most 8 MB; null after any failure. */
    readImage: (url: string) => orNull(() => read(url, 'image/*', imageOf)),
    download,
    mayPost,
    post,
  }
}
