import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notifications } from '../../contract/notifications.ts'
import { allowPage } from '../http/headers.ts'
import { findPreferences, setPreferences } from '../notifications/queries.ts'
import { toColumns } from '../notifications/wire.ts'
import type { Services } from '../services.ts'
import { type State, unsubscribePage } from './unsubscribe-page.ts'
import { readToken } from './unsubscribe-token.ts'

/** The most bytes of a form that says yes or undo. */
const formLimit = 4096

const isUndo = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') &&
  new URLSearchParams(String(request.body ?? '')).get('undo') === '1'

/**
 * Binds the addresses in mails by which one turns off a kind of them: the address itself is the permission, as mail
 * programs call it without a session (RFC 8058). Only a POST changes something: links are opened by many a program.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, unsubscribeKey }: Services) {
  const read = (request: FastifyRequest) => readToken(unsubscribeKey, (request.params as { token: string }).token)

  function show(reply: FastifyReply, state: State, preference?: Parameters<typeof unsubscribePage>[1]) {
    const page = unsubscribePage(state, preference, allowPage(reply))
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(page)
  }

  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // whatever it is: RFC 8058 lets mail programs send either kind of form
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.route({
      method: ['GET', 'HEAD'],
      url: `/api${notifications.unsubscribePage.path}`,
      handler: async (request, reply) => {
        const said = read(request)
        return said && (await findPreferences(db, said.userId))
          ? show(reply, 'asked', said.preference)
          : show(reply, 'unknown')
      },
    })
    scope.route({
      method: 'POST',
      url: `/api${notifications.unsubscribe.path}`,
      handler: async (request, reply) => {
        const said = read(request)
        const wanted = isUndo(request) ?? false
        return said && (await setPreferences(db, [said.userId], toColumns({ [said.preference]: wanted }))) > 0
          ? show(reply, wanted ? 'on' : 'off', said.preference)
          : show(reply, 'unknown')
      },
    })
    done()
  })
}
