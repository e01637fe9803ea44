/** A device with passkeys that makes and signs real answers, also wrong ones. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '../../contract/auth/passkeys.ts'

interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The device didn’t ask for a finger, a face or a PIN. */
  isUnverified?: boolean
  counter?: number
  userHandle?: string
  crossOrigin?: boolean
  /** One bit of the signature is another one. */
  isForged?: boolean
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 }
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** Its pages have this origin. `counts`: the device counts uses, as security keys do. */
export function createAuthenticator(origin: string, { counts = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = base64url(randomBytes(16))
  let counter = 0
  let userHandle = ''

  function clientData(type: string, challenge: string, deviation: Deviation) {
    const { crossOrigin = false } = deviation
    return JSON.stringify({
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? origin,
      crossOrigin,
    })
  }

  function authenticatorData(rpId: string, deviation: Deviation, credential?: Buffer) {
    const count = Buffer.alloc(4)
    if (counts) counter++
    count.writeUInt32BE(deviation.counter ?? counter)
    const verified = deviation.isUnverified ? 0 : flags.verified
    const synced = counts ? 0 : flags.backupEligible | flags.backedUp
    const flag = flags.present | verified | synced | (credential ? flags.hasCredential : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flag]), count, credential ?? Buffer.alloc(0)])
  }

  function credentialData() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    const idBytes = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(idBytes.length)
    return Buffer.concat([Buffer.alloc(16), length, idBytes, isoCBOR.encode(key)])
  }

  const about = { id, rawId: id, type: 'public-key' } as const
  return {
    id,
    create(options: CreationOptions, deviation: Deviation = {}): NewCredential {
      userHandle = options.user.id
      const authData = authenticatorData(options.rp.id, deviation, credentialData())
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...about,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, deviation)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    sign(options: RequestOptions, deviation: Deviation = {}): Assertion {
      const client = clientData('webauthn.get', options.challenge, deviation)
      const authData = authenticatorData(options.rpId, deviation)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      if (deviation.isForged) signature[signature.length - 1] = (signature.at(-1) as number) ^ 1
      return {
        ...about,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: deviation.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
