import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { markSeen, readSections } from './rules.ts'

export function sectionRoutes(serve: Serve, services: Services) {
  serve(api.sections.list, ({ user }) => readSections(services.db, user.id))
  serve(api.sections.seen, ({ user, params, body }) => markSeen(services, user, params.section, Date.parse(body.until)))
}
