import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changeDevice, readDevices, removeDevice, subscribe, testDevice } from './rules.ts'

export function pushRoutes(serve: Serve, services: Services, budgets: Budgets) {
  const { push } = api
  serve(push.key, () => ({ key: services.pushKeys.publicKey }))
  serve(push.list, ({ user }) => readDevices(services, user))
  serve(push.subscribe, ({ user, body }) => subscribe(services, user, body))
  serve(push.update, ({ user, params, body }) => changeDevice(services, user, params.id, body.hides_content))
  serve(push.remove, ({ user, params }) => removeDevice(services, user, params.id))
  serve(push.test, ({ user, params }) => {
    budgets.takePushTest(user.id)
    return testDevice(services, user, params.id)
  })
}
