/** Uploads in both ways, links, and their deletion. */
import { createHash } from 'node:crypto'
import { type Answer, Gone, type Writer } from '../writer.ts'

const maxOwn = 10
const tus = { 'tus-resumable': '1.0.0' }

const stateOf = (bytes: Uint8Array) => `${bytes.length}|${createHash('sha256').update(bytes).digest('hex')}`
const nameOf = (marker: string) => `${marker}.bin`
const someBytes = (w: Writer) => {
  const outputLength = 1 + w.random.upTo(w.random.happens(0.1) ? 400_000 : 40_000)
  return new Uint8Array(createHash('shake256', { outputLength }).update(`${w.random.next()}`).digest())
}

function keep(w: Writer, marker: string, answer: Answer | undefined) {
  if (answer) w.files.push({ marker, id: answer.body.id, fields: {} })
}

export async function uploadForm(w: Writer) {
  if (w.files.length >= maxOwn) return deleteFile(w)
  const marker = w.newMarker()
  const bytes = someBytes(w)
  const raw = new FormData()
  raw.append('file', new Blob([bytes]), nameOf(marker))
  const send = () => w.ask('POST', '/files/upload', { raw })
  keep(w, marker, await w.perform('upload by form', { [`file ${marker}`]: stateOf(bytes) }, send))
}

interface Upload {
  marker: string
  bytes: Uint8Array<ArrayBuffer>
  path: string
  /** Acknowledged bytes. */
  offset: number
}

const patch = (w: Writer, { path, bytes }: Upload, from: number, to: number) =>
  w.ask('PATCH', path, {
    raw: bytes.slice(from, to),
    headers: { ...tus, 'upload-offset': `${from}`, 'content-type': 'application/offset+octet-stream' },
  })

/** Sends the bytes from the server's offset on; the last ones make the file. */
async function finish(w: Writer, upload: Upload, readOffset: () => Promise<number | Answer>) {
  const { marker, bytes, path } = upload
  const answer = await w.perform('upload in pieces', { [`file ${marker}`]: stateOf(bytes) }, async () => {
    const from = await readOffset()
    if (typeof from !== 'number') return from
    // all bytes were there, and asking for their number has made the file
    if (from === bytes.length) return w.ask('GET', `/files/${path.split('/').at(-1)}`)
    return patch(w, upload, from, bytes.length)
  })
  keep(w, marker, answer)
}

/** Continues an upload after a kill. */
const resume = (w: Writer, upload: Upload) =>
  continueAfterKill(w, upload, () =>
    finish(w, upload, async () => {
      const answer = await w.ask('HEAD', upload.path, { headers: tus })
      if (answer.status === 429) return answer
      const offset = Number(answer.headers.get('upload-offset') ?? -1)
      if (answer.status !== 200 || offset < upload.offset)
        throw new Error(`${upload.path}: ${upload.offset} bytes acknowledged, ${offset} there (${answer.status})`)
      return offset
    }),
  )

async function continueAfterKill(w: Writer, upload: Upload, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Gone) w.unfinished.push(() => resume(w, upload))
    throw error
  }
}

export async function uploadInPieces(w: Writer) {
  if (w.files.length >= maxOwn) return deleteFile(w)
  const bytes = someBytes(w)
  const marker = w.newMarker()
  const metadata = `filename ${Buffer.from(nameOf(marker)).toString('base64')}`
  const headers = { ...tus, 'upload-length': `${bytes.length}`, 'upload-metadata': metadata }
  const made = await w.ask('POST', '/files/uploads', { headers })
  if (made.status >= 500) throw new Gone(`${made.status}`)
  if (made.status !== 201) return
  const upload = { marker, bytes, path: (made.headers.get('location') ?? '').replace(/^\/api/, ''), offset: 0 }
  await continueAfterKill(w, upload, async () => {
    const half = Math.floor(bytes.length / 2)
    const { status } = await patch(w, upload, 0, half)
    if (status !== 204) throw new Gone(`${status}`)
    upload.offset = half
    await finish(w, upload, async () => half)
  })
}

export async function addLink(w: Writer) {
  if (w.files.length >= maxOwn) return deleteFile(w)
  const marker = w.newMarker()
  const url = `https://archivo.example/${marker}.txt`
  const send = () => w.ask('POST', '/files/url', { body: { url } })
  keep(w, marker, await w.perform('link added', { [`file ${marker}`]: url }, send))
}

export async function deleteFile(w: Writer) {
  const file = w.take(w.files)
  if (!file) return
  const answer = await w.perform('file deleted', { [`file ${file.marker}`]: undefined }, () =>
    w.ask('DELETE', `/files/${file.id}`),
  )
  if (!answer) w.files.push(file)
}
