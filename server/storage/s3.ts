import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { PutObjectCommand, S3ClientConfig } from '@aws-sdk/client-s3'
import { checkKey, checkRange } from './keys.ts'
import { NoRoom, type Storage, StorageUnavailable } from './storage.ts'

interface Bucket {
  bucket: string
  /** For stores other than Amazon's. */
  endpoint?: string | undefined
  region?: string | undefined
  /** The settings always give both. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Milliseconds that the store may say nothing. */
  silence?: number
}

/** What the SDK throws, as far as it matters here. */
interface Fault {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

/** Ours among what else the bucket may hold. */
const prefix = 'files/'
const second = 1000
/** Milliseconds from one attempt to the next. */
const pauses = [250, second]

/** Keeps bytes in a bucket of any store that speaks S3. ENOSPC when the store says that it is full. */
export async function openBucket(options: Bucket): Promise<Storage> {
  // Here, because it takes a quarter of a second to load.
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3')
  const { bucket, endpoint, region = 'us-east-1', accessKeyId, secretAccessKey, silence = 60 * second } = options
  const settings: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK can't send a stream twice: `attempt` does, and for all verbs alike.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 5 * second,
      socketTimeout: silence,
      httpAgent: { keepAlive: true, maxSockets: 256 },
      httpsAgent: { keepAlive: true, maxSockets: 256 },
    },
    // It would write to the console that streams can't be sent twice.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  }
  const client = new S3Client(settings)
  // with lines of its own: however many readers dawdle, the rest goes on
  const reader = new S3Client(settings)
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })

  return {
    async put(key, path, { size, sha256 }) {
      const at = place(key)
      const found = await stat(path)
      if (found.size !== size) throw new Error(`${path} has ${found.size} bytes and should have ${size}`)
      await attempt(async () => {
        const body = createReadStream(path, { highWaterMark: 256 * 2 ** 10 })
        const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
        const put = new commands.PutObjectCommand({ ...at, Body: body, ContentLength: size, ChecksumSHA256 })
        signHash(put, sha256)
        await client.send(put).finally(() => body.destroy())
      })
    },

    async read(key, range) {
      const part = checkRange(range)
      const get = { ...place(key), ...(part && { Range: `bytes=${part.start}-${part.end}` }) }
      const answer = await attempt(() => reader.send(new commands.GetObjectCommand(get)).catch(orNothing))
      if (!answer || answer === 'empty') return answer && Readable.from([])
      const body = answer.Body as Readable
      if (!part || answer.ContentRange?.startsWith(`bytes ${part.start}-`)) return body
      body.destroy()
      throw new StorageUnavailable('the store answers with something else than the part that was asked for')
    },

    async sizeOf(key) {
      const at = place(key)
      const answer = await attempt(() => client.send(new commands.HeadObjectCommand(at)).catch(orNothing))
      return answer && answer !== 'empty' ? answer.ContentLength : undefined
    },

    async delete(key) {
      const at = place(key)
      await attempt(() => client.send(new commands.DeleteObjectCommand(at)).catch(orNothing))
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const query = { Bucket: bucket, Prefix: prefix, ContinuationToken }
        const page = await attempt(() => client.send(new commands.ListObjectsV2Command(query)))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { key: Key.slice(prefix.length), size: Size }
        if (page.IsTruncated && !page.NextContinuationToken)
          throw new StorageUnavailable('the store says that there is more, and not where')
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },
  }
}

/** Signs the hash that is known already, so that the stream is read once and the store refuses other bytes. */
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

/** Tries again what may go better; throws `StorageUnavailable`, or ENOSPC. */
async function attempt<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of [...pauses, undefined]) {
    try {
      return await send()
    } catch (cause) {
      if (saysFull(cause)) throw new NoRoom('the store is full', { cause })
      if (wait === undefined || !isPassing(cause)) throw new StorageUnavailable('the store is out of reach', { cause })
      await pause(wait)
    }
  }
  throw new Error('there is a last attempt')
}

const nameOf = (error: unknown) => (error as Fault).name ?? ''
const statusOf = (error: unknown) => (error as Fault).$metadata?.httpStatusCode

function saysFull(error: unknown) {
  return statusOf(error) === 507 || /^(XMinioStorageFull|InsufficientStorage|\w*QuotaExceeded)$/.test(nameOf(error))
}

/** Whether it is worth another attempt: the line broke, or the store is busy. Silence has taken long enough already. */
function isPassing(error: unknown) {
  const status = statusOf(error) ?? 0
  if (nameOf(error) === 'TimeoutError') return false
  return status < 300 || status === 429 || status >= 500 || nameOf(error) === 'RequestTimeout'
}

/** What isn't there is no fault, but a bucket that isn't there is one; nor is a part behind the last byte. */
function orNothing(error: unknown) {
  if (/^(NoSuchKey|NotFound)$/.test(nameOf(error))) return undefined
  if (nameOf(error) === 'InvalidRange') return 'empty'
  throw error
}
