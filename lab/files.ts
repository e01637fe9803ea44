/**
 * `node lab/files.ts [gigabytes]`: upload of one large file by a form and in pieces, and its download. Each rate is a
 * ratio to copying and hashing the same bytes on the same disk in the same run; memory is the growth over the idle
 * server, started as by `npm start`.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const size = Math.round(Number(process.argv[2] ?? 2) * 2 ** 30)
const pieceBytes = 16 * 2 ** 20
const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const source = join(dataDir, 'source')

async function makeSource() {
  const block = randomBytes(2 ** 20)
  const file = await open(source, 'w')
  for (let at = 0; at < size; at += block.length) {
    block.writeUInt32LE(at / block.length, 0)
    await file.write(block, 0, Math.min(block.length, size - at))
  }
  await file.sync()
  await file.close()
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Best rate of the machine: the same bytes read, hashed, written and synced. */
async function copyAndHash() {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const target = join(dataDir, 'copy')
  await pipeline(createReadStream(source, { highWaterMark: 2 ** 18 }), hashing, createWriteStream(target))
  const file = await open(target, 'r+')
  await file.sync()
  await file.close()
  rmSync(target)
  return hash.digest('hex')
}

async function hashOf(stream: Readable) {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function startServer() {
  const server = spawn(process.execPath, ['--max-semi-space-size=2', join(root, 'server/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(dataDir, 'data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: 'solo para medir',
      MAX_UPLOAD_MB: '5000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => server.kill('SIGKILL'))
  let output = ''
  for await (const text of server.stdout.setEncoding('utf8')) {
    output += text
    const [, port] = /localhost:(\d+)\n/.exec(output) ?? []
    if (port)
      return { origin: `http://127.0.0.1:${port}`, pid: server.pid as number, stop: () => server.kill('SIGTERM') }
  }
  throw new Error(`the server ended: ${output}`)
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Peak memory of the server during `work`, minus `idle`. */
async function growthDuring<T>(pid: number, idle: number, work: () => Promise<T>) {
  let peak = idle
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, 20)
  const result = await work()
  clearInterval(sampling)
  return { result, growth: peak - idle }
}

function send(url: string, method: string, headers: Record<string, string | number>, body?: Readable) {
  return new Promise<{ status: number; text: string; location: string }>((resolve, reject) => {
    const sending = request(url, { method, headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      resolve({ status: answer.statusCode ?? 0, text, location: answer.headers.location ?? '' })
    })
    sending.on('error', reject)
    if (body) pipeline(body, sending).catch(reject)
    else sending.end()
  })
}

interface Client {
  origin: string
  authorization: string
}
type Stored = { id: string; cloudinary_url: string }

async function sendForm({ origin, authorization }: Client): Promise<Stored> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="grande.bin"\r\n\r\n'
  const tail = '\r\n--b--\r\n'
  const body = new PassThrough({ highWaterMark: 2 ** 20 })
  body.write(head)
  const file = createReadStream(source, { highWaterMark: 2 ** 18 })
  file.on('end', () => body.end(tail)).pipe(body, { end: false })
  const headers = {
    authorization,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': head.length + size + tail.length,
  }
  return JSON.parse((await send(`${origin}/api/files/upload`, 'POST', headers, body)).text)
}

async function sendResumable({ origin, authorization }: Client): Promise<Stored> {
  const headers = { authorization, 'tus-resumable': '1.0.0' }
  const announced = { ...headers, 'upload-length': size, 'upload-metadata': 'filename YQ==' }
  const { location } = await send(`${origin}/api/files/uploads`, 'POST', announced)
  for (let at = 0; ; at += pieceBytes) {
    const end = Math.min(size, at + pieceBytes)
    const { status, text } = await send(
      `${origin}${location}`,
      'PATCH',
      {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': at,
        'content-length': end - at,
      },
      createReadStream(source, { start: at, end: end - 1, highWaterMark: 2 ** 18 }),
    )
    if (status === 200) return JSON.parse(text)
    if (status !== 204) throw new Error(`${status} ${text}`)
  }
}

const receive = (url: string) =>
  new Promise<string>((resolve, reject) => {
    request(url, (answer) => void hashOf(answer).then(resolve, reject))
      .on('error', reject)
      .end()
  })

await makeSource()
const expected = await copyAndHash()
const { origin, pid, stop } = await startServer()
const login = await fetch(`${origin}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'admin', password: 'solo para medir' }),
})
const { access_token } = (await login.json()) as { access_token: string }
const client = { origin, authorization: `Bearer ${access_token}` }
const rate = (taken: number) => `${Math.round(size / 2 ** 20 / taken)} MB/s`

const idle = residentMegabytes(pid)
console.log(`${(size / 2 ** 30).toFixed(2)} GB; the server holds ${idle.toFixed(0)} MB`)
const steps: [string, () => Promise<Stored>][] = [
  ['up, in a form', () => sendForm(client)],
  ['up, resumable', () => sendResumable(client)],
]
for (const [name, work] of steps) {
  const copied = await seconds(copyAndHash)
  let stored: Stored | undefined
  let taken = 0
  const { growth } = await growthDuring(pid, idle, async () => {
    taken = await seconds(async () => {
      stored = await work()
    })
  })
  const ratio = (copied / taken).toFixed(2)
  console.log(
    `${name}: ${rate(taken)}, ${ratio} of copying and hashing (${rate(copied)}); ${growth.toFixed(0)} MB more`,
  )

  const hashed = await seconds(async () => hashOf(createReadStream(source, { highWaterMark: 2 ** 18 })))
  let got = ''
  const down = await growthDuring(pid, idle, async () => {
    taken = await seconds(async () => {
      got = await receive(origin + stored?.cloudinary_url)
    })
  })
  if (got !== expected) throw new Error('other bytes came back')
  console.log(
    `down: ${rate(taken)}, ${(hashed / taken).toFixed(2)} of reading and hashing (${rate(hashed)}); ${down.growth.toFixed(0)} MB more`,
  )
  await send(`${origin}/api/files/${stored?.id}`, 'DELETE', { authorization: client.authorization })
}
stop()
if ((await stat(source)).size !== size) throw new Error('the source changed')
