import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Guard, Serve } from '../http/serve.ts'
import { filesWith } from '../search/conditions.ts'
import type { Services } from '../services.ts'
import { contentRoute } from './content.ts'
import { receiveForm } from './form-upload.ts'
import { addLink } from './links.ts'
import { listFileSections, listFiles } from './queries.ts'
import { resumableRoutes } from './resumable-upload.ts'
import { deleteFile, readFile, serializeFile } from './rules.ts'
import type { CutWithSession } from './running-downloads.ts'

const ByUpload = z.tuple([z.int(), Id])

export function fileRoutes(
  app: FastifyInstance,
  serve: Serve,
  guard: Guard,
  services: Services,
  cutWithSession: CutWithSession,
) {
  const { db, readDb } = services
  serve(api.files.list, async ({ user, query: { limit, kind, q, category_id, cursor } }) => {
    const options = { limit, kind, search: filesWith(q), categoryId: category_id }
    const page = await listFiles(q ? readDb : db, { ...options, after: readCursor(ByUpload, cursor) })
    return mapPage(page, (row) => serializeFile(services, user, row))
  })
  serve(api.files.sections, () => listFileSections(db))
  serve(api.files.read, ({ user, params }) => readFile(services, user, params.id))
  serve(api.files.upload, ({ user, form }) => receiveForm(services, user, form))
  serve(api.files.addLink, ({ user, body }) => addLink(services, user, body))
  serve(api.files.remove, ({ user, params }) => deleteFile(services, user, params.id))
  contentRoute(app, services, cutWithSession)
  resumableRoutes(app, services, guard)
}
