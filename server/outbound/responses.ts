import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import { parseJson } from '../lib/parse-json.ts'
import { pageDecoder } from './charset.ts'
import { cleanTitle, titleReader } from './title.ts'

const maxPageBytes = 512 * 1024
const maxImageBytes = 8 * 2 ** 20
const maxVideoAnswerBytes = 64 * 1024

const VideoAnswer = z.object({ title: z.string() })

/** Refuses the answer of a site that is busy or broken for the moment. */
function requireSettled({ statusCode = 0 }: IncomingMessage) {
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429) throw new Error(`status ${statusCode}`)
}

/** True for a complete, uncompressed response of the media type. */
function isReadable(response: IncomingMessage, mediaType: RegExp) {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  return response.statusCode === 200 && mediaType.test(type) && encoding.toLowerCase() === 'identity'
}

/** Title of a page; throws if the site has none now but may have one later. */
export async function titleOf(response: IncomingMessage) {
  requireSettled(response)
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

/** Title in an answer about a video (oEmbed). */
export async function videoTitleOf(response: IncomingMessage) {
  requireSettled(response)
  if (!isReadable(response, /^\s*application\/json\s*(;|$)/i)) return null
  const answer = VideoAnswer.safeParse(parseJson((await bytesOf(response, maxVideoAnswerBytes))?.toString() ?? ''))
  return answer.success ? cleanTitle(answer.data.title) : null
}

export async function imageOf(response: IncomingMessage) {
  if (!isReadable(response, /^\s*image\/(jpeg|png|webp|gif|avif|heic|heif)\s*(;|$)/i)) return null
  return bytesOf(response, maxImageBytes)
}

/** Null if it is empty or longer. */
async function bytesOf(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return size > 0 ? Buffer.concat(chunks) : null
}
