// Redirects of other sites.
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { page, type Respond, startFakeSite } from './fake-site.ts'

const { site, port, url, requests, open } = await startFakeSite()

describe('a redirect', () => {
  const to =
    (location: string, status = 302): Respond =>
    (request, response) =>
      request.url === '/' ? response.writeHead(status, { location }).end() : page('Aquí')(request, response)

  test.each([301, 302, 303, 307, 308])('(%i) is followed, also to another site', async (status) => {
    site.respond = to(`http://otro.example:${port}/aqui`, status)
    expect(await open().readTitle(`${url}/`)).toBe('Aquí')
    site.respond = to('/aqui', status)
    expect(await open().readTitle(`${url}/`)).toBe('Aquí')
  })

  test('is followed ten times at most, so that a circle ends', async () => {
    site.respond = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else page('Por fin')({} as IncomingMessage, response)
    }
    expect(await open().readTitle(`${url}/10`)).toBe('Por fin')
    expect(await open().readTitle(`${url}/11`)).toBeNull()
    requests.length = 0
    site.respond = (_request, response) => response.writeHead(302, { location: '/' }).end()
    expect(await open().readTitle(`${url}/`)).toBeNull()
    expect(requests).toHaveLength(11)
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
  ])('to %s is not followed', async (location) => {
    // localhost also has the address ::1, which is not public
    site.respond = to(location.replace('PORT', String(port)))
    expect(await open().readTitle(`${url}/`)).toBeNull()
    expect(requests.map(({ url }) => url)).toEqual(location === '' ? expect.arrayContaining(['/']) : ['/'])
  })

  test('may be written in UTF-8, as browsers read it', async () => {
    site.respond = ({ url }, response) => {
      if (url === '/') response.socket?.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /año\r\n\r\n'))
      else page('Año nuevo')({} as IncomingMessage, response)
    }
    expect(await open().readTitle(`${url}/`)).toBe('Año nuevo')
    expect(requests.map(({ url }) => url)).toEqual(['/', '/a%C3%B1o'])
  })

  test('without a location has no title', async () => {
    site.respond = (_request, response) => response.writeHead(302).end('<title>x</title>')
    expect(await open().readTitle(`${url}/`)).toBeNull()
  })
})
