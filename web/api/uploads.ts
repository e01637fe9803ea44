// Resumable uploads (tus 1.0): the only module that knows the protocol and its client, which is loaded with the first
// upload.
import type { DetailedError, HttpRequest, HttpResponse, PreviousUpload, Upload, UploadOptions } from 'tus-js-client'
import * as z from 'zod/mini'
import { ArchiveFile, files, resumableUploads } from '../../contract/files.ts'
import { CallError, call, problemIn } from './call.ts'
import { currentToken, sessionEnded, wasRenewed } from './session.ts'

export interface UploadRequest {
  file: File
  /** Id of the uploader; only the same person can resume the upload. */
  person: string
  description: string
  category_id: string | null
}

interface UploadEvents {
  /** Bytes sent so far, including earlier attempts. */
  onProgress: (sent: number) => void
  /** No connection, or a server error; retried automatically. */
  onInterruption: () => void
  onStored: (file: ArchiveFile) => void
  /** A refusal or an unreadable file (`CallError` with status 0). A restart resumes the upload. */
  onFailure: (error: CallError) => void
}

const chunkBytes = 16 * 2 ** 20
/** Milliseconds between attempts, for more than a day. */
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, ...Array.from({ length: 5000 }, () => 20_000)]
/** URLs of active uploads; the same file chosen twice is two uploads. */
const activeUrls = new Set<string>()

function metadataOf({ file, description, category_id }: UploadRequest) {
  const all = { filename: file.name, filetype: file.type, description: description.trim(), category_id }
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/**
 * An earlier upload matches if its description and category are equal, or if none are given now: then the earlier ones
 * apply.
 */
const matches = (before: PreviousUpload, { description, category_id }: UploadRequest) =>
  (!description.trim() && !category_id) ||
  ((before.metadata.description ?? '') === description.trim() && (before.metadata.category_id ?? null) === category_id)

async function throwOnRefusal(person: string, request: HttpRequest, response: HttpResponse) {
  const status = response.getStatus()
  // the client itself restarts an upload that the server no longer has
  const isGone = request.getMethod() === 'HEAD' && (status === 404 || status === 410)
  if (status < 400 || isGone) return
  const token = request.getHeader('Authorization')?.slice('Bearer '.length)
  // without a status it is sent again, with the new token
  if (status === 401 && token && (await wasRenewed(token, person))) throw new Error('renewed token')
  if (status === 401 && token) sessionEnded(token)
  throw new CallError(status, problemIn(response.getBody()))
}

const refusalOf = (error: Error) => {
  const cause = (error as Partial<DetailedError>).causingError
  return cause instanceof CallError ? cause : undefined
}

const isTransient = (refusal?: CallError) =>
  !refusal || [409, 423, 429].includes(refusal.status) || (refusal.status >= 500 && refusal.status !== 507)

const canBeRead = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false)

/** The record in the last response; requested separately if that response was lost. */
async function readRecord(response: HttpResponse, address: string): Promise<ArchiveFile> {
  try {
    return z.parse(ArchiveFile, JSON.parse(response.getBody()))
  } catch {
    return await call(files.read, { params: { id: address.split('/').at(-1) ?? '' } })
  }
}

/** An upload that can be started and stopped repeatedly until it is stored or cancelled. */
export function createUpload(request: UploadRequest, events: UploadEvents) {
  let upload: Upload | undefined
  let isRunning = false
  const stall = createStallTimer(() => void restart())

  const end = () => {
    isRunning = false
    stall.end()
    removeEventListener('online', restart)
    if (upload?.url) activeUrls.delete(upload.url)
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
    if (await canBeRead(request.file)) return
    void upload?.abort()
    fail(undefined)
  }

  const options: UploadOptions = {
    endpoint: `${location.origin}/api${resumableUploads}`,
    metadata: metadataOf(request),
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async ({ name, type, size, lastModified }) =>
      [request.person, name, type, size, lastModified].join('-'),
    onBeforeRequest: (request) => {
      stall.restart()
      const token = currentToken()
      if (token) request.setHeader('Authorization', `Bearer ${token}`)
    },
    onAfterResponse: (sent, response) => throwOnRefusal(request.person, sent, response),
    onUploadUrlAvailable: () => upload?.url && activeUrls.add(upload.url),
    onProgress: (sent, total) => {
      stall.restart(sent < total)
      if (isRunning) events.onProgress(sent)
    },
    onShouldRetry: (error) => {
      const shouldRetry = isRunning && isTransient(refusalOf(error))
      if (shouldRetry) void interrupted()
      return shouldRetry
    },
    onError: (error) => fail(refusalOf(error)),
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
    const prepared = new Upload(request.file, options)
    const before = await prepared.findPreviousUploads()
    const known = before.find((one) => one.uploadUrl && !activeUrls.has(one.uploadUrl) && matches(one, request))
    if (known?.uploadUrl) {
      activeUrls.add(known.uploadUrl)
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
    /** Stops sending; the server keeps the received bytes for a while. */
    stop() {
      end()
      void upload?.abort()
    },
    /** Cancels the upload, on the server too. */
    cancel() {
      end()
      const id = upload?.url?.split('/').at(-1)
      // a completed upload is a file by now; if deleting fails, the server's cleanup removes the upload
      void upload?.abort(true).catch(async () => {
        if (id) await call(files.remove, { params: { id } }).catch(() => {})
      })
    },
  }
}

/** Milliseconds without a byte after which a connection counts as dead. */
const sendTimeoutMs = 60_000
/** The same while the server processes the received bytes. */
const answerTimeoutMs = 300_000

/** Calls `onStall` when no byte moves: browsers wait indefinitely on a dead connection. */
function createStallTimer(onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    restart(isSending = true) {
      end()
      timer = setTimeout(onStall, isSending ? sendTimeoutMs : answerTimeoutMs)
    },
    end,
  }
}
