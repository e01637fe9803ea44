// Signatures of AWS, version 4, as S3 checks them in headers.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

type Claim = ReturnType<typeof claimOf>

/** Maximal difference of clocks, in seconds. */
const maxSkewSeconds = 900
export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** Escapes every byte but letters, digits and -._~ */
export const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Name and value of each part of a query as it was sent, decoded. */
export const queryOf = (target: string): [name: string, value: string][] =>
  (target.split('?')[1] ?? '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
    })

/** Refuses a request unless it was signed with these credentials, for this path and moment, and arrived unchanged. */
export function checkSignature(request: IncomingMessage, credentials: Credentials, body: Buffer) {
  const target = request.url ?? '/'
  const query = queryOf(target)
  const claim = claimOf(request)
  const [id, day, region, service, end, ...more] = claim.credential.split('/')
  if (id !== credentials.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  const isScope = region === credentials.region && service === 's3' && end === 'aws4_request' && more.length === 0
  if (!isScope || day !== claim.date.slice(0, 8)) throw new S3Refusal(403, 'AuthorizationHeaderMalformed')
  checkAge(claim)
  checkWhatIsSigned(request, claim)
  const canonical = [
    request.method,
    (target.split('?')[0] ?? '').split('/').map(decodeURIComponent).map(escaped).join('/'),
    query
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...claim.signedHeaders.split(';').map((name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    claim.signedHeaders,
    claim.payloadHash,
  ].join('\n')
  const scope = [day, region, service, end] as string[]
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonical)].join('\n'))
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
  if (claim.payloadHash !== sha256(body)) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
}

const headerOf = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '')

function claimOf(request: IncomingMessage) {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (signature === '') throw new S3Refusal(403, 'AccessDenied')
  const payloadHash = headerOf(request, 'x-amz-content-sha256')
  // Other values leave the body out of the signature, or sign it in pieces.
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) throw new S3Refusal(400, 'InvalidRequest')
  return { credential, signedHeaders, signature, date: headerOf(request, 'x-amz-date'), payloadHash }
}

function checkAge({ date }: Claim) {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)
  if (!parts) throw new S3Refusal(403, 'AccessDenied')
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number)
  const age = (Date.now() - Date.UTC(year, month - 1, ...(rest as [number]))) / 1000
  if (Math.abs(age) > maxSkewSeconds) throw new S3Refusal(403, 'RequestTimeTooSkewed')
}

/** The host and all x-amz headers have to be signed. */
function checkWhatIsSigned(request: IncomingMessage, { signedHeaders }: Claim) {
  const names = signedHeaders.split(';')
  const needed = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (needed.some((name) => !names.includes(name))) throw new S3Refusal(403, 'AccessDenied')
}
