import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mail } from '../../../contract/mail.ts'
import type { Budgets } from '../../http/budgets.ts'
import { allowPage } from '../../http/headers.ts'
import { networkOf } from '../../lib/network.ts'
import { findPreferences, setPreferences } from '../../preferences/queries.ts'
import type { Services } from '../../services.ts'
import { type PageState, renderPage } from './page.ts'
import { readToken, type UnsubscribeToken } from './token.ts'

const maxFormBytes = 4096

const isUndo = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  new URLSearchParams(String(request.body ?? '')).get('undo') === '1'

/**
 * Binds the unsubscribe links. The token is the permission, as mail programs call them without a session (RFC 8058).
 * Only POST has an effect: many programs open the links of a mail by themselves.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, unsubscribeKey }: Services, budgets: Budgets) {
  /** Undefined if this server didn't sign it; 429 before the database is asked too often about good ones. */
  function tokenOf(request: FastifyRequest) {
    const token = readToken(unsubscribeKey, (request.params as { token: string }).token)
    if (token) budgets.takeUnsubscribing(networkOf(request.clientAddress))
    return token
  }

  /** False if there is no such account. A repetition writes nothing: mail programs may send the request twice. */
  async function turn({ userId, preference }: UnsubscribeToken, isOn: boolean) {
    const preferences = await findPreferences(db, userId)
    if (!preferences || Boolean(preferences[preference]) === isOn) return preferences !== undefined
    return (await setPreferences(db, [userId], { [preference]: isOn ? 1 : 0 })) > 0
  }

  /** Handler of a link; `stateAfter` returns undefined if there is no such account. */
  const handle =
    (stateAfter: (token: UnsubscribeToken, request: FastifyRequest) => Promise<PageState | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const token = tokenOf(request)
      const state = token && (await stateAfter(token, request))
      return reply
        .code(state ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(renderPage(state ?? 'unknown', state && token?.preference, allowPage(reply)))
    }

  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // any type: RFC 8058 allows mail programs both kinds of form
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.route({
      method: ['GET', 'HEAD'],
      url: `/api${mail.unsubscribePage.path}`,
      handler: handle(async ({ userId }) => ((await findPreferences(db, userId)) ? 'confirm' : undefined)),
    })
    scope.route({
      method: 'POST',
      url: `/api${mail.unsubscribe.path}`,
      handler: handle(async (token, request) => {
        const isOn = isUndo(request)
        if (!(await turn(token, isOn))) return undefined
        return isOn ? 'on' : 'off'
      }),
    })
    done()
  })
}
