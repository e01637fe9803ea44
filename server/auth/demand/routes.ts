import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { readDemand, setDemand } from './rules.ts'

export function demandRoutes(serve: Serve, services: Services) {
  serve(api.factorDemand.read, () => readDemand(services.db))
  serve(api.factorDemand.set, ({ user, body }) => setDemand(services, user, body))
}
