import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { readLink } from '../links/rules.ts'
import { disownSignIn } from './alarm.ts'

export function deviceRoutes(serve: Serve, services: Services) {
  serve(api.devices.readAlarm, async ({ body }) => {
    const { name, expires_at } = await readLink(services, services.db, 'alarm', body.token)
    return { name, expires_at: toIso(expires_at) }
  })
  serve(api.devices.disown, ({ body, address }) => disownSignIn(services, body, address))
}
