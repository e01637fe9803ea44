// Resumable uploads (tus 1.0): the only place that knows the protocol and its client, which is loaded with the first.
import type { DetailedError, HttpRequest, HttpResponse, PreviousUpload, Upload, UploadOptions } from 'tus-js-client'
import * as z from 'zod/mini'
import { ArchiveFile, files, resumableUploads } from '../../contract/files.ts'
import { CallError, call, problemIn } from './call.ts'
import { currentToken, sessionEnded } from './session.ts'
import { watchStall } from './stall.ts'

export interface Uploading {
  file: File
  /** Whose it is: what was begun goes on for that person only. */
  person: string
  description: string
  category_id: string | null
}

export interface UploadEvents {
  /** Bytes sent so far, those of an earlier try among them. */
  onProgress: (sent: number) => void
  /** No connection, or a server that isn't well. It goes on by itself. */
  onInterruption: () => void
  onStored: (file: ArchiveFile) => void
  /** A refusal, or a file that can't be read any more (`CallError` with status 0). Starting again goes on where it was. */
  onFailure: (error: CallError) => void
}

const chunkSize = 16 * 2 ** 20
/** Milliseconds between tries; more than a day of them. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, ...Array.from({ length: 5000 }, () => 20_000)]
/** Uploads that go on right now; the same file chosen twice is two uploads. */
const inUse = new Set<string>()

function metadataOf({ file, description, category_id }: Uploading) {
  const all = { filename: file.name, filetype: file.type, description: description.trim(), category_id }
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** What was begun before fits when as much was said of the file, or now nothing: then it is what was said before. */
const fits = (before: PreviousUpload, { description, category_id }: Uploading) =>
  (!description.trim() && !category_id) ||
  ((before.metadata.description ?? '') === description.trim() && (before.metadata.category_id ?? null) === category_id)

function refuse(request: HttpRequest, response: HttpResponse) {
  const status = response.getStatus()
  // an upload that the server doesn't have any more begins anew, which the client does by itself
  const isGone = request.getMethod() === 'HEAD' && (status === 404 || status === 410)
  if (status < 400 || isGone) return
  const token = request.getHeader('Authorization')?.slice('Bearer '.length)
  if (status === 401 && token) sessionEnded(token)
  throw new CallError(status, problemIn(response.getBody()))
}

const refusalIn = (error: Error) => {
  const cause = (error as Partial<DetailedError>).causingError
  return cause instanceof CallError ? cause : undefined
}

const isPassing = (refusal?: CallError) =>
  !refusal || [409, 423, 429].includes(refusal.status) || (refusal.status >= 500 && refusal.status !== 507)

const canBeRead = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false)

/** The record that the last answer carries; when that answer was lost, it is asked for. */
async function readRecord(response: HttpResponse, address: string): Promise<ArchiveFile> {
  try {
    return z.parse(ArchiveFile, JSON.parse(response.getBody()))
  } catch {
    return await call(files.read, { params: { id: address.split('/').at(-1) ?? '' } })
  }
}

/** An upload that can be started, stopped and started again until it is stored or cancelled. */
export function makeUpload(what: Uploading, events: UploadEvents) {
  let upload: Upload | undefined
  let isRunning = false
  const stall = watchStall(() => void restart())

  const end = () => {
    isRunning = false
    stall.end()
    removeEventListener('online', restart)
    if (upload?.url) inUse.delete(upload.url)
  }
  const fail = (error: unknown) => {
    if (!isRunning) return
    end()
    events.onFailure(error instanceof CallError ? error : new CallError(0))
  }
  const restart = async () => {
    await upload?.abort()
    if (isRunning) upload?.start()
  }
  const interrupted = async () => {
    events.onInterruption()
    if (await canBeRead(what.file)) return
    void upload?.abort()
    fail(undefined)
  }

  const options: UploadOptions = {
    endpoint: `${location.origin}/api${resumableUploads}`,
    metadata: metadataOf(what),
    chunkSize,
    retryDelays,
    removeFingerprintOnSuccess: true,
    fingerprint: async ({ name, type, size, lastModified }) => [what.person, name, type, size, lastModified].join('-'),
    onBeforeRequest: (request) => {
      stall.restart()
      const token = currentToken()
      if (token) request.setHeader('Authorization', `Bearer ${token}`)
    },
    onAfterResponse: refuse,
    onUploadUrlAvailable: () => upload?.url && inUse.add(upload.url),
    onProgress: (sent, total) => {
      stall.restart(sent < total)
      if (isRunning) events.onProgress(sent)
    },
    onShouldRetry: (error) => {
      const goesOn = isRunning && isPassing(refusalIn(error))
      if (goesOn) void interrupted()
      return goesOn
    },
    onError: (error) => fail(refusalIn(error)),
    onSuccess: ({ lastResponse }) => {
      readRecord(lastResponse, upload?.url ?? '').then((file) => {
        if (!isRunning) return
        end()
        events.onStored(file)
      }, fail)
    },
  }

  async function prepare() {
    const { Upload } = await import('tus-js-client')
    const prepared = new Upload(what.file, options)
    const before = await prepared.findPreviousUploads()
    const known = before.find((one) => one.uploadUrl && !inUse.has(one.uploadUrl) && fits(one, what))
    if (known?.uploadUrl) {
      inUse.add(known.uploadUrl)
      prepared.resumeFromPreviousUpload(known)
    }
    return prepared
  }

  return {
    async start() {
      if (isRunning) return
      isRunning = true
      addEventListener('online', restart)
      try {
        upload ??= await prepare()
        if (isRunning) upload.start()
      } catch (error) {
        fail(error)
      }
    },
    /** Lets it rest: the server keeps what it has, for a while. */
    stop() {
      end()
      void upload?.abort()
    },
    /** Gives it up, on the server too. */
    cancel() {
      end()
      const id = upload?.url?.split('/').at(-1)
      // what has arrived whole is a file by now; what can't be deleted goes with the server's old uploads
      void upload?.abort(true).catch(async () => {
        if (id) await call(files.remove, { params: { id } }).catch(() => {})
      })
    },
  }
}
