import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ArchiveFile, FileDetails } from '../../contract/files.ts'
import { isStorageFull } from '../db/errors.ts'
import { fail, failField, Refusal } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { type ReceivedFile, readQuotaLeft, refuseOverQuota, refuseTooLarge, saveFile } from './rules.ts'

/** Bytes of a form besides its file. */
const formOverhead = 64 * 1024
const maxFieldSize = 16 * 1024

/** False if the form itself is invalid. */
const isServerError = (error: unknown) =>
  error instanceof Refusal || (error as { syscall?: string }).syscall !== undefined

/** Bytes that may arrive, and the refusal of more. */
interface SizeLimit {
  maxBytes: number
  refuse(): never
}

/** The size limit of a file, or what is left of the person's quota. */
async function limitOf(services: Services, user: SignedIn): Promise<SizeLimit> {
  const { maxUploadBytes } = services.settings
  const left = await readQuotaLeft(services, services.db, user)
  return left < maxUploadBytes
    ? { maxBytes: Math.max(0, left), refuse: () => refuseOverQuota(services) }
    : { maxBytes: maxUploadBytes, refuse: () => refuseTooLarge(services) }
}

async function receivePart(
  { incoming }: Services,
  id: string,
  part: MultipartFile,
  { limit, length }: { limit: SizeLimit; length: number | undefined },
): Promise<ReceivedFile> {
  // a truncated file explains any other error of the form
  await incoming
    .receive(id, part.file, { length })
    .catch((error) => (part.file.truncated ? limit.refuse() : Promise.reject(error)))
  if (part.file.truncated) limit.refuse()
  // browsers encode quotes in names
  const name = (part.filename ?? '').replaceAll('%22', '"')
  return { id, name, declaredType: part.mimetype, size: part.file.bytesRead }
}

function readValue({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue) {
  if (fieldnameTruncated || valueTruncated) failField(fieldname, 'Es demasiado largo')
  // forms encode line ends as CRLF
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value
}

async function readForm(
  services: Services,
  id: string,
  request: FastifyRequest,
  expected: { limit: SizeLimit; length: number | undefined },
) {
  const limits = {
    fileSize: expected.limit.maxBytes,
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize: maxFieldSize,
    fieldNameSize: 100,
    headerPairs: 20,
  }
  const fields: Record<string, unknown> = {}
  let received: ReceivedFile | undefined
  for await (const part of request.parts({ limits, preservePath: true }))
    if (part.type === 'field') fields[part.fieldname] = readValue(part)
    else if (part.fieldname === 'file') received = await receivePart(services, id, part, expected)
    else fail('unreadable')
  return { fields, received }
}

/** Saves the file of a form (SPEC §7, `POST /files/upload`); leaves nothing after a failure. */
export async function receiveForm(
  services: Services,
  user: SignedIn,
  { request, readFields }: { request: FastifyRequest; readFields(fields: Record<string, unknown>): FileDetails },
): Promise<ArchiveFile> {
  const { incoming, newId } = services
  if (!request.isMultipart()) fail('unsupported_media_type')
  const announced = request.headers['content-length']
  const length = announced === undefined ? undefined : Number(announced)
  const limit = await limitOf(services, user)
  if (limit.maxBytes === 0 || (length ?? 0) > limit.maxBytes + formOverhead) limit.refuse()
  const id = newId()
  try {
    const { fields, received } = await readForm(services, id, request, { limit, length }).catch((cause) =>
      isServerError(cause) || isStorageFull(cause) ? Promise.reject(cause) : fail('unreadable', { cause }),
    )
    // storing may take long, without traffic on the connection
    request.raw.socket.setTimeout(0)
    const details = readFields(fields)
    if (!received) return failField('file', 'Falta el archivo')
    return await saveFile(services, user, received, details)
  } finally {
    await incoming.remove(id)
  }
}
