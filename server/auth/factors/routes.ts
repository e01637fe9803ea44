import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { Throttle } from '../throttle.ts'
import { addTotp, readFactors, removeTotp, renewCodes, takeFactors } from './rules.ts'
import { beginSetup } from './totp.ts'

export function factorRoutes(serve: Serve, services: Services, throttle: Throttle) {
  serve(api.factors.read, ({ user }) => readFactors(services, user))
  serve(api.factors.renewCodes, ({ user, body }) => renewCodes(services, throttle, user, body))
  serve(api.factors.beginTotp, ({ user }) => beginSetup(services, user))
  serve(api.factors.addTotp, ({ user, body }) => addTotp(services, throttle, user, body))
  serve(api.factors.removeTotp, ({ user, body }) => removeTotp(services, throttle, user, body))
  serve(api.factors.takeAway, ({ user, params }) => takeFactors(services, user, params.id))
}
