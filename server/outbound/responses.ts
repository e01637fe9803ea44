import type { IncomingMessage } from 'node:http'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
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

const decompressors: Record<string, () => Transform> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body of a complete response of the media type. Some sites compress it although they are asked not to. */
function bodyOf(response: IncomingMessage, mediaType: RegExp): Readable | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  const decompressor = decompressors[encoding.trim().toLowerCase()]
  if (response.statusCode !== 200 || !mediaType.test(type) || !decompressor) return undefined
  return pipeline(response, decompressor(), () => {})
}

/** Title of a page; throws if the site has none now but may have one later. */
export async function titleOf(response: IncomingMessage) {
  requireSettled(response)
  const body = bodyOf(response, /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i)
  if (!body) return null
  const decoder = pageDecoder(response.headers['content-type'] ?? '')
  const reader = titleReader()
  let read = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
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
  const bytes = await bytesOf(bodyOf(response, /^\s*application\/json\s*(;|$)/i), maxVideoAnswerBytes)
  const answer = VideoAnswer.safeParse(parseJson(bytes?.toString() ?? ''))
  return answer.success ? cleanTitle(answer.data.title) : null
}

export const imageOf = (response: IncomingMessage) =>
  bytesOf(bodyOf(response, /^\s*image\/(jpeg|png|webp|gif|avif|heic|heif)\s*(;|$)/i), maxImageBytes)

/** The body of any complete response, which fails after `maxBytes`; undefined if it announces more, or another status. */
export function fileOf(response: IncomingMessage, maxBytes: number): Readable | undefined {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return undefined
  let size = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > maxBytes ? new Error('too long') : null, chunk)
    },
  })
  const body = bodyOf(response, /^/)
  return body && pipeline(body, limit, () => {})
}

/** Null if it is empty or longer. */
async function bytesOf(body: Readable | undefined, maxBytes: number) {
  if (!body) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return size > 0 ? Buffer.concat(chunks) : null
}
