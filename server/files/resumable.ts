// Uploads that go on where they were cut off (tus 1.0). Their ids are those of the files they become, so that somebody
// who lost the last answer still finds the file.
import { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ErrorCode } from '../../contract/errors.ts'
import { Id } from '../../contract/fields.ts'
import { type ArchiveFile, FileDetails, resumableUploads } from '../../contract/files.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isActiveCategory } from '../categories/queries.ts'
import { fail, failField, Refusal } from '../http/fail.ts'
import { parse } from '../http/parse.ts'
import type { Guard } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countUploads, deleteUpload, findFileRow, findUpload, insertUpload, touchUpload } from './queries.ts'
import { refuseTooLarge } from './receive.ts'
import { checkCategory, keepFile, readFile } from './rules.ts'

/** Uploads that a person may have on the way; what is given up by closing a tab lies there for a day. */
const mostUploads = 100
const path = `/api${resumableUploads}`

/** What has arrived: the bytes of each upload lie in the folder `incoming`, what is known of it in the database. */
class Arriving extends DataStore {
  readonly #services: Services

  constructor(services: Services) {
    super()
    this.extensions = ['creation', 'termination']
    this.#services = services
  }

  override async create(upload: Upload) {
    await this.#services.incoming.receive(upload.id, Readable.from([]))
    return upload
  }

  override async write(stream: Readable, id: string, offset: number) {
    if (!(await findUpload(this.#services.db, id))) fail('not_found')
    const { db, incoming, now } = this.#services
    await incoming.receive(id, stream, { start: offset, isDurable: true }).finally(() => touchUpload(db, id, now()))
    return (await incoming.sizeOf(id)) ?? fail('not_found')
  }

  /** Also one that has become a file: whoever lost the answer learns that all of it is there. */
  override async getUpload(id: string) {
    const { db, incoming } = this.#services
    const file = await findFileRow(db, id)
    if (file) return new Upload({ id, size: Number(file.file_size), offset: Number(file.file_size) })
    const upload = (await findUpload(db, id)) ?? fail('not_found')
    const offset = (await incoming.sizeOf(id)) ?? fail('not_found')
    return new Upload({ id, size: Number(upload.file_size), offset })
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

/** A problem of the protocol as one of ours; what we threw ourselves stays as it is. */
const problemOf = (error: Error | { status_code: number; body: string }) =>
  'status_code' in error ? new Refusal(codes[error.status_code] ?? 'unreadable') : error

/** What a browser says of a file before its bytes. */
function readMetadata(metadata: Upload['metadata']) {
  const { filename, filetype, description, category_id } = metadata ?? {}
  const details = parse(FileDetails, { description, category_id })
  return { name: filename ?? '', declared_type: filetype ?? '', details }
}

/** Binds the addresses of resumable uploads: `POST` makes one, `HEAD` asks how far it is, `PATCH` goes on, `DELETE` ends it. */
export function resumableRoutes(app: FastifyInstance, services: Services, guard: Guard) {
  const { db, incoming, newId, now, settings } = services
  const people = new WeakMap<Request, SignedIn>()
  const troubles = new WeakMap<Request, Error>()

  async function noteUpload(user: SignedIn, { id, size = 0, metadata }: Upload) {
    const { name, declared_type, details } = readMetadata(metadata)
    if (size === 0) failField('file', 'El archivo está vacío')
    if (size > settings.maxUpload) refuseTooLarge(services)
    await checkCategory(db, details)
    if ((await countUploads(db, user.id)) >= mostUploads)
      fail('too_often', {
        detail: 'Tienes demasiadas subidas a medias. Termina o cancela alguna.',
        retryAfter: 60,
      })
    await incoming.expect(size)
    await insertUpload(db, {
      id,
      uploader_id: user.id,
      name: [...name].slice(0, 2000).join('').replaceAll('\0', '').toWellFormed(),
      declared_type,
      description: details.description ?? null,
      category_id: details.category_id ?? null,
      file_size: size,
      moved_at: now(),
    })
  }

  const tus = new Server({
    path,
    datastore: new Arriving(services),
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    namingFunction: newId,
    onUploadCreate: async (request, upload) => {
      await noteUpload(people.get(request as unknown as Request) ?? fail('unauthenticated'), upload)
      return {}
    },
    onResponseError: (request, error) => {
      troubles.set(request as unknown as Request, problemOf(error))
      return { status_code: 500, body: '' }
    },
  })

  const finishing = new Map<string, Promise<ArchiveFile>>()

  async function finishNow(user: SignedIn, id: string): Promise<ArchiveFile> {
    const upload = await findUpload(db, id)
    if (!upload) return readFile(services, user, id)
    const { name, declared_type: declaredType, description } = upload
    // a category that has gone since the upload began takes nothing along
    const category_id =
      upload.category_id && (await isActiveCategory(db, upload.category_id)) ? upload.category_id : null
    const arrived = { id, incomingName: id, name, declaredType, size: Number(upload.file_size) }
    const file = await keepFile(services, user, arrived, { description, category_id }).catch(async (error) => {
      // a disk that failed to write may claim the second time that it did: what lies there is not to be trusted
      if ((error as { code?: string }).code === 'EIO') await tus.datastore.remove(id)
      throw error
    })
    await deleteUpload(db, id)
    await incoming.remove(id)
    return file
  }

  /** Makes an upload that has arrived whole a file; somebody who asks twice gets the same one. */
  function finish(user: SignedIn, id: string) {
    const found = finishing.get(id)
    if (found) return found
    const finished = finishNow(user, id).finally(() => finishing.delete(id))
    finishing.set(id, finished)
    return finished
  }

  /** Somebody else's upload isn't there. */
  async function findOwn(user: SignedIn, id: string) {
    const found = (await findUpload(db, id)) ?? (await findFileRow(db, id))
    if (found?.uploader_id !== user.id) fail('not_found')
  }

  const isWhole = async (id: string) =>
    (await incoming.sizeOf(id)) === Number((await findUpload(db, id))?.file_size ?? Number.NaN)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const user = request.user ?? fail('unauthenticated')
    const { id } = request.params as { id?: string }
    if (id !== undefined && !z.safeParse(Id, id).success) fail('not_found')
    if (id !== undefined) await findOwn(user, id)
    // what has arrived whole is being kept at this moment: nothing else is true until that is done
    if (id !== undefined) await finishing.get(id)?.catch(() => {})
    // the address is made anew: tus would look for the id in a query as well
    const asked = new Request(new URL(id === undefined ? path : `${path}/${id}`, 'http://localhost'), {
      method: request.method,
      headers: request.headers as Record<string, string>,
      ...(request.method === 'PATCH' ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
    })
    people.set(asked, user)
    const response = await tus.handleWeb(asked)
    const trouble = troubles.get(asked)
    if (trouble) throw trouble
    if (response.status >= 400) fail('unreadable')
    for (const [name, value] of response.headers)
      if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
    if (id !== undefined && request.method !== 'DELETE' && (await isWhole(id))) {
      // hashing and storing take their time, in which nothing moves on this line
      request.raw.socket.setTimeout(0)
      const file = await finish(user, id)
      if (request.method === 'PATCH') return reply.code(200).send(file)
    }
    return reply.code(response.status).send(null)
  }

  app.register((scope, _options, done) => {
    // the bytes are read as they come
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _bytes, parsed) => parsed(null))
    const options = { config: { mayTakeLong: true }, onRequest: guard('member'), handler: answer }
    scope.route({ ...options, method: 'POST', url: path })
    scope.route({ ...options, method: ['HEAD', 'PATCH', 'DELETE'], url: `${path}/:id` })
    done()
  })
}

/** For the answers 405 of these addresses. */
export const resumableRows = [
  { method: 'POST', path: resumableUploads },
  ...['HEAD', 'PATCH', 'DELETE'].map((method) => ({ method, path: `${resumableUploads}/:id` })),
]
