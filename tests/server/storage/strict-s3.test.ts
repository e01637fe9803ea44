// The tests' own S3: it refuses faulty variants of requests that AWS's own signer made.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { S3Client } from '@aws-sdk/client-s3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
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

async function open() {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  s3.objects.set('files/a', Buffer.from('0123456789'))
  return s3
}

async function signerFor(s3: S3, change: Partial<S3> = {}) {
  const { region, ...credentials } = { ...s3, ...change }
  const { config } = new S3Client({ region, credentials, endpoint: s3.endpoint })
  return (await config.signer()) as Signer
}

const blank = (s3: S3, change: Partial<Sent> = {}) => {
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

async function sign(s3: S3, change?: Partial<Sent>, { by = {}, ...options }: Signing = {}) {
  const signer = await signerFor(s3, by)
  return (await signer.sign(blank(s3, change), { signingDate: now, ...options })) as Sent
}

async function presign(s3: S3, options: Signing & { expiresIn?: number } = {}) {
  const { by = {}, ...rest } = options
  const signer = await signerFor(s3, by)
  return (await signer.presign(blank(s3, { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }), {
    signingDate: now,
    expiresIn: 60,
    ...rest,
  })) as Sent
}

type Signer = Record<'sign' | 'presign', (request: object, options: object) => Promise<object>>

interface Signing {
  by?: Partial<S3>
  signingDate?: Date
  signingService?: string
}

/** Sends the request unchanged. */
function send(s3: S3, { method, path, query, headers, body }: Sent) {
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

async function expectRefused(s3: S3, sent: Sent, status: number, code: string) {
  const answer = await send(s3, sent)
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
  const s3 = await open()
  expect(await send(s3, await sign(s3))).toMatchObject({ status: 200, text: '0123456789' })
  expect(await send(s3, await presign(s3))).toMatchObject({ status: 200, text: '0123456789' })
  expect(await send(s3, await sign(s3, write))).toMatchObject({ status: 200 })
  expect(s3.objects.get('files/b')?.toString()).toBe('nuevo')
  expect(s3.refused).toEqual({})
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('an unsigned %s is refused', async (method) => {
  const s3 = await open()
  const answer = await send(s3, blank(s3, { method, ...(method === 'PUT' && { body: 'x' }) }))
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
  const s3 = await open()
  const sent = await sign(s3, { headers: { range: 'bytes=0-5' } })
  await expectRefused(s3, { ...sent, ...tamper(sent) }, 403, 'SignatureDoesNotMatch')
})

/** Changes the last digit. */
const tampered = (text = '') => text.replace(/[0-9a-f](?=Z?$)/, (digit) => (digit === '0' ? '1' : '0'))

test('a body that differs from the signed one is refused', async () => {
  const s3 = await open()
  await expectRefused(s3, { ...(await sign(s3, write)), body: 'viejo' }, 400, 'XAmzContentSHA256Mismatch')
})

test('an unsigned x-amz header is refused', async () => {
  const s3 = await open()
  const sent = await sign(s3, write)
  const headers = { ...sent.headers, 'x-amz-copy-source': '/biblioteca/files/a' }
  await expectRefused(s3, { ...sent, headers }, 403, 'AccessDenied')
})

test.each<[what: string, Signing, code: string]>([
  ['secret', { by: { secretAccessKey: 'otro' } }, 'SignatureDoesNotMatch'],
  ['key', { by: { accessKeyId: 'AKIABRUNO' } }, 'InvalidAccessKeyId'],
  ['region', { by: { region: 'us-east-1' } }, 'AuthorizationHeaderMalformed'],
  ['service', { signingService: 'ec2' }, 'AuthorizationHeaderMalformed'],
  ['time, long ago,', { signingDate: minutes(-16) }, 'RequestTimeTooSkewed'],
  ['time to come', { signingDate: minutes(16) }, 'RequestTimeTooSkewed'],
])('a signature for another %s is refused', async (_what, signing, code) => {
  const s3 = await open()
  await expectRefused(s3, await sign(s3, write, signing), 403, code)
})

test('a signature that leaves the body out is refused', async () => {
  const s3 = await open()
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  await expectRefused(s3, await sign(s3, { ...write, headers }), 400, 'InvalidRequest')
})

test('a checksum that doesn’t match the body is refused', async () => {
  const s3 = await open()
  const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256('viejo'), 'hex').toString('base64') }
  await expectRefused(s3, await sign(s3, { ...write, headers }), 400, 'BadDigest')
})

test('a body without a declared length is refused', async () => {
  const s3 = await open()
  const { 'content-length': _, ...headers } = (await sign(s3, write)).headers
  await expectRefused(
    s3,
    { ...write, query: {}, headers: { ...headers, 'transfer-encoding': 'chunked' } },
    411,
    'MissingContentLength',
  )
})

test.each<[what: string, Signing & { expiresIn?: number }, (sent: Sent) => Partial<Sent>, code: string]>([
  ['past its time', { expiresIn: 60, signingDate: minutes(-2) }, () => ({}), 'AccessDenied'],
  ['of somebody else', { by: { secretAccessKey: 'otro' } }, () => ({}), 'SignatureDoesNotMatch'],
  ['for another path', {}, () => ({ path: '/biblioteca/files/b' }), 'SignatureDoesNotMatch'],
  ['for another method', {}, () => ({ method: 'DELETE' }), 'SignatureDoesNotMatch'],
  [
    'that was made to last',
    {},
    ({ query }) => ({ query: { ...query, 'X-Amz-Expires': '6000' } }),
    'SignatureDoesNotMatch',
  ],
  ['with more asked', {}, ({ query }) => ({ query: { ...query, versionId: '1' } }), 'SignatureDoesNotMatch'],
])('a presigned URL %s is refused', async (_what, options, tamper, code) => {
  const s3 = await open()
  const sent = await presign(s3, options)
  await expectRefused(s3, { ...sent, ...tamper(sent) }, 403, code)
})

test.each([
  ['bytes=2-4', 206, '234'],
  ['bytes=7-', 206, '789'],
  ['bytes=-3', 206, '789'],
  ['bytes=-300', 206, '0123456789'],
  ['bytes=8-300', 206, '89'],
  ['bytes=5-2', 200, '0123456789'],
  ['lines=1-2', 200, '0123456789'],
])('a request for %s of ten bytes is answered with %i %s', async (range, status, expected) => {
  const s3 = await open()
  const answer = await send(s3, await sign(s3, { headers: { range } }))
  expect(answer).toMatchObject({ status, text: expected })
  expect(answer.headers['content-length']).toBe(`${expected.length}`)
})

test('a range after the end, another bucket and an unknown key are refused', async () => {
  const s3 = await open()
  await expectRefused(s3, await sign(s3, { headers: { range: 'bytes=10-' } }), 416, 'InvalidRange')
  await expectRefused(s3, await sign(s3, { path: '/otro/files/a' }), 404, 'NoSuchBucket')
  await expectRefused(s3, await sign(s3, { path: '/biblioteca/files/%C3%B1%20x' }), 404, 'NoSuchKey')
})

test('a list continues at its token', async () => {
  const s3 = await open()
  for (const name of ['b', 'c', 'd', 'e']) s3.objects.set(`files/${name}`, Buffer.from(name))
  s3.objects.set('otra/z', Buffer.from('z'))
  const list = async (query: Record<string, string>) =>
    send(s3, await sign(s3, { path: '/biblioteca/', query: { 'list-type': '2', prefix: 'files/', ...query } }))
  const found: string[] = []
  let token: string | undefined
  do {
    const page = await list({ 'max-keys': '2', ...(token && { 'continuation-token': token }) })
    found.push([...page.text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key).join())
    token = /<NextContinuationToken>(.*?)</.exec(page.text)?.[1]
    expect(page.text).toContain(`<IsTruncated>${token !== undefined}</IsTruncated>`)
  } while (token)
  expect(found).toEqual(['files/a,files/b', 'files/c,files/d', 'files/e'])
  expect((await list({ 'continuation-token': 'xx' })).status).toBe(400)
})
