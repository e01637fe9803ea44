// Handshakes and the end of sockets (DECISIONS §2, "Auth" and "Chat"): the origin, the token, the end of a session.
import { describe, expect, test } from 'vitest'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import {
  createBystanders,
  handshakeStatus,
  openMemberSocket,
  openRawSocket,
  refusalOf,
  until,
} from '../../support/server/sockets/sockets.ts'

const publicUrl = 'https://alejandria.example'
const community = await communityOfThisFile({ publicUrl: `${publicUrl}/` })
const { hipatia, port, origin } = community
const ana = await community.signIn('Ana')

const { createPerson: newcomer, expectMessageDelivered: somethingIsSaid } = createBystanders(community, ana)

describe.each(['polling', 'websocket'] as const)('a handshake by %s', (transport) => {
  const [accepted, refused] = transport === 'polling' ? [200, 403] : [101, 400]

  test.each([
    ['of our own pages', () => ({ origin })],
    ['of our own pages behind something that speaks https', () => ({ origin: `https://127.0.0.1:${port}` })],
    ['of our own pages under their public address', () => ({ origin: publicUrl })],
    ['of a program, which names no origin', () => ({})],
    ['of a browser that says it is ours', () => ({ origin, 'sec-fetch-site': 'same-origin' })],
    ['of an address that was typed', () => ({ 'sec-fetch-site': 'none' })],
  ])('%s is answered', async (_what, headers) => {
    expect(await handshakeStatus(port, transport, headers())).toBe(accepted)
  })

  test.each([
    ...['https://evil.example', 'null', '', 'https://alejandria.example.evil.example', 'https://alejandria.example`'],
    ...['https://alejandria.example`.evil.example', 'https://alejandria.example.', 'https://alejandria.example/'],
    ...['https://alejandria.example:8443', 'https://evilalejandria.example', 'https://alejandria.example@evil.example'],
    ...['https://evil.example/https://alejandria.example', 'https://sub.alejandria.example', 'file://'],
    ...['http://alejandria.example', 'HTTPS://ALEJANDRIA.EXAMPLE', 'http://127.0.0.1', 'http://127.0.0.1:1'],
    ...['https://alejandria.example, https://evil.example', 'http://localhost'],
  ])('of a page of %j is refused before it begins', async (foreign) => {
    expect(await handshakeStatus(port, transport, { origin: foreign })).toBe(refused)
  })

  test.each(['cross-site', 'same-site', 'x'])(
    'with Sec-Fetch-Site %s is refused, whatever its origin is',
    async (site) => {
      expect(await handshakeStatus(port, transport, { 'sec-fetch-site': site })).toBe(refused)
      expect(await handshakeStatus(port, transport, { origin, 'sec-fetch-site': site })).toBe(refused)
    },
  )
})

test('a cross-site post to a polling session of a visitor has no effect without a token', async () => {
  const begun = await (await fetch(`${origin}/socket.io/?EIO=4&transport=polling`)).text()
  const { sid } = JSON.parse(begun.slice(1)) as { sid: string }
  const writes = community.watchWrites()
  const address = `${origin}/socket.io/?EIO=4&transport=polling&sid=${sid}`
  const form = { authorization: `Bearer ${ana.token}`, 'content-type': 'text/plain', cookie: `token=${ana.token}` }
  await fetch(`${address}&token=${ana.token}`, { method: 'POST', headers: form, body: '40{}' })
  expect(await (await fetch(address)).text()).toContain('44{"message":"unauthorized"}')
  const body = '42["send_message",{"message":"hola"}]'
  await fetch(`${address}&token=${ana.token}`, { method: 'POST', headers: form, body })
  expect(writes()).toEqual([])
})

test.each([
  ['an answer', 200, ''],
  ['a refusal', 400, '&sid=nadie'],
])(
  '%s of the sockets allows no other origin to read it, and has the headers of every answer',
  async (_what, status, more) => {
    const answer = await fetch(`${origin}/socket.io/?EIO=4&transport=polling${more}`)
    expect(answer.status).toBe(status)
    for (const name of ['access-control-allow-origin', 'set-cookie']) expect(answer.headers.has(name)).toBe(false)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  },
)

describe('the token of a handshake', () => {
  test.each([['polling'], ['websocket'], ['polling', 'websocket']] as const)(
    'in `auth` opens a socket (%s)',
    async (...transports) => {
      const socket = await openMemberSocket(community, ana, { transports: [...transports] })
      expect(socket.isOpen()).toBe(true)
      expect(await socket.says('Buenas tardes')).toMatchObject({ username: 'Ana', message: 'Buenas tardes' })
    },
  )

  test('is refused anywhere but in auth', async () => {
    const { token } = ana
    const openings: Parameters<typeof refusalOf>[2][] = [
      { query: { token, access_token: token, auth_token: token } },
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { cookie: `auth_token=${token}; token=${token}; io=${token}` } },
      { headers: { 'x-auth-token': token } },
    ]
    for (const opening of openings)
      for (const transport of ['polling', 'websocket'] as const) {
        const refusal = await refusalOf(community, {}, { ...opening, auth: {}, transports: [transport] })
        expect(refusal).toBe('unauthorized')
      }
  })

  test('has to be complete and of an active session', async () => {
    const { token } = ana
    const late = await newcomer()
    expectDone(await late.post('/auth/logout'))
    for (const wrong of [
      ...[undefined, null, '', 'null', 'A'.repeat(43), 5, true, {}, [], [token], { token }, { toString: token }],
      ...[`Bearer ${token}`, ` ${token}`, `${token} `, `${token}\0`, token.slice(0, -1), `${token}A`],
      ...[token.toLowerCase(), 'x'.repeat(10_000), late.token],
    ])
      expect(await refusalOf(community, {}, { auth: { token: wrong } })).toBe('unauthorized')
    for (const auth of [{}, { Token: token }, { auth: { token } }, JSON.parse(`{"__proto__":{"token":"${token}"}}`)])
      expect(await refusalOf(community, {}, { auth })).toBe('unauthorized')
  })

  test('is refused in anything but an object', async () => {
    for (const packet of ['40[]', `40["${ana.token}"]`, `40"${ana.token}"`, '40null', '40{']) {
      const connection = await openRawSocket(community)
      connection.send(packet)
      await until(() => expect(connection.isOpen()).toBe(false))
      expect(connection.heard()).toHaveLength(1)
    }
  })

  test('is refused for a deactivated account, also after it is activated again', async () => {
    const carmen = await newcomer()
    for (let turn = 0; turn < 2; turn++) {
      expectDone(await hipatia.post(`/auth/users/${carmen.id}/toggle-status`))
      expect(await refusalOf(community, carmen)).toBe('unauthorized')
    }
  })
})

test('an earlier socket id doesn’t replace the token', async () => {
  const connection = await openRawSocket(community)
  connection.send(`40{"token":"${ana.token}","pid":"x","offset":"y"}`)
  await until(() => expect(connection.heard().length).toBeGreaterThan(1))
  // the library would add a `pid` here if it kept sockets for reconnecting clients
  expect(connection.heard()[1]).toMatch(/^40\{"sid":"[\w-]+"\}$/)
  const { sid } = JSON.parse(connection.heard()[1]?.slice(2) ?? '')
  for (const auth of [{ pid: sid, offset: '1' }, { sid }])
    expect(await refusalOf(community, {}, { auth })).toBe('unauthorized')
})

test.each([
  ['a connection without a handshake', undefined],
  ['a refused connection', `40{"token":"${'A'.repeat(43)}"}`],
])('%s receives nothing and has no effect', async (_what, packet) => {
  const unauthenticated = await openRawSocket(community)
  if (packet) unauthenticated.send(packet)
  const heard = [expect.stringMatching(/^0\{"sid"/), ...(packet ? ['44{"message":"unauthorized"}'] : [])]
  await until(() => expect(unauthenticated.heard()).toEqual(heard))
  await somethingIsSaid()
  unauthenticated.send('42["send_message",{"message":"Sin presentarme"}]')
  await until(() => expect(unauthenticated.isOpen()).toBe(false))
  expect(unauthenticated.heard()).toEqual(heard)
  expect((await ana.get('/chat/messages')).text).not.toContain('Sin presentarme')
})

test('other namespaces are refused', async () => {
  const connection = await openRawSocket(community)
  for (const namespace of ['/admin', '/__proto__', '/constructor', '//'])
    connection.send(`40${namespace},{"token":"${ana.token}"}`)
  await until(() => expect(connection.heard().length).toBeGreaterThan(4))
  for (const packet of connection.heard().slice(1)) expect(packet).toContain('Invalid namespace')
})
