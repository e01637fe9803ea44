import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import type { Services } from '../../services.ts'
import { acceptLink, createLinkFor, type OnAcceptance, readLink, requestLink } from './rules.ts'

interface Options {
  /** Runs in the transaction in which somebody accepts the invitation. */
  onAcceptance: OnAcceptance
  answerAfterMs?: number | undefined
}

export function passwordLinkRoutes(serve: Serve, services: Services, { onAcceptance, answerAfterMs = 400 }: Options) {
  const { db } = services
  serve(api.invitations.read, async ({ body }) => {
    const { name, made_by, expires_at } = await readLink(services, db, 'invitation', body.token)
    return { name, invited_by: made_by, expires_at: toIso(expires_at) }
  })
  serve(api.invitations.accept, ({ body, client }) => acceptLink(services, 'invitation', body, client, onAcceptance))

  serve(api.passwordLinks.request, ({ body, address }) => requestLink(services, body.name, address, answerAfterMs))
  serve(api.passwordLinks.createFor, ({ user, params }) => createLinkFor(services, user, params.id))
  serve(api.passwordLinks.read, async ({ body }) => {
    const { name, expires_at } = await readLink(services, db, 'reset', body.token)
    return { name, expires_at: toIso(expires_at) }
  })
  serve(api.passwordLinks.accept, ({ body, client }) => acceptLink(services, 'reset', body, client))
}
