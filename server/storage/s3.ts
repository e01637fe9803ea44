import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { PutObjectCommand, S3ClientConfig } from '@aws-sdk/client-s3'
import { retry } from '../lib/retry.ts'
import { archiveKeys, checkRange, type Keys } from './keys.ts'
import { type Storage, StorageFull, StorageUnavailable } from './storage.ts'

interface BucketOptions {
  bucket: string
  /** For other stores than Amazon's. */
  endpoint?: string | undefined
  region?: string | undefined
  /** The settings require both or neither. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  socketTimeoutMs?: number
  /** For a bucket with other objects; 'files/' for the archive. */
  prefix?: string
  keys?: Keys
}

interface S3Error {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

const secondMs = 1000
const retryDelaysMs = [250, secondMs]

/** Blobs in a bucket of any S3-compatible store. ENOSPC if the store reports that it is full. */
export async function openBucket(options: BucketOptions): Promise<Storage> {
  // imported here: loading it takes a quarter of a second
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3')
  const {
    bucket,
    endpoint,
    region = 'us-east-1',
    accessKeyId,
    secretAccessKey,
    socketTimeoutMs = 60 * secondMs,
    prefix = 'files/',
    keys = archiveKeys,
  } = options
  const settings: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // the SDK can't retry a stream: `withRetries` does, for all requests alike
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 5 * secondMs,
      socketTimeout: socketTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets: 256 },
      httpsAgent: { keepAlive: true, maxSockets: 256 },
    },
    // the SDK would log to the console that streams can't be retried
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  }
  const client = new S3Client(settings)
  // connection pool of its own: slow readers must not block uploads
  const reader = new S3Client(settings)
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + keys.check(key) })

  return {
    async put(key, path, { size, sha256 }, { isNew = false } = {}) {
      const at = { ...objectOf(key), ...(isNew && { IfNoneMatch: '*' }) }
      const found = await stat(path)
      if (found.size !== size) throw new Error(`${path} has ${found.size} bytes and should have ${size}`)
      await withRetries(async () => {
        const body = createReadStream(path, { highWaterMark: 256 * 2 ** 10 })
        // the SDK doesn't listen: without this a file that can't be read would end the server
        const unreadable = new AbortController()
        body.once('error', () => unreadable.abort())
        const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
        const put = new commands.PutObjectCommand({ ...at, Body: body, ContentLength: size, ChecksumSHA256 })
        signHash(put, sha256)
        try {
          await client.send(put, { abortSignal: unreadable.signal })
        } catch (error) {
          if (body.errored) throw body.errored
          const isThere = isNew && statusOf(error) === 412
          if (!isThere) throw error
        } finally {
          body.destroy()
        }
      })
    },

    async read(key, range) {
      const part = checkRange(range)
      const get = { ...objectOf(key), ...(part && { Range: `bytes=${part.start}-${part.end}` }) }
      const answer = await withRetries(() => reader.send(new commands.GetObjectCommand(get)).catch(undefinedIfAbsent))
      if (!answer || answer === 'empty') return answer && Readable.from([])
      const body = answer.Body as Readable
      if (!part || answer.ContentRange?.startsWith(`bytes ${part.start}-`)) return body
      body.destroy()
      throw new StorageUnavailable('the store returned another range than the requested one')
    },

    async sizeOf(key) {
      const at = objectOf(key)
      const answer = await withRetries(() => client.send(new commands.HeadObjectCommand(at)).catch(undefinedIfAbsent))
      return answer && answer !== 'empty' ? answer.ContentLength : undefined
    },

    async delete(key) {
      const at = objectOf(key)
      await withRetries(() => client.send(new commands.DeleteObjectCommand(at)).catch(undefinedIfAbsent))
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const query = { Bucket: bucket, Prefix: prefix, ContinuationToken }
        const page = await withRetries(() => client.send(new commands.ListObjectsV2Command(query)))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key.slice(prefix.length), size: Size }
        if (page.IsTruncated && !page.NextContinuationToken)
          throw new StorageUnavailable('the store truncated a list without a continuation token')
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
  }
}

/** Signs the known hash: the stream is read once, and the store refuses other bytes. */
function signHash(put: PutObjectCommand, sha256: string) {
  put.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build' },
  )
}

/** Retries transient errors; throws `StorageUnavailable`, or ENOSPC. */
const withRetries = <T>(send: () => Promise<T>): Promise<T> =>
  retry(send, { delaysMs: retryDelaysMs, isTransient }).catch((cause) => {
    throw isStoreFull(cause)
      ? new StorageFull('the store is full', { cause })
      : new StorageUnavailable('the store is out of reach', { cause })
  })

const nameOf = (error: unknown) => (error as S3Error).name ?? ''
const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode

function isStoreFull(error: unknown) {
  return statusOf(error) === 507 || /^(XMinioStorageFull|InsufficientStorage|\w*QuotaExceeded)$/.test(nameOf(error))
}

/** True for broken connections and busy stores. Timeouts are not retried: they are long enough. */
function isTransient(error: unknown) {
  const status = statusOf(error) ?? 0
  if (isStoreFull(error) || nameOf(error) === 'TimeoutError') return false
  return status < 300 || status === 429 || status >= 500 || nameOf(error) === 'RequestTimeout'
}

/** Undefined for a missing object; a missing bucket is an error. 'empty' for a range after the last byte. */
function undefinedIfAbsent(error: unknown) {
  if (/^(NoSuchKey|NotFound)$/.test(nameOf(error))) return undefined
  if (nameOf(error) === 'InvalidRange') return 'empty'
  throw error
}
