// What is read from other sites: never anything of this network, whatever the address looks like.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openOutside } from '../server/outside/outside.ts'
import { isPublicAddress } from '../server/outside/public-address.ts'
import { openLookup } from '../server/outside/resolve.ts'

type Answers = (request: IncomingMessage, response: ServerResponse) => void

/** A site on loopback that notes who connects and what is asked. */
const connections: string[] = []
const requests: IncomingMessage[] = []
let answers: Answers = () => {}
const server = createServer((request, response) => {
  requests.push(request)
  answers(request, response)
})
server.on('connection', (socket) => connections.push(socket.remoteAddress ?? ''))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  connections.length = 0
  requests.length = 0
  answers = page('El faro')
})

const page =
  (title: string, type = 'text/html; charset=utf-8'): Answers =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(`<!doctype html><title>${title}</title><p>Hola`)
const send =
  (html: string | Buffer, type = 'text/html; charset=utf-8'): Answers =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(html)

/** A name server of our own: everything it is asked is noted. */
const asked: string[] = []
const names: Record<string, string[]> = {
  'sitio.example': ['127.0.0.1'],
  'otro.example': ['127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1', '::1'],
  'privado.example': ['10.0.0.7'],
  'mezclado.example': ['93.184.216.34', '169.254.169.254'],
  'seis.example': ['fd00:ec2::254'],
}
const lookup = async (host: string) => {
  asked.push(host)
  return names[host] ?? []
}

/** Where loopback stands for the internet, or rather one address of it, for these names. */
const open = (more: Parameters<typeof openOutside>[0] = {}) =>
  openOutside({ lookup, isPublic: (address) => address === '127.0.0.1', ports: [port], ...more })
/** The same port, with the check as it is. */
const strict = (more: Parameters<typeof openOutside>[0] = {}) =>
  openOutside({ lookup, ports: [80, 443, port], within: 2000, ...more })
const site = `http://sitio.example:${port}`

test('the title of a page is read, asked for plainly', async () => {
  expect(await open().readTitle(`${site}/uno?a=b#c`)).toBe('El faro')
  expect(connections).toHaveLength(1)
  const [request] = requests
  expect(request?.url).toBe('/uno?a=b')
  expect(request?.method).toBe('GET')
  expect(request?.headers).toEqual({
    host: `sitio.example:${port}`,
    'user-agent': 'Alejandria',
    accept: 'text/html',
    'accept-language': 'es',
    'accept-encoding': 'identity',
    connection: 'close',
  })
})

describe('an address inside is refused before anything is connected to', () => {
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001', '0.0.0.0', '0'],
    ...['127.0.0.1.', '127.255.255.254', '①②⑦.0.0.1', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1'],
    ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254', '192.0.0.8'],
    ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '192.88.99.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[::ffff:0:169.254.169.254]', '[::ffff:8.8.8.8]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]'],
    ...['[2002:a9fe:a9fe::]', '[2002:7f00:1::]', '[2001::1]', '[2001:0:4136:e378::1]', '[fd00:ec2::254]', '[fc00::1]'],
    ...['[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'privado.example', 'mezclado.example', 'seis.example', 'sitio.example'],
    ...['nadie.example'],
  ]
  test.each(hosts)('http://%s', async (host) => {
    const outside = strict()
    for (const address of [`http://${host}:${port}/`, `http://${host}/`, `https://${host}:${port}/`])
      expect(await outside.readTitle(address)).toBeNull()
    expect(connections).toEqual([])
  })

  test('and one with a zone isn’t even an address', async () => {
    expect(await strict().readTitle(`http://[fe80::1%25lo]:${port}/`)).toBeNull()
    expect(isPublicAddress('fe80::1%lo')).toBe(false)
    expect(isPublicAddress('2606:4700::1111%lo')).toBe(false)
  })

  test('while the public ones are what they are', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4003::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
    for (const nonsense of ['', 'sitio.example', '1.2.3', '::ffff', '999.1.1.1'])
      expect([nonsense, isPublicAddress(nonsense)]).toEqual([nonsense, false])
  })
})

test('a name that is one thing when it is checked and another afterwards gets nothing', async () => {
  const answersInTurn = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
  let times = 0
  const changing = async () => answersInTurn[times++] ?? []
  expect(await open({ lookup: changing }).readTitle(`${site}/`)).toBe('El faro')
  // resolved once, and connected to what was checked
  expect(times).toBe(1)
  expect(connections).toHaveLength(1)

  connections.length = 0
  expect(await open({ lookup: changing }).readTitle(`${site}/`)).toBeNull()
  expect(times).toBe(2)
  expect(connections).toEqual([])
})

test.each([
  'file:///etc/passwd',
  `ftp://sitio.example:${port}/`,
  `gopher://sitio.example:${port}/`,
  'data:text/html,<title>Hola</title>',
  'javascript:alert(1)',
  `http://ana:clave@sitio.example:${port}/`,
  `http://ana@sitio.example:${port}/`,
  'http://',
  'nada',
  '',
])('an address that isn’t one of a page is refused: %s', async (address) => {
  asked.length = 0
  expect(await open().readTitle(address)).toBeNull()
  expect(asked).toEqual([])
  expect(connections).toEqual([])
})

test('other ports than 80 and 443 are refused', async () => {
  asked.length = 0
  const outside = openOutside({ lookup, isPublic: () => true })
  for (const other of [port, 22, 25, 6379, 5432, 8080, 1])
    expect(await outside.readTitle(`http://sitio.example:${other}/`)).toBeNull()
  expect(asked).toEqual([])
  expect(connections).toEqual([])
})

test('a line break in an address adds no header', async () => {
  await open().readTitle(`${site}/a%0d%0aX-Evil:%201\r\nX-Worse: 1`)
  expect(requests[0]?.url).toBe('/a%0d%0aX-Evil:%201X-Worse:%201')
  expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('x-evil')
})

describe('a redirect', () => {
  const to =
    (location: string, status = 302): Answers =>
    (request, response) =>
      request.url === '/' ? response.writeHead(status, { location }).end() : page('Aquí')(request, response)

  test.each([301, 302, 303, 307, 308])('(%i) is followed, also to another site', async (status) => {
    answers = to(`http://otro.example:${port}/aqui`, status)
    expect(await open().readTitle(`${site}/`)).toBe('Aquí')
    answers = to('/aqui', status)
    expect(await open().readTitle(`${site}/`)).toBe('Aquí')
  })

  test('is followed three times and no more; one that goes round ends', async () => {
    answers = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else page('Por fin')({} as IncomingMessage, response)
    }
    expect(await open().readTitle(`${site}/3`)).toBe('Por fin')
    expect(await open().readTitle(`${site}/4`)).toBeNull()
    requests.length = 0
    answers = (_request, response) => response.writeHead(302, { location: '/' }).end()
    expect(await open().readTitle(`${site}/`)).toBeNull()
    expect(requests).toHaveLength(4)
  })

  test.each([
    `http://[::1]:${'PORT'}/`,
    'http://localhost:PORT/',
    'http://privado.example:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706434:PORT/',
    'http://sitio.example:1/',
    'http://ana:clave@sitio.example:PORT/',
    'file:///etc/passwd',
    'data:text/html,<title>x</title>',
    'gopher://sitio.example:PORT/',
    'http://',
    '',
  ])('to %s isn’t followed', async (location) => {
    // localhost answers with ::1, too, which is no public one
    answers = to(location.replace('PORT', String(port)))
    expect(await open().readTitle(`${site}/`)).toBeNull()
    expect(requests.map(({ url }) => url)).toEqual(location === '' ? expect.arrayContaining(['/']) : ['/'])
  })

  test('without a place to go to is no page', async () => {
    answers = (_request, response) => response.writeHead(302).end('<title>x</title>')
    expect(await open().readTitle(`${site}/`)).toBeNull()
  })
})

describe('a page that wants too much', () => {
  test('time: one that drips, and one that never answers', async () => {
    const timers = new Set<NodeJS.Timeout>()
    answers = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<!doctype html><title>')
      const timer = setInterval(() => response.write('a'), 20)
      timers.add(timer)
      request.socket.on('close', () => clearInterval(timer))
    }
    const begun = performance.now()
    expect(await open({ within: 300 }).readTitle(`${site}/`)).toBeNull()
    answers = () => {}
    expect(await open({ within: 300 }).readTitle(`${site}/`)).toBeNull()
    expect(await open({ within: 300, lookup: () => new Promise(() => {}) }).readTitle(`${site}/`)).toBeNull()
    expect(performance.now() - begun).toBeLessThan(4000)
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  })

  test('room: one of a gigabyte is left after half a megabyte', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let sent = 0
    answers = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (sent < 2 ** 30 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      more()
    }
    expect(await open().readTitle(`${site}/`)).toBeNull()
    // what the system holds on the way comes on top
    expect(sent).toBeLessThan(16 * 2 ** 20)
  })

  test('a title before the limit is read, one after it isn’t', async () => {
    const titleAfter = (bytes: number) =>
      `<!doctype html><head><script>${'x'.repeat(bytes)}</script><title>Tarde</title>`
    answers = send(titleAfter(500 * 1024))
    expect(await open().readTitle(`${site}/`)).toBe('Tarde')
    answers = send(titleAfter(513 * 1024))
    expect(await open().readTitle(`${site}/`)).toBeNull()
  })

  test('packed: a bomb isn’t opened', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 24))
    answers = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
    expect(await open().readTitle(`${site}/`)).toBeNull()
    // nor is anything else that says it is packed
    answers = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end('<title>x</title>')
    expect(await open().readTitle(`${site}/`)).toBeNull()
  })

  test.each([
    ['elements', '<i>'.repeat(170_000), null],
    ['elements of a head', '<noscript>'.repeat(50_000), null],
    ['attributes', `<i ${'a=1 '.repeat(120_000)}>`, null],
    ['entities', `<title>${'&amp;'.repeat(100_000)}`, '&'.repeat(500)],
    ['open tags', '<'.repeat(500_000), null],
    ['comments', '<!--'.repeat(120_000), null],
  ])('depth: half a megabyte of %s is read to its end', async (_what, html, title) => {
    answers = send(`<!doctype html>${html}`)
    // what takes longer the more there is would not come to an end: the deadline is the test's own
    expect(await open({ within: 60_000 }).readTitle(`${site}/`)).toBe(title)
  })

  test('company: no more than eight are read at once', async () => {
    const held: ServerResponse[] = []
    answers = (_request, response) => void held.push(response)
    const outside = open()
    const reading = Array.from({ length: 8 }, () => outside.readTitle(`${site}/`))
    await expect.poll(() => held.length).toBe(8)
    expect(await outside.readTitle(`${site}/`)).toBeNull()
    expect(requests).toHaveLength(8)
    for (const response of held) page('Todos')(requests[0] as IncomingMessage, response)
    expect(await Promise.all(reading)).toEqual(Array(8).fill('Todos'))
    answers = page('Otra vez')
    expect(await outside.readTitle(`${site}/`)).toBe('Otra vez')
  })
})

describe('no title is', () => {
  test.each<[string, Answers]>([
    ['of an error', (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>x')],
    ['of JSON', page('x', 'application/json')],
    ['of a picture', page('x', 'image/svg+xml')],
    ['of who knows what', (_request, response) => response.writeHead(200).end('<title>x</title>')],
    ['of an empty page', send('')],
    ['of a page without one', send('<!doctype html><p>Hola')],
    ['of a page with a blank one', send('<title> \n&nbsp;&#8203;</title>')],
    ['in the body', send('<body><svg><title>Icono</title></svg>')],
    ['in a script', send('<script>"<title>x</title>"</script>')],
    ['in a comment', send('<!-- <title>x</title> -->')],
    ['of an answer that breaks off', (request) => request.socket.destroy()],
    ['of nonsense', (request) => request.socket.end('HTTP/9.9 nonsense\r\n\r\n')],
    ['made of stacked signs', send(`<title>a${'\u0301'.repeat(200)}</title>`)],
  ])('%s', async (_what, given) => {
    answers = given
    expect(await open().readTitle(`${site}/`)).toBeNull()
  })

  test('of a host that doesn’t answer', async () => {
    const outside = openOutside({ lookup, isPublic: () => true, ports: [1] })
    expect(await outside.readTitle('http://sitio.example:1/')).toBeNull()
  })
})

describe('a title is', () => {
  const latin = (html: string) => Buffer.from(html, 'latin1')
  test.each<[string, Answers, string]>([
    ['on one line', send('<title>\n  El\t faro \r\n de  noche </title>'), 'El faro de noche'],
    [
      'with its entities',
      send('<title>T&iacute;a &amp; sobrina &#x2014; &lt;b&gt; &#8217;</title>'),
      'Tía & sobrina — <b> ’',
    ],
    ['the first', send('<title>Uno</title><title>Dos</title>'), 'Uno'],
    [
      'the site’s own words for sharing',
      send('<title>Uno | Sitio</title><meta property="og:title" content="Uno &amp; dos">'),
      'Uno & dos',
    ],
    ['those also by name', send('<meta name="og:title" content="Dos"><title>Uno</title>'), 'Dos'],
    ['the page’s where those are blank', send('<meta property="og:title" content=" "><title>Uno</title>'), 'Uno'],
    ['without what can’t be seen', send('<title>El\u202e fa\u200bro\u0007\ufeff</title>'), 'El faro'],
    ['composed', send('<title>Cafe\u0301</title>'), 'Café'],
    ['of a page that never closes it', send('<title>El faro'), 'El faro'],
    ['in Latin-1 as the header says', send(latin('<title>El Ñu</title>'), 'text/html; charset=ISO-8859-1'), 'El Ñu'],
    [
      'in Latin-1 as the page says',
      send(latin('<meta charset="iso-8859-1"><title>El Ñu</title>'), 'text/html'),
      'El Ñu',
    ],
    [
      'in Latin-1 as old pages say',
      send(
        latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>El Ñu</title>'),
        'text/html',
      ),
      'El Ñu',
    ],
    ['in UTF-16 with its mark', send(Buffer.from('\ufeff<title>El Ñu</title>', 'utf16le'), 'text/html'), 'El Ñu'],
    ['in UTF-8 where nobody says', send('<title>El Ñu</title>', 'text/html'), 'El Ñu'],
    ['in UTF-8 where nobody knows what is said', send('<title>El Ñu</title>', 'text/html; charset=klingon'), 'El Ñu'],
    ['no longer than one may be', send(`<title>${'👵'.repeat(600)}</title>`), '👵'.repeat(500)],
  ])('%s', async (_what, given, title) => {
    answers = given
    expect(await open().readTitle(`${site}/`)).toBe(title)
  })

  test('read as it comes, letter by letter', async () => {
    const bytes = Buffer.from('<!doctype html><title>El Ñu — y más</title>')
    answers = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      const next = (at: number): void => {
        if (at < bytes.length) response.write(bytes.subarray(at, at + 1), () => next(at + 1))
        else response.end()
      }
      next(0)
    }
    expect(await open().readTitle(`${site}/`)).toBe('El Ñu — y más')
  })
})

test('a name that nobody has is no error', async () => {
  expect(await openLookup()('nadie.invalid')).toEqual([])
})
