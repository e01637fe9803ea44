import * as z from 'zod/mini'
import { api } from '../../../contract/index.ts'
import { mapPage } from '../../db/page.ts'
import { readCursor } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { invite, renewInvitation, serializeInvitation, withdrawInvitation } from './invitations.ts'
import { inviteList } from './list.ts'
import { listInvited } from './queries.ts'
import { acceptLink, createLinkFor, readLink, requestLink } from './rules.ts'

const NameCursor = z.tuple([z.string()])

export function passwordLinkRoutes(serve: Serve, services: Services, answerAfterMs = 400) {
  const { db } = services
  serve(api.invitations.list, async ({ query: { limit, cursor } }) => {
    const [after] = readCursor(NameCursor, cursor) ?? []
    return mapPage(await listInvited(db, limit, after, services.now()), (row) => serializeInvitation(services, row))
  })
  serve(api.invitations.create, ({ user, body }) => invite(services, user, body))
  serve(api.invitations.createList, ({ user, body }) => inviteList(services, user, body))
  serve(api.invitations.renew, ({ user, params }) => renewInvitation(services, user, params.id))
  serve(api.invitations.withdraw, ({ user, params }) => withdrawInvitation(services, user, params.id))
  serve(api.invitations.read, async ({ body }) => {
    const { name, made_by, expires_at } = await readLink(services, db, 'invitation', body.token)
    return { name, invited_by: made_by, expires_at: toIso(expires_at) }
  })
  serve(api.invitations.accept, ({ body, client }) => acceptLink(services, 'invitation', body, client))

  serve(api.passwordLinks.request, ({ body, address }) => requestLink(services, body.name, address, answerAfterMs))
  serve(api.passwordLinks.createFor, ({ user, params }) => createLinkFor(services, user, params.id))
  serve(api.passwordLinks.read, async ({ body }) => {
    const { name, expires_at } = await readLink(services, db, 'reset', body.token)
    return { name, expires_at: toIso(expires_at) }
  })
  serve(api.passwordLinks.accept, ({ body, client }) => acceptLink(services, 'reset', body, client))
}
