// Limits of time, size, unpacking, nesting and number for pages of other sites.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encoded, page, type Respond, startFakeSite } from './fake-site.ts'

const { site, server, url, requests, open, titleOf } = await startFakeSite()

describe('a page over a limit', () => {
  test('of time is abandoned: a slow page, a silent server and a silent name server', async () => {
    const slowly: Respond = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<!doctype html><title>')
      const timer = setInterval(() => response.write('a'), 20)
      request.socket.on('close', () => clearInterval(timer))
    }
    const begun = performance.now()
    expect(await titleOf(slowly, { timeoutMs: 300 })).toBeNull()
    expect(await titleOf(() => {}, { timeoutMs: 300 })).toBeNull()
    expect(await titleOf(page('El faro'), { timeoutMs: 300, lookup: () => new Promise(() => {}) })).toBeNull()
    expect(performance.now() - begun).toBeLessThan(4000)
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  })

  test('of size is abandoned: a page of a gigabyte after half a megabyte', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let sent = 0
    const title = await titleOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (sent < 2 ** 30 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      more()
    })
    expect(title).toBeNull()
    // the system's buffers come on top
    expect(sent).toBeLessThan(16 * 2 ** 20)
  })

  test('of size has a title only if it comes before the limit', async () => {
    const titleAfter = (bytes: number) =>
      titleOf(`<!doctype html><head><script>${'x'.repeat(bytes)}</script><title>Tarde</title>`)
    expect(await titleAfter(500 * 1024)).toBe('Tarde')
    expect(await titleAfter(513 * 1024)).toBeNull()
  })

  test('of unpacking is impossible: compressed pages are refused', async () => {
    expect(await titleOf(encoded('gzip', gzipSync(Buffer.alloc(2 ** 24))))).toBeNull()
    // any content encoding is refused
    expect(await titleOf(encoded('br', '<title>x</title>'))).toBeNull()
  })

  test.each([
    ['elements', '<i>'.repeat(170_000), null],
    ['elements of a head', '<noscript>'.repeat(50_000), null],
    ['attributes', `<i ${'a=1 '.repeat(120_000)}>`, null],
    ['entities', `<title>${'&amp;'.repeat(100_000)}`, '&'.repeat(500)],
    ['open tags', '<'.repeat(500_000), null],
    ['comments', '<!--'.repeat(120_000), null],
  ])('of nesting is still read in time: half a megabyte of %s', async (_what, html, title) => {
    // quadratic parsing would exceed the timeout of the test
    expect(await titleOf(`<!doctype html>${html}`, { timeoutMs: 60_000 })).toBe(title)
  })

  test('of concurrency is not read: the ninth page at once', async () => {
    const responses: ServerResponse[] = []
    site.respond = (_request, response) => void responses.push(response)
    const outside = open()
    const reading = Array.from({ length: 8 }, () => outside.readTitle(`${url}/`))
    await expect.poll(() => responses.length).toBe(8)
    expect(await outside.readTitle(`${url}/`)).toBeNull()
    expect(requests).toHaveLength(8)
    for (const response of responses) page('Todos')(requests[0] as IncomingMessage, response)
    expect(await Promise.all(reading)).toEqual(Array(8).fill('Todos'))
    site.respond = page('Otra vez')
    expect(await outside.readTitle(`${url}/`)).toBe('Otra vez')
  })
})
