import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/index.ts'

/** Headers of every response: no caching unless its route allows it, and no active content. */
export const headersOfAll = (publicUrl: string | undefined) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

export function secureHeaders(publicUrl: string | undefined) {
  const headers = headersOfAll(publicUrl)
  return (request: FastifyRequest, reply: FastifyReply) => reply.headers(headers).header('x-request-id', request.id)
}

interface PageNeeds {
  /** WebAssembly, for pictures in PDFs. */
  wasm?: boolean
  /** Additional origin for frames. */
  frame?: string | undefined
}

const pagePolicy = ({ wasm, frame }: PageNeeds) => [
  "default-src 'none'",
  `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
  // https: pictures of other sites, after the reader's consent
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  `frame-src https://www.youtube-nocookie.com${frame ? ` ${frame}` : ''}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // the only ones, each of one fixed address: of web/files/pdf's worker, and of the service worker
  'trusted-types pdf-worker service-worker',
  // not `report-to`, for which Chromium waits up to a minute, and which it takes over HTTPS only
  `report-uri /api${api.policyReports.create.path}`,
]

/** Policy of a page of the web: only our own files, nothing inline. */
export const webPolicy = (needs: PageNeeds = {}) => [...pagePolicy(needs), "style-src 'self'"].join('; ')

/** Sets the policy of a page made by the server: only our own files, and inline styles with the returned nonce. */
export function allowPage(reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', [...pagePolicy({}), `style-src 'self' 'nonce-${nonce}'`].join('; '))
  return nonce
}

/** Policy of the worker that reads PDFs: a worker obeys its own response's policy, not the page's. */
export const pdfWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Policy of the service worker, which fetches what pages do, and the icons of notifications. */
export const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
