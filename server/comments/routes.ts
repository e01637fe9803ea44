import { api } from '../../contract/index.ts'
import type { Budgets } from '../http/budgets.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createComment, deleteComment, readComments, updateComment } from './rules.ts'

export function commentRoutes(serve: Serve, services: Services, budgets: Budgets) {
  serve(api.comments.list, ({ user, params, query: { limit, cursor } }) =>
    readComments(services, user, params.id, { limit, after: readCursor(IdCursor, cursor) }),
  )
  serve(api.comments.create, ({ user, params, body }) => {
    budgets.takeNames(user.id, body.content)
    return createComment(services, user, params.id, body)
  })
  serve(api.comments.update, ({ user, params, body, ifMatch }) => {
    budgets.takeNames(user.id, body.content)
    return updateComment(services, user, params.id, body.content, ifMatch)
  })
  serve(api.comments.remove, ({ user, params }) => deleteComment(services, user, params.id))
}
