// The tests' own S3: it refuses faulty variants of requests that AWS's own signer made.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { S3Client } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type S3, startS3 } from '../../support/s3/server.ts'
import { sha256 } from '../../support/server/storage/storage.ts'

interface Sent {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body?: string
}

const now = new Date()
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

let s3: S3
beforeEach(async () => {
  s3 = await startS3()
  onTestFinished(s3.stop)
  s3.objects.set('files/a', Buffer.from('0123456789'))
})

const blank = (change: Partial<Sent> = {}) => {
  const { hostname, port, host, protocol } = new URL(s3.endpoint)
  const { body } = change
  return {
    method: 'GET',
    path: `/${s3.bucket}/files/a`,
    query: {},
    ...change,
    headers: {
      host,
      ...(body !== undefined && { 'content-length': `${body.length}`, 'x-amz-content-sha256': sha256(body) }),
      ...change.headers,
    },
    protocol,
    hostname,
    port: Number(port),
  }
}

async function sign(change?: Partial<Sent>, { by, ...options }: Signing = {}) {
  const { region, ...credentials } = { ...s3, ...by }
  const { config } = new S3Client({ region, credentials, endpoint: s3.endpoint })
  const signer = (await config.signer()) as { sign: (request: object, options: object) => Promise<object> }
  return (await signer.sign(blank(change), { signingDate: now, ...options })) as Sent
}

interface Signing {
  by?: Partial<S3>
  signingDate?: Date
  signingService?: string
}

/** Sends the request unchanged. */
function send({ method, path, query, headers, body }: Sent) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const target = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='))
    const options = { method, headers, path: target.length > 0 ? `${path}?${target.join('&')}` : path }
    request(s3.endpoint, options, async (response) => {
      resolve({ status: response.statusCode ?? 0, text: await text(response), headers: response.headers })
    })
      .on('error', reject)
      .end(body)
  })
}

async function expectRefused(sent: Sent, status: number, code: string) {
  const answer = await send(sent)
  expect(answer).toMatchObject({ status, text: expect.stringContaining(`<Code>${code}</Code>`) })
  expect(s3.refused[code]).toBe(1)
  expect([...s3.objects]).toEqual([['files/a', Buffer.from('0123456789')]])
}

const write = { method: 'PUT', path: '/biblioteca/files/b', body: 'nuevo' }

beforeAll(() => {
  // the signer's clock and the server's are both this machine's
  expect(Math.abs(Date.now() - now.getTime())).toBeLessThan(60_000)
})

test('a correctly signed request is answered', async () => {
  expect(await send(await sign())).toMatchObject({ status: 200, text: '0123456789' })
  expect(await send(await sign(write))).toMatchObject({ status: 200 })
  expect(s3.objects.get('files/b')?.toString()).toBe('nuevo')
  expect(s3.refused).toEqual({})
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('an unsigned %s is refused', async (method) => {
  const answer = await send(blank({ method, ...(method === 'PUT' && { body: 'x' }) }))
  expect(answer.status).toBe(403)
  expect(s3.refused).toEqual({ AccessDenied: 1 })
  expect(s3.objects.get('files/a')?.toString()).toBe('0123456789')
})

test.each<[what: string, (sent: Sent) => Partial<Sent>]>([
  ['method', () => ({ method: 'DELETE' })],
  ['path', () => ({ path: '/biblioteca/files/b' })],
  ['query', () => ({ query: { 'list-type': '2' } })],
  ['signed header', ({ headers }) => ({ headers: { ...headers, range: 'bytes=0-1' } })],
  ['date', ({ headers }) => ({ headers: { ...headers, 'x-amz-date': tampered(headers['x-amz-date']) } })],
  ['signature', ({ headers }) => ({ headers: { ...headers, authorization: tampered(headers.authorization) } })],
])('a request with another %s than the signed one is refused', async (_what, tamper) => {
  const sent = await sign({ headers: { range: 'bytes=0-5' } })
  await expectRefused({ ...sent, ...tamper(sent) }, 403, 'SignatureDoesNotMatch')
})

/** Changes the last digit. */
const tampered = (text = '') => text.replace(/[0-9a-f](?=Z?$)/, (digit) => (digit === '0' ? '1' : '0'))

test.each<[what: string, Signing, code: string]>([
  ['secret', { by: { secretAccessKey: 'otro' } }, 'SignatureDoesNotMatch'],
  ['key', { by: { accessKeyId: 'AKIABRUNO' } }, 'InvalidAccessKeyId'],
  ['region', { by: { region: 'us-east-1' } }, 'AuthorizationHeaderMalformed'],
  ['service', { signingService: 'ec2' }, 'AuthorizationHeaderMalformed'],
  ['time, long ago,', { signingDate: minutes(-16) }, 'RequestTimeTooSkewed'],
  ['time to come', { signingDate: minutes(16) }, 'RequestTimeTooSkewed'],
])('a signature for another %s is refused', async (_what, signing, code) => {
  await expectRefused(await sign(write, signing), 403, code)
})

test('a body that differs from the signed one, isn’t signed, or has no length, and an unsigned header are refused', async () => {
  const sent = await sign(write)
  await expectRefused({ ...sent, body: 'viejo' }, 400, 'XAmzContentSHA256Mismatch')
  const unsigned = { ...write, headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }
  await expectRefused(await sign(unsigned), 400, 'InvalidRequest')
  const { 'content-length': _, ...headers } = sent.headers
  const endless = { ...write, query: {}, headers: { ...headers, 'transfer-encoding': 'chunked' } }
  await expectRefused(endless, 411, 'MissingContentLength')
  const copying = { ...sent, headers: { ...sent.headers, 'x-amz-copy-source': '/biblioteca/files/a' } }
  await expectRefused(copying, 403, 'AccessDenied')
})
