import { hash, randomBytes } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { deviceOf } from '../accounts/device.ts'
import type { Db } from '../db/schema.ts'
import type { ClientInfo } from '../http/serve.ts'
import { networkOf } from '../lib/network.ts'
import { mailNewDevice, type SignInMeans } from '../mail/security-mails.ts'
import { openAlarm } from '../one-time-links/make.ts'
import type { Services } from '../services.ts'
import { deleteExcessDevices, deleteOldDevices, listDevices, upsertDevices } from './queries.ts'

/** A cookie for each person who uses a browser: none of them can take another's along. */
const cookiePrefix = 'device_'
const cookieName = (userId: string) => `${cookiePrefix}${userId}`

const hashSign = (...parts: string[]) => hash('sha256', parts.join('\0'), 'base64url')
const cookieSign = (token: string) => hashSign('cookie', token)

/** Names and tokens of devices in a Cookie header. */
const readAll = (cookies: string | undefined) =>
  (cookies?.split(';') ?? []).flatMap((cookie) => {
    const [name = '', token = ''] = cookie.trim().split('=')
    return name.startsWith(cookiePrefix) && /^[\w-]{43}$/.test(token) ? [{ name, token }] : []
  })

/** Signs of all devices in a Cookie header, whoever they belong to. */
export const readSigns = (cookies: string | undefined) => readAll(cookies).map(({ token }) => cookieSign(token))

/** A Set-Cookie header. It opens nothing: who has the cookie is only not told about. */
const deviceCookie = (userId: string, token: string, { isSecure }: { isSecure: boolean }) =>
  [
    `${cookieName(userId)}=${token}`,
    'Path=/api/auth',
    `Max-Age=${limits.knownDevices.maxAgeMs / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')

export interface SignIn {
  means: SignInMeans
  /** The moment of the sign-in, not after its passkey was used. */
  at: number
}

/**
 * Part of each sign-in, with the account locked. A device is known by its cookie or, for programs and browsers that keep
 * none, by its network and kind (docs/decisions/054-new-devices.md). The person is mailed about an unknown one, unless it
 * is the account's first. Returns since when the device is known, and its cookie for the answer.
 */
export async function recognizeDevice(
  services: Services,
  tx: Db,
  user: { id: string },
  client: ClientInfo,
  { means, at }: SignIn,
) {
  const { settings } = services
  const device = deviceOf(client.agent)
  const placeSign = hashSign('place', networkOf(client.address), device ?? '')
  const sent = readAll(client.cookies).find(({ name }) => name === cookieName(user.id))?.token
  const seen = await listDevices(tx, user.id)
  const oldest = at - limits.knownDevices.maxAgeMs
  const known = new Map(
    seen.filter(({ last_seen_at }) => last_seen_at > oldest).map((sign) => [sign.sign_hash, sign.created_at]),
  )
  const token = sent !== undefined && known.has(cookieSign(sent)) ? sent : randomBytes(32).toString('base64url')
  const signs = [cookieSign(token), placeSign]
  const since = Math.min(at, ...signs.map((sign) => known.get(sign) ?? at))
  const isKnown = signs.some((sign) => known.has(sign))
  // before the signs are stored: a forgotten one begins again
  await deleteOldDevices(tx, user.id, at)
  await upsertDevices(tx, user.id, signs, at)
  await deleteExcessDevices(tx, user.id)
  if (!isKnown && seen.length > 0 && settings.sendsMail) {
    await openAlarm(services, tx, user.id, at)
    await mailNewDevice(services, tx, user, { at, means, device, address: client.address })
  }
  return { since, cookie: deviceCookie(user.id, token, { isSecure: settings.publicUrl.startsWith('https:') }) }
}
