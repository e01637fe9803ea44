import { hash, randomBytes } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'

/** One for each person who uses a browser: none of them can take another's along. */
const prefix = 'device_'
const nameOf = (userId: string) => `${prefix}${userId}`

export const createDeviceToken = () => randomBytes(32).toString('base64url')

export const hashSign = (...parts: string[]) => hash('sha256', parts.join('\0'), 'base64url')
export const cookieSign = (token: string) => hashSign('cookie', token)

/** Names and tokens of devices in a Cookie header. */
const readAll = (cookies: string | undefined) =>
  (cookies?.split(';') ?? []).flatMap((cookie) => {
    const [name = '', token = ''] = cookie.trim().split('=')
    return name.startsWith(prefix) && /^[\w-]{43}$/.test(token) ? [{ name, token }] : []
  })

/** Token of a person's device in a Cookie header. */
export const readDeviceToken = (cookies: string | undefined, userId: string) =>
  readAll(cookies).find(({ name }) => name === nameOf(userId))?.token

/** Signs of all devices in a Cookie header, whoever they belong to. */
export const readSigns = (cookies: string | undefined) => readAll(cookies).map(({ token }) => cookieSign(token))

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
