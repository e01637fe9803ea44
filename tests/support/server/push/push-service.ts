/**
 * A push service on the loopback and the browsers that it serves: it checks requests by RFC 8030 and RFC 8292, decrypts their
 * content by RFC 8291, and answers what a test wants.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '../../../../contract/notices/push.ts'
import { cert, key } from '../../../../tools/certificate.ts'

const hmac = (secret: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac('sha256', secret)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** The text of a body as a browser reads it (RFC 8291, section 3.4, and RFC 8188, section 2). */
export function decrypt(body: Buffer, browser: Pick<ECDH, 'getPublicKey' | 'computeSecret'>, auth: Buffer) {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const serverKey = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + serverKey.length)
  if (record.length > recordSize) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), serverKey])
  const input = hmac(hmac(auth, browser.computeSecret(serverKey)), info, Buffer.of(1))
  const secret = hmac(salt, input)
  const contentKey = hmac(secret, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
  const nonce = hmac(secret, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record')
  return padded.subarray(0, end).toString()
}

/** The claims of a header Authorization, whose signature has to be that of the key. */
function readVapid(authorization = '') {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey })
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('not signed by the key')
  return {
    key,
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }),
  }
}

export interface Arrived {
  headers: IncomingHttpHeaders
  vapid: ReturnType<typeof readVapid>
  message: PushMessage
  size: number
}

type Answer = { status: number; retryAfter?: string } | 'silence'
type Respond = (arrived: Arrived) => Answer | Promise<Answer>

export async function openPushService() {
  const browsers = new Map<string, ReturnType<typeof makeBrowser>>()
  /** Faults of requests, which no test expects. */
  const faults: unknown[] = []
  const server = createServer({ cert, key }, async (request, response) => {
    try {
      const body = await buffer(request)
      const browser = browsers.get(request.url ?? '')
      if (!browser) return void response.writeHead(404).end()
      const answer = await browser.arrives(request.headers, body)
      if (answer === 'silence') return
      const { status, retryAfter } = answer
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    } catch (error) {
      faults.push(error)
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `https://127.0.0.1:${port}`

  function makeBrowser(path: string) {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const auth = randomBytes(16)
    const received: Arrived[] = []
    const refused: Arrived[] = []
    const browser = {
      /** Body of the call that subscribes this browser. */
      subscription: {
        endpoint: `${origin}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
      answer: (() => ({ status: 201 })) as Respond,
      /** Accepted messages. */
      received,
      refused,
      bodies: () => received.map(({ message }) => ('body' in message ? message.body : 'retirado')),
      async arrives(headers: IncomingHttpHeaders, body: Buffer) {
        const message = JSON.parse(decrypt(body, ecdh, auth)) as PushMessage
        const arrived = { headers, message, vapid: readVapid(headers.authorization), size: body.length }
        const answer = await browser.answer(arrived)
        if (answer !== 'silence' && answer.status === 201) received.push(arrived)
        else refused.push(arrived)
        return answer
      },
    }
    return browser
  }

  return {
    origin,
    port,
    faults,
    /** A browser that nobody uses yet. */
    openBrowser() {
      const path = `/push/${randomUUID()}`
      const browser = makeBrowser(path)
      browsers.set(path, browser)
      return browser
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Browser = ReturnType<Awaited<ReturnType<typeof openPushService>>['openBrowser']>
