// Resumable uploads (tus 1.0). An upload's id becomes the file's, so that a client that lost the last response still
// finds the file.
import { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ErrorCode } from '../../contract/errors.ts'
import { Id } from '../../contract/fields.ts'
import { ArchiveFile, FileDetails, resumableUploads } from '../../contract/files.ts'
import { activeCategoryOrNull, requireActiveCategory } from '../categories/rules.ts'
import { transaction } from '../db/transaction.ts'
import { fail, Refusal } from '../http/fail.ts'
import { createSerializer } from '../http/reply.ts'
import { type Guard, parse, type SignedIn } from '../http/serve.ts'
import { createSharedTasks } from '../lib/queue.ts'
import type { Services } from '../services.ts'
import { countUploads, deleteUpload, findFileRow, findUpload, insertUpload, touchUpload } from './queries.ts'
import { readFile, refuseEmpty, refuseTooLarge, requireQuota, saveFile } from './rules.ts'

/** Unfinished uploads per user. Abandoned ones are deleted after a day. */
const maxUploads = 100
const path = `/api${resumableUploads}`
/** Only the fields of a file's row go out here too. */
const serialize = createSerializer(ArchiveFile)

/** Store with bytes in the folder `incoming` and everything else in the database. */
class TusStore extends DataStore {
  readonly #services: Services

  constructor(services: Services) {
    super()
    this.extensions = ['creation', 'termination']
    this.#services = services
  }

  override async create(upload: Upload) {
    await this.#services.incoming.receive(upload.id, Readable.from([]), { length: 0 })
    return upload
  }

  override async write(stream: Readable, id: string, offset: number) {
    const { db, incoming, now } = this.#services
    const { file_size } = (await findUpload(db, id)) ?? fail('not_found')
    await incoming
      .receive(id, stream, { start: offset, length: file_size - offset, isDurable: true })
      .finally(() => touchUpload(db, id, now()))
    return (await incoming.sizeOf(id)) ?? fail('not_found')
  }

  /** Includes finished uploads: a client that lost the last response learns that all bytes arrived. */
  override async getUpload(id: string) {
    const { db, incoming } = this.#services
    const file = await findFileRow(db, id)
    if (file) return new Upload({ id, size: file.file_size, offset: file.file_size })
    const upload = (await findUpload(db, id)) ?? fail('not_found')
    const offset = (await incoming.sizeOf(id)) ?? fail('not_found')
    return new Upload({ id, size: upload.file_size, offset })
  }

  override async remove(id: string) {
    await deleteUpload(this.#services.db, id)
    await this.#services.incoming.remove(id)
  }
}

const codes: Record<number, ErrorCode> = {
  403: 'not_allowed',
  404: 'not_found',
  409: 'upload_out_of_step',
  410: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  500: 'internal',
}

/** Refusals of a complete upload: there is nothing to be resumed. */
const finalRefusals = new Set<ErrorCode>(['infected_file', 'too_large'])

/** Maps errors of the protocol; our own refusals stay unchanged. */
const toRefusal = (error: Error | { status_code: number; body: string }) =>
  'status_code' in error ? new Refusal(codes[error.status_code] ?? 'unreadable') : error

function readMetadata(metadata: Upload['metadata']) {
  const { filename, filetype, description, category_id } = metadata ?? {}
  const details = parse(FileDetails, { description, category_id })
  return { name: filename ?? '', declared_type: filetype ?? '', details }
}

/** Routes of resumable uploads: `POST` creates, `HEAD` returns the offset, `PATCH` continues, `DELETE` cancels. */
export function resumableRoutes(app: FastifyInstance, services: Services, guard: Guard) {
  const { db, disk, incoming, newId, now, settings } = services
  const users = new WeakMap<Request, SignedIn>()
  const errors = new WeakMap<Request, Error>()

  async function registerUpload(user: SignedIn, { id, size = 0, metadata }: Upload) {
    const { name, declared_type, details } = readMetadata(metadata)
    if (size === 0) refuseEmpty()
    if (size > settings.maxUploadBytes) refuseTooLarge(services)
    await requireActiveCategory(db, details.category_id)
    if ((await countUploads(db, user.id)) >= maxUploads)
      fail('too_often', {
        detail: 'Tienes demasiadas subidas a medias. Termina o cancela alguna.',
        retryAfterSeconds: 60,
      })
    const reservation = await disk.reserve(size)
    reservation.release()
    await transaction(db, async (tx) => {
      await requireQuota(services, tx, user, size)
      await insertUpload(tx, {
        id,
        uploader_id: user.id,
        name: [...name].slice(0, 2000).join('').replaceAll('\0', '').toWellFormed(),
        declared_type,
        description: details.description ?? null,
        category_id: details.category_id ?? null,
        file_size: size,
        updated_at: now(),
      })
    })
  }

  const tus = new Server({
    path,
    datastore: new TusStore(services),
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    namingFunction: newId,
    onUploadCreate: async (request, upload) => {
      await registerUpload(users.get(request as unknown as Request) ?? fail('unauthenticated'), upload)
      return {}
    },
    onResponseError: (request, error) => {
      errors.set(request as unknown as Request, toRefusal(error))
      return { status_code: 500, body: '' }
    },
  })

  const finishing = createSharedTasks<ArchiveFile>()

  async function finish(user: SignedIn, id: string): Promise<ArchiveFile> {
    const upload = await findUpload(db, id)
    // the process may have been killed right after it saved the file
    if (!upload || (await findFileRow(db, id))) {
      await tus.datastore.remove(id)
      return readFile(services, user, id)
    }
    const { name, declared_type: declaredType, description } = upload
    // the category may have been deleted since the upload began
    const category_id = await activeCategoryOrNull(db, upload.category_id)
    const arrived = { id, name, declaredType, size: upload.file_size }
    const file = await saveFile(services, user, arrived, { description, category_id }).catch(async (error) => {
      // after a failed write a second fsync may succeed although bytes are lost: the stored bytes can't be trusted
      const isLost = (error as { code?: string }).code === 'EIO'
      if (isLost || (error instanceof Refusal && finalRefusals.has(error.code))) await tus.datastore.remove(id)
      throw error
    })
    await tus.datastore.remove(id)
    return file
  }

  /** 404 for uploads of other users. */
  async function findOwn(user: SignedIn, id: string) {
    const found = (await findUpload(db, id)) ?? (await findFileRow(db, id))
    if (found?.uploader_id !== user.id) fail('not_found')
  }

  async function isComplete(id: string) {
    const upload = await findUpload(db, id)
    return upload !== undefined && (await incoming.sizeOf(id)) === upload.file_size
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const user = request.user ?? fail('unauthenticated')
    const { id } = request.params as { id?: string }
    if (id !== undefined && !z.safeParse(Id, id).success) fail('not_found')
    if (id !== undefined) await findOwn(user, id)
    // a complete upload may be turning into a file: its state is known after that
    if (id !== undefined) await finishing.find(id)?.catch(() => {})
    // without the query, where tus would also look for an id
    const tusRequest = new Request(new URL(id === undefined ? path : `${path}/${id}`, 'http://localhost'), {
      method: request.method,
      headers: request.headers as Record<string, string>,
      ...(request.method === 'PATCH' ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
    })
    users.set(tusRequest, user)
    const response = await tus.handleWeb(tusRequest)
    const error = errors.get(tusRequest)
    if (error) throw error
    if (response.status >= 400) fail('unreadable')
    for (const [name, value] of response.headers)
      if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
    if (id !== undefined && request.method !== 'DELETE' && (await isComplete(id))) {
      // hashing and storing may take long, without traffic on the connection
      request.raw.socket.setTimeout(0)
      const file = await finishing.run(id, () => finish(user, id))
      if (request.method === 'PATCH') return reply.type('application/json; charset=utf-8').send(serialize(file))
    }
    return reply.code(response.status).send(null)
  }

  app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _bytes, parsed) => parsed(null))
    const options = { config: { isUpload: true }, onRequest: guard('member'), handler: answer }
    scope.route({ ...options, method: 'POST', url: path })
    scope.route({ ...options, method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:id` })
    done()
  })
}

/** For the 405 responses of these paths. */
export const resumableRows = [
  { method: 'POST', path: resumableUploads },
  ...['HEAD', 'PATCH', 'DELETE'].map((method) => ({ method, path: `${resumableUploads}/:id` })),
]
