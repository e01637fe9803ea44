import { isEmoji } from '../../contract/content/reactions.ts'
import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { addReaction, readNamedReactions, removeReaction } from './rules.ts'

export function reactionRoutes(serve: Serve, services: Services) {
  // not in the first request
  isEmoji('')
  serve(api.reactions.read, ({ user, params }) => readNamedReactions(services, user, params))
  serve(api.reactions.add, ({ user, params, body }) => addReaction(services, user, params, body.emoji))
  serve(api.reactions.remove, ({ user, params, body }) => removeReaction(services, user, params, body.emoji))
}
