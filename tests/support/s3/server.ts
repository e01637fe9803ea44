/**
 * A strict S3 in memory: it refuses unsigned, tampered, outdated and mislabelled requests, and fails as real ones do. A
 * single bucket, path style.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkSignature, queryOf, S3Refusal } from './signature.ts'

type Query = Map<string, string>

const bucket = 'biblioteca'
const credentials = { accessKeyId: 'AKIAHIPATIA', secretAccessKey: 'el-faro-no-duerme', region: 'egypt-1' }
const mostKeys = 1000

export async function startS3() {
  const objects = new Map<string, Buffer>()
  const refused: Record<string, number> = {}
  /** Injected faults. Numbers count the requests that they still affect. */
  const faults = {
    /** Requests refused with 503 SlowDown, before any check. */
    slowDown: 0,
    /** PUTs that are stored and answered with 500. */
    failsAfterStoring: 0,
    /** GETs that break off in the middle of their bytes. */
    cutsInTheMiddle: 0,
    /** No request is answered. */
    silent: false,
    /** Requests for objects with such keys are refused as by a store that is down. */
    downFor: undefined as RegExp | undefined,
    /** Requests for objects with such keys are answered when `until` is done. */
    waitFor: undefined as { key: RegExp; until: Promise<unknown> } | undefined,
    /** PUTs are refused because the disk is full: by status 507, or by the code of the refusal. */
    full: false as false | 'by status' | 'by name',
  }
  const counts = { requests: 0, stored: 0, waiting: 0 }
  const takes = (fault: 'slowDown' | 'failsAfterStoring' | 'cutsInTheMiddle') =>
    faults[fault] > 0 && faults[fault]-- > 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request)
    counts.requests++
    if (faults.silent) return
    if (takes('slowDown')) throw new S3Refusal(503, 'SlowDown')
    if (request.method === 'PUT' && request.headers['content-length'] === undefined)
      throw new S3Refusal(411, 'MissingContentLength')
    checkSignature(request, credentials, body)
    const target = request.url ?? '/'
    const [, name, ...rest] = (target.split('?')[0] ?? '').split('/').map(decodeURIComponent)
    if (name !== bucket) throw new S3Refusal(404, 'NoSuchBucket')
    const key = rest.join('/')
    if (faults.downFor?.test(key)) throw new S3Refusal(503, 'ServiceUnavailable')
    if (faults.waitFor?.key.test(key)) {
      counts.waiting++
      await faults.waitFor.until
    }
    const query = new Map(queryOf(target))
    if (request.method === 'GET' && key === '') return sendList(query, response)
    if (request.method === 'PUT') return store(request, key, body, response)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (request.method === 'GET' || request.method === 'HEAD') return send(request, key, response)
    throw new S3Refusal(405, 'MethodNotAllowed')
  }

  function store({ headers }: IncomingMessage, key: string, body: Buffer, response: ServerResponse) {
    if (headers['x-amz-copy-source'] !== undefined) throw new S3Refusal(501, 'NotImplemented')
    if (headers['if-none-match'] === '*' && objects.has(key)) throw new S3Refusal(412, 'PreconditionFailed')
    if (faults.full === 'by status') throw new S3Refusal(507, 'SinSitio')
    if (faults.full === 'by name') throw new S3Refusal(403, 'QuotaExceeded')
    objects.set(key, body)
    counts.stored++
    if (takes('failsAfterStoring')) throw new S3Refusal(500, 'InternalError')
    response.writeHead(200, { etag: etagOf(body) }).end()
  }

  function send({ method, headers }: IncomingMessage, key: string, response: ServerResponse) {
    const body = objects.get(key)
    if (!body) throw new S3Refusal(404, 'NoSuchKey')
    const part = partOf(headers.range, body.length)
    const bytes = part ? body.subarray(part.start, part.end + 1) : body
    response.writeHead(part ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': bytes.length,
      etag: etagOf(body),
      ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${body.length}` }),
    })
    if (method === 'HEAD') return response.end()
    if (!takes('cutsInTheMiddle')) return response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  function sendList(query: Query, response: ServerResponse) {
    if (query.get('list-type') !== '2') throw new S3Refusal(501, 'NotImplemented')
    const most = Math.min(mostKeys, Number(query.get('max-keys') ?? mostKeys))
    const after = query.has('continuation-token') ? placeOf(query.get('continuation-token')) : query.get('start-after')
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && (after === undefined || key > after))
      .sort()
    const page = keys.slice(0, most)
    const isTruncated = keys.length > page.length
    const contents = page.map((key) => {
      const body = objects.get(key) ?? Buffer.of()
      const size = element('Size', body.length)
      return element('Contents', element('Key', plain(key)), size, element('ETag', etagOf(body)))
    })
    const next = isTruncated ? element('NextContinuationToken', tokenOf(page.at(-1) ?? '')) : ''
    const about = [element('Name', bucket), element('KeyCount', page.length), element('IsTruncated', isTruncated)]
    sendXml(response, 200, element('ListBucketResult', ...about, next, ...contents))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof S3Refusal)) return response.destroy(error as Error)
      refused[error.code] = (refused[error.code] ?? 0) + 1
      sendXml(response, error.status, request.method === 'HEAD' ? '' : element('Error', element('Code', error.code)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    bucket,
    ...credentials,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stored bytes by the key in the bucket: `files/<id>`. */
    objects,
    faults,
    /** Number of refusals by code. */
    refused,
    /** Numbers of requests and of stored objects. */
    counts,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export type S3 = Awaited<ReturnType<typeof startS3>>

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const plain = (text: string) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
const element = (name: string, ...content: unknown[]) => `<${name}>${content.join('')}</${name}>`
const tokenOf = (key: string) => Buffer.from(`after ${key}`).toString('base64')

function placeOf(token = '') {
  const text = Buffer.from(token, 'base64').toString()
  if (!text.startsWith('after ')) throw new S3Refusal(400, 'InvalidArgument')
  return text.slice('after '.length)
}

function sendXml(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text && `<?xml version="1.0"?>\n${text}`)
}

/** The part in a Range header; an invalid one is ignored, as in S3. */
function partOf(header: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && first !== '' && Number(last) < start) return undefined
  if (start >= size) throw new S3Refusal(416, 'InvalidRange')
  return { start, end }
}
