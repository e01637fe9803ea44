import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pages } from '../../contract/pages.ts'
import { allowPage, pdfWorkerPolicy } from './headers.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
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

const encodings = { br: 'br', gzip: 'gz' } as const

/** One file of the built web, with the packed forms that lie beside it. */
function read(path: string, name: string) {
  const raw = readFileSync(path)
  const packed = Object.entries(encodings).flatMap(([encoding, ending]) =>
    existsSync(`${path}.${ending}`) ? [{ encoding, bytes: readFileSync(`${path}.${ending}`) }] : [],
  )
  const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 16)}"`
  const headers = {
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    etag,
    vary: 'accept-encoding',
    // what lies in assets has its hash in its name
    ...(/\/pdf\.worker[\w.-]*\.mjs$/.test(name) ? { 'content-security-policy': pdfWorkerPolicy } : {}),
    'cache-control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  return { raw, packed, etag, headers }
}

/**
 * Serves the built web from memory. Every address that is a page gets index.html, with a fresh nonce. What it returns
 * shows the same page under another status: for an address that is none, the web says so.
 */
export function serveWeb(app: FastifyInstance, root: string, docsViewer?: string) {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name) && file.name !== '.built')
    .map((file) => `/${relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/')}`)

  for (const name of names) {
    if (name === '/index.html') continue
    const file = read(join(root, name), name)
    app.get(name, (request, reply) => {
      reply.headers(file.headers)
      if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const packed = file.packed.find(({ encoding }) => accepted.includes(encoding))
      if (packed) return reply.header('content-encoding', packed.encoding).send(packed.bytes)
      return reply.send(file.raw)
    })
  }

  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const showPage = (reply: FastifyReply, status: number, needs = {}) =>
    reply
      .code(status)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__NONCE__', allowPage(reply, needs)))
  const showsPdf = { wasm: true, frame: docsViewer && new URL(docsViewer).origin }
  for (const { path } of Object.values(pages)) {
    const needs = path === pages.viewFile.path ? showsPdf : {}
    app.get(path, (_request, reply) => showPage(reply, 200, needs))
  }
  return (reply: FastifyReply, status: number) => showPage(reply, status)
}

/** Whether an address that nothing answers may be a mistyped page, rather than a file or a call. */
export function isPageAddress({ method, url }: FastifyRequest) {
  const path = url.replace(/[?#].*$/, '')
  return method === 'GET' && !/^\/(api|assets|socket\.io)(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}
