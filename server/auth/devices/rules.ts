import { hash } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import { networkOf } from '../../lib/network.ts'
import { mailNewDevice } from '../../mail/security-mails.ts'
import type { Services } from '../../services.ts'
import { deviceOf } from '../device.ts'
import { openAlarm } from '../links/make.ts'
import type { ClientInfo } from '../signed-in.ts'
import { createDeviceToken, deviceCookie, readDeviceToken } from './cookie.ts'
import { deleteOldDevices, listDevices, upsertDevices } from './queries.ts'

const hashSign = (...parts: string[]) => hash('sha256', parts.join('\0'), 'base64url')
const cookieSign = (token: string) => hashSign('cookie', token)

/**
 * Part of each sign-in, with the account locked. A device is known by its cookie or, for programs and browsers that keep
 * none, by its network and kind (docs/decisions/054-new-devices.md). The person is mailed about an unknown one, unless it
 * is the account's first.
 */
export async function recognizeDevice(services: Services, tx: Db, user: { id: string }, client: ClientInfo) {
  const { now, settings } = services
  const device = deviceOf(client.agent)
  const placeSign = hashSign('place', networkOf(client.address), device ?? '')
  const sent = readDeviceToken(client.cookies, user.id)
  const seen = await listDevices(tx, user.id)
  const oldest = now() - limits.knownDevices.maxAgeMs
  const known = new Set(seen.filter(({ last_seen_at }) => last_seen_at > oldest).map(({ sign_hash }) => sign_hash))
  const token = sent !== undefined && known.has(cookieSign(sent)) ? sent : createDeviceToken()
  const isKnown = token === sent || known.has(placeSign)
  await upsertDevices(tx, user.id, [cookieSign(token), placeSign], now())
  await deleteOldDevices(tx, user.id, now())
  afterCommit(tx, () => {
    client.setCookie = deviceCookie(user.id, token, { isSecure: settings.publicUrl.startsWith('https:') })
  })
  if (isKnown || seen.length === 0 || !settings.sendsMail) return
  await openAlarm(services, tx, user.id)
  await mailNewDevice(services, tx, user, { at: now(), device, address: client.address })
}
