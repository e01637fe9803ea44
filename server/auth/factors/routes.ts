import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { addTotp, readFactors, removeTotp, renewCodes, takeFactors } from './rules.ts'
import { beginSetup } from './totp.ts'

export function factorRoutes(serve: Serve, services: Services) {
  serve(api.factors.read, ({ user }) => readFactors(services, user))
  serve(api.factors.renewCodes, ({ user }) => renewCodes(services, user))
  serve(api.factors.beginTotp, ({ user }) => beginSetup(services, user))
  serve(api.factors.addTotp, ({ user, body }) => addTotp(services, user, body))
  serve(api.factors.removeTotp, ({ user }) => removeTotp(services, user))
  serve(api.factors.takeAway, ({ user, params }) => takeFactors(services, user, params.id))
}
