import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findTargets, postsLinkingTo, postsUsing } from './rules.ts'

export function linkRoutes(serve: Serve, services: Services) {
  serve(api.links.find, async ({ user, body }) => findTargets(services, user, body))
  serve(api.posts.linkedFrom, ({ user, params }) => postsLinkingTo(services, user, params.id))
  serve(api.files.usedIn, ({ user, params }) => postsUsing(services, user, params.id))
}
