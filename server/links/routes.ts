import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findTargets } from './rules.ts'

export function linkRoutes(serve: Serve, services: Services) {
  serve(api.links.find, async ({ user, body }) => findTargets(services, user, body))
}
