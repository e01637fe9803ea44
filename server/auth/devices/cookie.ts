import { randomBytes } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'

/** One for each person who uses a browser: none of them can take another's along. */
const nameOf = (userId: string) => `device_${userId}`

export const createDeviceToken = () => randomBytes(32).toString('base64url')

/** Token of a person's device in a Cookie header. */
export function readDeviceToken(cookies: string | undefined, userId: string) {
  const name = nameOf(userId)
  for (const cookie of cookies?.split(';') ?? []) {
    const [found, value = ''] = cookie.trim().split('=')
    if (found === name && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}

/** A Set-Cookie header. It opens nothing: who has the cookie is only not told about. */
export const deviceCookie = (userId: string, token: string, { isSecure }: { isSecure: boolean }) =>
  [
    `${nameOf(userId)}=${token}`,
    'Path=/api/auth',
    `Max-Age=${limits.knownDevices.maxAgeMs / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
