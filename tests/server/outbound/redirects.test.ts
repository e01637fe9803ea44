// Redirects of other sites.
import { describe, expect, test } from 'vitest'
import { page, type Respond, startFakeSite } from './fake-site.ts'

const { site, port, url, requests, open, titleOf } = await startFakeSite()

describe('a redirect', () => {
  const to =
    (location: string, status = 302): Respond =>
    (request, response) =>
      request.url === '/' ? response.writeHead(status, { location }).end() : page('Aquí')(request, response)

  test.each([301, 302, 303, 307, 308])('(%i) is followed, also to another site', async (status) => {
    for (const location of [`http://otro.example:${port}/aqui`, '/aqui'])
      expect(await titleOf(to(location, status))).toBe('Aquí')
  })

  test('is followed ten times at most, so that a circle ends', async () => {
    site.respond = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else page('Por fin')(request, response)
    }
    expect(await open().readTitle(`${url}/10`)).toBe('Por fin')
    expect(await open().readTitle(`${url}/11`)).toBeNull()
    requests.length = 0
    expect(await titleOf((_request, response) => response.writeHead(302, { location: '/' }).end())).toBeNull()
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
    expect(await titleOf(to(location.replace('PORT', String(port))))).toBeNull()
    expect(requests.map(({ url }) => url)).toEqual(location === '' ? expect.arrayContaining(['/']) : ['/'])
  })

  test('may be written in UTF-8, as browsers read it', async () => {
    const title = await titleOf((request, response) => {
      if (request.url === '/') response.socket?.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /año\r\n\r\n'))
      else page('Año nuevo')(request, response)
    })
    expect(title).toBe('Año nuevo')
    expect(requests.map(({ url }) => url)).toEqual(['/', '/a%C3%B1o'])
  })

  test('without a location has no title', async () => {
    expect(await titleOf((_request, response) => response.writeHead(302).end('<title>x</title>'))).toBeNull()
  })
})
