import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { pages } from '../../contract/pages.ts'
import { pdfWorkerPolicy, serviceWorkerPolicy, webPolicy } from './headers.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

/** Headers with an effect on documents only: each of the small files of a first visit is spared a tenth. */
const documentHeaders = ['cross-origin-opener-policy', 'permissions-policy']

/** Encodings made by the build and their file extensions, in order of preference. */
const encodings = { br: '.br', gzip: '.gz' } as const

const decompress = promisify(gunzip)

const worker = '/service-worker.js'
/** Its replacement, which takes it back. */
const workerOff = '/service-worker-off.js'

interface WebOptions {
  docsViewer?: string | undefined
  hasServiceWorker: boolean
}

function readAsset(path: string, name: string) {
  const compressed = Object.entries(encodings).flatMap(([encoding, extension]) =>
    existsSync(path + extension) ? [{ encoding, bytes: readFileSync(path + extension) }] : [],
  )
  const gzipped = compressed.find(({ encoding }) => encoding === 'gzip')?.bytes
  // what is compressed isn't kept twice: hardly any browser asks for the plain bytes
  const kept = gzipped ?? readFileSync(path)
  const etag = `"${createHash('sha256').update(kept).digest('base64url').slice(0, 16)}"`
  const headers = {
    'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
    etag,
    vary: 'accept-encoding',
    ...(/\/pdf\.worker[\w.-]*\.mjs$/.test(name) ? { 'content-security-policy': pdfWorkerPolicy } : {}),
    ...(name === worker ? { 'content-security-policy': serviceWorkerPolicy } : {}),
    // names in assets contain a hash of the content
    'cache-control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  return { readPlain: async () => (gzipped ? decompress(gzipped) : kept), compressed, etag, headers }
}

/**
 * Serves the built web from memory. Every page has its own HTML file; returns the function that sends the page of an
 * unknown address.
 */
export function serveWeb(app: FastifyInstance, root: string, { docsViewer, hasServiceWorker }: WebOptions) {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name) && file.name !== '.built')
    .map((file) => `/${relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/')}`)

  const read = (name: string, source = name) => readAsset(join(root, source), name)
  const files = new Map(names.filter((name) => name !== workerOff).map((name) => [name, read(name)]))
  if (!hasServiceWorker && files.has(worker)) files.set(worker, read(worker, workerOff))
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const asset = files.get(name)
    if (!asset) return reply.callNotFound()
    reply.headers(asset.headers)
    if (reply.statusCode === 200 && request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
    const accepted = new Negotiator(request).encodings(asset.compressed.map(({ encoding }) => encoding))
    const compressed = asset.compressed.find(({ encoding }) => accepted.includes(encoding))
    if (compressed) return reply.header('content-encoding', compressed.encoding).send(compressed.bytes)
    return reply.send(await asset.readPlain())
  }
  // one route for all: a route for each takes a tenth of the server's start
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    for (const name of documentHeaders) reply.removeHeader(name)
    return send(`/assets/${request.params['*']}`, request, reply)
  })
  for (const name of files.keys())
    if (!/^\/assets\/|\.html$/.test(name)) app.get(name, (request, reply) => send(name, request, reply))

  // the service worker takes it; here it arrives only from a browser whose worker is gone
  const toHome = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(pages.home.path, 303)
  // before the body, which is of a type that nothing else takes
  app.post('/share', { onRequest: toHome }, toHome)

  const showPage = (name: string, policy: string, status: number) => (request: FastifyRequest, reply: FastifyReply) => {
    const proper = properAddress(request.url)
    if (proper) return reply.redirect(proper, 308)
    return send(name, request, reply.code(status).header('content-security-policy', policy))
  }
  const pdfNeeds = { wasm: true, frame: docsViewer && new URL(docsViewer).origin }
  for (const [name, { path }] of Object.entries(pages)) {
    const policy = webPolicy(path === pages.viewFile.path ? pdfNeeds : {})
    app.get(path, showPage(`/${name}.html`, policy, 200))
  }
  return showPage('/index.html', webPolicy(), 404)
}

/**
 * The page that the web's router shows for a path, whatever its capitals and however many slashes it ends in, with its own
 * address for this path.
 */
export function findPage(path: string) {
  const given = path.replace(/\/+$/, '').split('/')
  // in the order of the contract, fixed parts come before ids
  for (const page of Object.values(pages)) {
    const parts = page.path.split('/').map((part, at) => (part.startsWith(':') ? (given[at] ?? '') : part))
    const isSame = (part: string, at: number) =>
      part.toLowerCase() === given[at]?.toLowerCase() && (part !== '' || at === 0)
    if (parts.length === given.length && parts.every(isSame)) return { page, address: parts.join('/') }
  }
  return undefined
}

/** The proper address of the page that is meant by another one; undefined for a page's own address and for no page. */
function properAddress(url: string) {
  const [path = '', query = ''] = url.split(/(?=\?)(.*)/s)
  const proper = findPage(path)?.address
  return proper === undefined || proper === path ? undefined : proper + query
}

/** True for an unknown address that may be a mistyped page, rather than a file or a call of the API. */
export function looksLikePage({ method, url }: FastifyRequest) {
  const path = url.replace(/[?#].*$/, '')
  return method === 'GET' && !/^\/(api|assets|socket\.io)(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}
