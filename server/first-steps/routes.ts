import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readFirstSteps, setStepAside } from './rules.ts'

export function firstStepRoutes(serve: Serve, services: Services) {
  serve(api.firstSteps.read, ({ user }) => readFirstSteps(services, user))
  serve(api.firstSteps.setAside, ({ user, body }) => setStepAside(services, user, body))
}
