import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mail } from '../../../contract/mail.ts'
import type { PreferenceName } from '../../../contract/preferences.ts'
import { allowPage } from '../../http/headers.ts'
import { findPreferences, setPreferences } from '../../preferences/queries.ts'
import type { Services } from '../../services.ts'
import { type PageState, renderPage } from './page.ts'
import { readToken } from './token.ts'

const maxFormBytes = 4096

const isUndo = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  new URLSearchParams(String(request.body ?? '')).get('undo') === '1'

/**
 * Binds the unsubscribe links. The token is the permission, as mail programs call them without a session (RFC 8058).
 * Only POST has an effect: many programs open the links of a mail by themselves.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, unsubscribeKey }: Services) {
  const tokenOf = (request: FastifyRequest) => readToken(unsubscribeKey, (request.params as { token: string }).token)

  function sendPage(reply: FastifyReply, state: PageState, preference?: PreferenceName) {
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(renderPage(state, preference, allowPage(reply)))
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
      handler: async (request, reply) => {
        const token = tokenOf(request)
        return token && (await findPreferences(db, token.userId))
          ? sendPage(reply, 'confirm', token.preference)
          : sendPage(reply, 'unknown')
      },
    })
    scope.route({
      method: 'POST',
      url: `/api${mail.unsubscribe.path}`,
      handler: async (request, reply) => {
        const token = tokenOf(request)
        const isOn = isUndo(request)
        return token && (await setPreferences(db, [token.userId], { [token.preference]: isOn ? 1 : 0 })) > 0
          ? sendPage(reply, isOn ? 'on' : 'off', token.preference)
          : sendPage(reply, 'unknown')
      },
    })
    done()
  })
}
