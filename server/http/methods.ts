import type { FastifyInstance } from 'fastify'
import { Refusal } from './fail.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Answers 405 with Allow for other methods of the API's addresses. Call it after all rows are bound. */
export function refuseOtherMethods(app: FastifyInstance, rows: { method: string; path: string; hasEffect?: true }[]) {
  for (const path of new Set(rows.map((row) => row.path))) {
    const rowsOfPath = rows.filter((row) => row.path === path)
    const allowed = rowsOfPath.map((row) => row.method)
    if (rowsOfPath.some(({ method, hasEffect }) => method === 'GET' && !hasEffect)) allowed.push('HEAD')
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method)),
      url: `/api${path}`,
      exposeHeadRoute: false,
      // before any body is read
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => {},
    })
  }
}
