import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changeDevice, createDeviceTest, readDevices, removeDevice, subscribe } from './rules.ts'

export function pushRoutes(serve: Serve, services: Services) {
  const { push } = api
  const testDevice = createDeviceTest(services)
  serve(push.key, () => ({ key: services.pushKeys.publicKey }))
  serve(push.list, ({ user }) => readDevices(services, user))
  serve(push.subscribe, ({ user, body }) => subscribe(services, user, body))
  serve(push.update, ({ user, params, body }) => changeDevice(services, user, params.id, body.hides_content))
  serve(push.remove, ({ user, params }) => removeDevice(services, user, params.id))
  serve(push.test, ({ user, params }) => testDevice(user, params.id))
}
