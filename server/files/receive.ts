import { createHash } from 'node:crypto'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ArchiveFile, FileDetails } from '../../contract/files.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { fail, failField, Refusal } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { type Arrived, keepFile } from './rules.ts'

/** Bytes around the file in a form, and in one of its fields. */
const formOverhead = 64 * 1024
const fieldSize = 16 * 1024

const megabyte = 2 ** 20

export const refuseTooLarge = ({ settings }: Services): never =>
  fail('too_large', {
    detail: `El archivo es demasiado grande: el máximo son ${settings.maxUpload / megabyte} MB.`,
  })

/** Whether it came of the machine, and not of what was sent. */
const isOurs = (error: unknown) => error instanceof Refusal || (error as { syscall?: string }).syscall !== undefined
const isRoom = (error: unknown) => (error as { code?: string }).code === 'ENOSPC'

/** Takes in the bytes of one file of a form, as they come, into the folder `incoming`. */
async function receivePart(services: Services, id: string, part: MultipartFile): Promise<Arrived> {
  const hash = createHash('sha256')
  let size = 0
  const received = services.incoming.receive(id, part.file, {
    onBytes: (chunk) => {
      size += chunk.length
      hash.update(chunk)
    },
  })
  // what is wrong with a form after too large a file is not the point
  await received.catch((error) => (part.file.truncated ? refuseTooLarge(services) : Promise.reject(error)))
  if (part.file.truncated) refuseTooLarge(services)
  // browsers write quotes in names like this
  const name = (part.filename ?? '').replaceAll('%22', '"')
  return { id, incomingName: id, name, declaredType: part.mimetype, size, sha256: hash.digest('hex') }
}

function readValue({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue) {
  if (fieldnameTruncated || valueTruncated) failField(fieldname, 'Es demasiado largo')
  // a form ends lines in two characters
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value
}

/** Reads a form to its end: one file, and fields in any order. */
async function readForm(services: Services, id: string, request: FastifyRequest) {
  const limits = {
    fileSize: services.settings.maxUpload,
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize,
    fieldNameSize: 100,
    headerPairs: 20,
  }
  const fields: Record<string, unknown> = {}
  let arrived: Arrived | undefined
  for await (const part of request.parts({ limits, preservePath: true }))
    if (part.type === 'field') fields[part.fieldname] = readValue(part)
    else if (part.fieldname === 'file') arrived = await receivePart(services, id, part)
    else fail('unreadable')
  return { fields, arrived }
}

/** Takes in a file from a form (SPEC §7, `POST /files/upload`). Whatever goes wrong, nothing of it stays. */
export async function receiveForm(
  services: Services,
  user: SignedIn,
  { request, readFields }: { request: FastifyRequest; readFields(fields: Record<string, unknown>): FileDetails },
): Promise<ArchiveFile> {
  const { incoming, newId, settings } = services
  if (!request.isMultipart()) fail('unsupported_media_type')
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > settings.maxUpload + formOverhead) refuseTooLarge(services)
  await incoming.expect(length)
  const id = newId()
  try {
    const { fields, arrived } = await readForm(services, id, request).catch((cause) =>
      isOurs(cause) || isRoom(cause) ? Promise.reject(cause) : fail('unreadable', { cause }),
    )
    // storing takes its time, in which nothing moves on this line
    request.raw.socket.setTimeout(0)
    const details = readFields(fields)
    if (!arrived) return failField('file', 'Falta el archivo')
    return await keepFile(services, user, arrived, details)
  } finally {
    await incoming.remove(id)
  }
}
