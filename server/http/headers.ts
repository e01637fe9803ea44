import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every answer: nothing is kept by a cache unless its route says so, and nothing in it can run. */
export const headersOfAll = ({ https }: { https: boolean }) => ({
  ...always,
  'content-security-policy': inert,
  'cache-control': 'no-store',
  ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

export const secureHeaders = (options: { https: boolean }) => (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers({ ...headersOfAll(options), 'x-request-id': request.id })

/** What one page needs beside the others. */
interface PageNeeds {
  /** WebAssembly, which decodes the pictures of PDFs. */
  wasm?: boolean
  /** One more place that may be framed. */
  frame?: string | undefined
}

const ours = ({ wasm, frame }: PageNeeds) => [
  "default-src 'none'",
  `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
  // https: pictures of other sites, which the reader has agreed to see
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
]

/** Lets a page load what is ours and no inline script or style but with the nonce, which it gives back. */
export function allowPage(reply: FastifyReply, needs: PageNeeds = {}) {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', [...ours(needs), `style-src 'self' 'nonce-${nonce}'`].join('; '))
  return nonce
}

/** What the worker that reads PDFs may do: a worker obeys its own answer, not the page's. */
export const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
