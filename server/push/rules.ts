import { limits } from '../../contract/limits.ts'
import type { NewPushDevice, PushDevice } from '../../contract/notices/push.ts'
import { pages } from '../../contract/pages.ts'
import { deviceOf } from '../accounts/device.ts'
import { isBrokenReference, isTaken } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { isPoint } from './crypto.ts'
import {
  type DeviceRow,
  deleteSubscription,
  deleteSubscriptionOfSession,
  findByEndpoint,
  findHidesPushes,
  insertSubscription,
  listDevices,
  listSubscriptionsByUse,
  setHidesPushes,
  updateSubscription,
} from './queries.ts'
import { queueForDevices } from './queue.ts'

const serializeDevice = (user: SignedIn, row: DeviceRow): PushDevice => ({
  ...row,
  device: deviceOf(row.agent),
  created_at: toIso(row.created_at),
  pushed_at: row.pushed_at === null ? null : toIso(row.pushed_at),
  hides_content: row.hides_content === 1,
  is_current: row.session_id === user.session_id,
})

export const readDevices = async ({ db, now }: Services, user: SignedIn) =>
  (await listDevices(db, user.id, now())).map((row) => serializeDevice(user, row))

const requireDevice = async ({ now }: Services, tx: Db, user: SignedIn, id: string) =>
  (await listDevices(tx, user.id, now())).find((device) => device.id === id) ?? fail('not_found')

function refuseOvertaken(error: unknown): never {
  if (isTaken(error, 'endpoint')) fail('conflict')
  // the session has ended
  if (isBrokenReference(error)) fail('unauthenticated')
  throw error
}

/**
 * Sends push messages to the browser of this session. The browser has one subscription: whoever had it before, somebody
 * else at this browser or an earlier session, has it no more.
 */
export function subscribe(services: Services, user: SignedIn, { endpoint, keys: { p256dh, auth } }: NewPushDevice) {
  const { newId, now, outbound } = services
  if (!isPoint(p256dh)) failField('keys', 'La suscripción del navegador no se entiende')
  if (!outbound.mayPost(endpoint))
    failField(
      'endpoint',
      'Este servidor no puede avisar a este navegador: no le está permitido preguntar a su servicio',
    )
  return transaction(services.db, async (tx) => {
    const { session_id } = user
    const known = await findByEndpoint(tx, endpoint)
    const isOwn = known?.user_id === user.id
    const id = isOwn ? known.id : newId()
    await deleteSubscriptionOfSession(tx, session_id, id)
    if (isOwn) await updateSubscription(tx, id, { session_id, p256dh, auth })
    else {
      if (known) await deleteSubscription(tx, known.id)
      await insertSubscription(tx, {
        id,
        session_id,
        endpoint,
        service: new URL(endpoint).origin,
        p256dh,
        auth,
        hides_content: await findHidesPushes(tx, user.id),
        created_at: now(),
        pushed_at: null,
      })
    }
    const others = (await listSubscriptionsByUse(tx, user.id)).filter((device) => device.id !== id)
    for (const device of others.slice(limits.push.maxDevices - 1)) await deleteSubscription(tx, device.id)
    return serializeDevice(user, await requireDevice(services, tx, user, id))
  }).catch(refuseOvertaken)
}

export const changeDevice = (services: Services, user: SignedIn, id: string, hidesContent: boolean) =>
  transaction(services.db, async (tx) => {
    const device = await requireDevice(services, tx, user, id)
    const hides_content = hidesContent ? 1 : 0
    await updateSubscription(tx, device.id, { hides_content })
    await setHidesPushes(tx, user.id, hides_content)
    return serializeDevice(user, { ...device, hides_content })
  })

export const removeDevice = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    const device = await requireDevice(services, tx, user, id)
    await deleteSubscription(tx, device.id)
  })

export const testDevice = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    const device = await requireDevice(services, tx, user, id)
    await queueForDevices(services, tx, [device.id], {
      thread: 'test',
      title: 'Alejandría',
      body: 'Esto es una prueba: los avisos llegan a este dispositivo.',
      path: pages.account.path,
      urgency: 'high',
    })
  })
