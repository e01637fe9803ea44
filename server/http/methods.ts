import type { FastifyInstance } from 'fastify'
import { Refusal } from './fail.ts'

const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Answers 405 with Allow for the methods that an address of the API doesn't have. Call it after all rows are bound. */
export function refuseOtherMethods(app: FastifyInstance, rows: { method: string; path: string; hasEffect?: true }[]) {
  for (const path of new Set(rows.map((row) => row.path))) {
    const here = rows.filter((row) => row.path === path)
    const allowed = here.map((row) => row.method)
    if (here.some(({ method, hasEffect }) => method === 'GET' && !hasEffect)) allowed.push('HEAD')
    app.route({
      method: known.filter((method) => !allowed.includes(method)),
      url: `/api${path}`,
      exposeHeadRoute: false,
      // before a body is read, whatever it is
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => {},
    })
  }
}
