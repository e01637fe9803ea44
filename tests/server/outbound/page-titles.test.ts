// Titles in pages of other sites.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openOutbound } from '../../../server/outbound/fetch.ts'
import { encoded, page, send, startFakeSite } from './fake-site.ts'

const { port, url, connections, requests, lookup, open, titleOf } = await startFakeSite()

test('the title of a page is read with a request that reveals nothing of the reader', async () => {
  expect(await open().readTitle(`${url}/uno?a=b#c`)).toBe('El faro')
  expect(connections).toHaveLength(1)
  const [request] = requests
  expect([request?.method, request?.url]).toEqual(['GET', '/uno?a=b'])
  const accepted = { accept: 'text/html', 'accept-language': 'es', 'accept-encoding': 'identity' }
  const host = `sitio.example:${port}`
  expect(request?.headers).toEqual({ host, 'user-agent': 'Alejandria', ...accepted, connection: 'close' })
})

const field = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/field', name))
type Given = Parameters<typeof titleOf>[0]
const spain = 'España: el niño y la canción'
/** With the first byte of an ñ in the place of a NUL. */
const cut = (html: string) => Buffer.from(Buffer.from(html).map((byte) => byte || 0xc3))

describe('no title is read from', () => {
  test.each<[string, Given]>([
    ['an error', (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>x')],
    ['JSON', page('x', 'application/json')],
    ['an image', page('x', 'image/svg+xml')],
    ['an answer without a content type', (_request, response) => response.writeHead(200).end('<title>x</title>')],
    ['an empty page', ''],
    ['a page without a title', '<!doctype html><p>Hola'],
    ['a page with a blank title', '<title> \n&nbsp;&#8203;</title>'],
    ['a title in the body', '<body><svg><title>Icono</title></svg>'],
    ['a title that can’t be read', '<title>Espa\ufffda</title>'],
    ['a page in a compression that nobody knows', encoded('zpaq', '<title>x</title>')],
    ['a title in a script', '<script>"<title>x</title>"</script>'],
    ['a title in a comment', '<!-- <title>x</title> -->'],
    ['an answer that breaks off', (request) => request.socket.destroy()],
    ['an answer that is not HTTP', (request) => request.socket.end('HTTP/9.9 nonsense\r\n\r\n')],
    ['a title of stacked combining marks', `<title>a${'\u0301'.repeat(200)}</title>`],
  ])('%s', async (_what, given) => {
    expect(await titleOf(given)).toBeNull()
  })

  test('a host that does not answer', async () => {
    const outside = openOutbound({ lookup, isPublic: () => true, ports: [1] })
    expect(await outside.readTitle('http://sitio.example:1/')).toBeNull()
  })
})

describe('a title is read', () => {
  const latin = (html: string) => Buffer.from(html, 'latin1')
  test.each<[string, Given, string]>([
    ['on one line', '<title>\n  El\t faro \r\n de  noche </title>', 'El faro de noche'],
    [
      'with its entities',
      '<title>T&iacute;a &amp; sobrina &#x2014; &lt;b&gt; &#8217;</title>',
      'Tía & sobrina — <b> ’',
    ],
    ['as the first of two', '<title>Uno</title><title>Dos</title>', 'Uno'],
    [
      'from og:title rather than from the title element',
      '<title>Uno | Sitio</title><meta property="og:title" content="Uno &amp; dos">',
      'Uno & dos',
    ],
    ['from og:title also when it is given by name', '<meta name="og:title" content="Dos"><title>Uno</title>', 'Dos'],
    [
      'from og:title with letters that are encoded twice, but not with other signs',
      '<meta property="og:title" content="Caf&amp;eacute; en Logro&amp;#241;o: &amp;lt;b&amp;gt; y &amp;ntile;">',
      'Café en Logroño: &lt;b&gt; y &ntile;',
    ],
    [
      'from the title element as it is, of which entities may be the theme',
      '<title>Qué es &amp;eacute;</title>',
      'Qué es &eacute;',
    ],
    [
      'from the title element when og:title is blank',
      '<meta property="og:title" content=" "><title>Uno</title>',
      'Uno',
    ],
    ['without invisible characters', '<title>El\u202e fa\u200bro\u0007\ufeff</title>', 'El faro'],
    ['in composed form (NFC)', '<title>Cafe\u0301</title>', 'Café'],
    ['from a title element that is never closed', '<title>El faro', 'El faro'],
    [
      'in Latin-1 according to the header',
      send(latin('<title>El Ñu</title>'), 'text/html; charset=ISO-8859-1'),
      'El Ñu',
    ],
    [
      'in Latin-1 according to the charset of the page',
      send(latin('<meta charset="iso-8859-1"><title>El Ñu</title>'), 'text/html'),
      'El Ñu',
    ],
    [
      'in Latin-1 according to the http-equiv of an old page',
      send(
        latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>El Ñu</title>'),
        'text/html',
      ),
      'El Ñu',
    ],
    [
      'in UTF-16 with a byte order mark',
      send(Buffer.from('\ufeff<title>El Ñu</title>', 'utf16le'), 'text/html'),
      'El Ñu',
    ],
    ['in windows-1252 without a charset', send(field('pagina-1252-sin-declarar.html'), 'text/html'), spain],
    ['in windows-1252 that calls itself UTF-8', field('pagina-1252-sin-declarar.html'), spain],
    ['in a charset declared late in the head', send(field('pagina-1252-declarada-tarde.html'), 'text/html'), spain],
    [
      'in the charset of an XML declaration',
      send(latin('<?xml version="1.0" encoding="iso-8859-1"?><html><title>El Ñu</title>'), 'application/xhtml+xml'),
      'El Ñu',
    ],
    [
      'in UTF-8 before and after a description that was cut within a letter',
      cut('<title>España</title><meta content="ni\0"><meta property="og:title" content="Año">'),
      'Año',
    ],
    ['with its emoji', field('pagina-titulo-con-emoji.html'), 'Receta 👩‍🍳 en familia 👨‍👩‍👧 🏳️‍🌈'],
    ['with flags of several parts', '<title>🏴󠁧󠁢󠁥󠁮󠁧󠁿 y 🏳️‍🌈</title>', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 y 🏳️‍🌈'],
    ['from twitter:title if there is no other', '<meta name="twitter:title" content="Tres"><p>', 'Tres'],
    ['of the page, not of a drawing before it', '<svg><title>icono</title></svg><title>Uno</title>', 'Uno'],
    ['compressed by gzip, which nobody asked for', encoded('gzip', gzipSync('<title>El Ñu</title>')), 'El Ñu'],
    ['compressed by br', encoded('br', brotliCompressSync('<title>El Ñu</title>')), 'El Ñu'],
    ['compressed by deflate', encoded('deflate', deflateSync('<title>El Ñu</title>')), 'El Ñu'],
    ['in UTF-8 without a charset', send('<title>El Ñu</title>', 'text/html'), 'El Ñu'],
    ['in UTF-8 with an unknown charset', send('<title>El Ñu</title>', 'text/html; charset=klingon'), 'El Ñu'],
    ['up to 500 characters', `<title>${'👵'.repeat(600)}</title>`, '👵'.repeat(500)],
  ])('%s', async (_what, given, title) => {
    expect(await titleOf(given)).toBe(title)
  })

  test('from a page that arrives byte by byte', async () => {
    const bytes = cut('<!doctype html><meta content="niña y ni\0"><title>El Ñu — y más</title>')
    const title = await titleOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      const next = (at: number): void => {
        if (at < bytes.length) response.write(bytes.subarray(at, at + 1), () => next(at + 1))
        else response.end()
      }
      next(0)
    })
    expect(title).toBe('El Ñu — y más')
  })
})
