import { isEmoji } from '../../contract/content/reactions.ts'
import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import type { Serve, SignedIn } from '../http/serve.ts'
import type { Services } from '../services.ts'
import type { Target } from './queries.ts'
import { addReaction, readNamedReactions, removeReaction } from './rules.ts'

export function reactionRoutes(serve: Serve, services: Services, budgets: Budgets) {
  /** All open pages of the chat get a change of a message. */
  const takeFromChat = (user: SignedIn, { kind }: Target) => kind === 'message' && budgets.takeMessage(user.id)
  // not in the first request
  isEmoji('')
  serve(api.reactions.read, ({ user, params, query }) => readNamedReactions(services, user, params, query))
  serve(api.reactions.add, ({ user, params, body }) => {
    takeFromChat(user, params)
    return addReaction(services, user, params, body.emoji)
  })
  serve(api.reactions.remove, ({ user, params, body }) => {
    takeFromChat(user, params)
    return removeReaction(services, user, params, body.emoji)
  })
}
