import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { api } from '../../../contract/index.ts'
import type { Throttle } from '../../auth/sign-in-limit.ts'
import type { CutWithSession } from '../../files/running-downloads.ts'
import type { Serve } from '../../http/serve.ts'
import { createSerialQueueByKey } from '../../lib/queue.ts'
import { streamZip } from '../../lib/zip.ts'
import type { Services } from '../../services.ts'
import { openMarkdown } from '../markdown.ts'
import { zipName } from './layout.ts'
import { beginExport, createExport } from './rules.ts'
import { writeOwn } from './write.ts'

export function accountExportRoutes(
  app: FastifyInstance,
  serve: Serve,
  services: Services,
  { throttle, cutWithSession }: { throttle: Throttle; cutWithSession: CutWithSession },
) {
  serve(api.accountExport.create, ({ user, body }) => createExport(services, throttle, user, body))
  const markdown = openMarkdown()
  const enqueueFor = createSerialQueueByKey()
  app.addHook('onClose', () => markdown.close())
  app.route({
    method: 'GET',
    url: `/api${api.accountExport.content.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const layout = await beginExport(
        services,
        enqueueFor,
        request.params as { id: string; signature: string },
        request.clientAddress,
      )
      cutWithSession(reply, layout.user.session_id)
      return reply
        .type('application/zip')
        .header('content-disposition', disposition(zipName(layout)))
        .send(streamZip((add) => writeOwn(services, markdown, layout, add)))
    },
  })
}
