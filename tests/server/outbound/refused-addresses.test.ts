// Refused addresses, above all those of this network.
import { describe, expect, test } from 'vitest'
import { isPublicAddress, openLookup } from '../../../server/outbound/connect.ts'
import { openOutbound } from '../../../server/outbound/fetch.ts'
import { startFakeSite } from './fake-site.ts'

const { site, port, url, connections, requests, lookups, lookup, open, openStrict } = await startFakeSite()

describe('an internal address is refused before any connection', () => {
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
    ...['nadie.example', '[fe80::1%25lo]'],
  ]
  test.each(hosts)('http://%s', async (host) => {
    const outside = openStrict()
    for (const address of [`http://${host}:${port}/`, `http://${host}/`, `https://${host}:${port}/`])
      expect(await outside.readTitle(address)).toBeNull()
    expect(connections).toEqual([])
  })

  test('a host with an internal address among public ones', async () => {
    for (const addresses of [
      ['127.0.0.1', '10.0.0.7'],
      ['10.0.0.7', '127.0.0.1'],
    ])
      expect(await open({ lookup: async () => addresses }).readTitle(`${url}/`)).toBeNull()
    expect(connections).toEqual([])
  })

  test('public addresses are recognised, and those with a zone and text that is no address rejected', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4003::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true])
    for (const wrong of ['', 'sitio.example', '1.2.3', '::ffff', '999.1.1.1', 'fe80::1%lo', '2606:4700::1111%lo'])
      expect([wrong, isPublicAddress(wrong)]).toEqual([wrong, false])
  })
})

test('a host name is resolved once, so that its address cannot change between check and connection', async () => {
  const answersInTurn = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
  let times = 0
  const changing = async () => answersInTurn[times++] ?? []
  expect(await open({ lookup: changing }).readTitle(`${url}/`)).toBe('El faro')
  expect(times).toBe(1)
  expect(connections).toHaveLength(1)

  connections.length = 0
  expect(await open({ lookup: changing }).readTitle(`${url}/`)).toBeNull()
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
])('an address that can’t be a web page is refused without a lookup: %s', async (address) => {
  expect(await open().readTitle(address)).toBeNull()
  expect(lookups).toEqual([])
  expect(connections).toEqual([])
})

test('ports other than 80 and 443 are refused without a lookup', async () => {
  const outside = openOutbound({ lookup, isPublic: () => true })
  for (const other of [port, 22, 25, 6379, 5432, 8080, 1])
    expect(await outside.readTitle(`http://sitio.example:${other}/`)).toBeNull()
  expect(lookups).toEqual([])
  expect(connections).toEqual([])
})

test('a community that names the sites asks no others, and none at all if it names none', async () => {
  const titleAt = (hosts: string[], address = `${url}/`) => open({ hosts }).readTitle(address)
  for (const hosts of [['sitio.example'], ['*.sitio.example'], ['*.example'], ['otro.example', 'sitio.example']])
    expect(await titleAt(hosts)).toBe('El faro')
  lookups.length = 0
  for (const hosts of [[], ['otro.example'], ['tio.example'], ['*.tio.example'], ['www.sitio.example']])
    expect(await titleAt(hosts)).toBeNull()
  expect(await titleAt(['sitio.example'], `http://127.0.0.1:${port}/`)).toBeNull()
  expect(lookups).toEqual([])

  site.respond = (_request, response) =>
    response.writeHead(302, { location: `http://otro.sitio.example:${port}/` }).end()
  expect(await titleAt(['sitio.example'])).toBeNull()
  expect(lookups).toEqual(['sitio.example'])
})

test('a line break in an address adds no header', async () => {
  await open().readTitle(`${url}/a%0d%0aX-Evil:%201\r\nX-Worse: 1`)
  expect(requests[0]?.url).toBe('/a%0d%0aX-Evil:%201X-Worse:%201')
  expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('x-evil')
})

test('an unknown host name has no addresses, and causes no error', async () => {
  expect(await openLookup()('nadie.invalid')).toEqual([])
})
