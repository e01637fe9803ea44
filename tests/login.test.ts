// Signing in and what slows down whoever guesses (DECISIONS §2, "Auth").
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { done, foundCommunity, minutes, passwordOf, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, visitor, tryToSignIn } = community

/** Forgets every failure so far, as time does. */
const later = () => community.passes(minutes(16))

const behindProxy = await foundCommunity({ trustedProxies: ['127.0.0.1'] })
afterAll(() => behindProxy.close())
/** Tries to sign in from an address of the internet, through a proxy that the server trusts. */
const from = (address: string, name: string, password?: string) =>
  behindProxy.tryToSignIn(name, password, { headers: { 'x-forwarded-for': address } })

const times = <T>(count: number, work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))
/** Which answers there were, sorted: they are asked for at once. */
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()
const howMany = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('signing in', () => {
  test('Ana gets a token of her own and her account, without a trace of the password', async () => {
    const ana = await community.signIn('Ana')
    const { status, body, headers } = await tryToSignIn('Ana')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: ana.id,
        name: 'Ana',
        email: 'ana@alejandria.example',
        role: 'normal',
        avatar: null,
        avatar_url: null,
        phone: null,
        is_active: true,
        created_at: community.moment(),
      },
    })
    expect(body.access_token).not.toBe(ana.token)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a name is found whatever its case, accents and width', async () => {
    await hipatia.admits('José Ángel Núñez')
    for (const name of [
      'José Ángel Núñez',
      'jose angel nuñez',
      'JOSÉ ÁNGEL NÚÑEZ',
      '  José Ángel Núñez ',
      'Jose\u0301 A\u0301ngel Nu\u0301n\u0303ez',
      'Ｊosé Ángel Núñez',
      'JOSE  ANGEL NUÑEZ',
    ])
      expect(done(await tryToSignIn(name, passwordOf('José Ángel Núñez'))).user.name).toBe('José Ángel Núñez')
    later()
  })

  test('ñ is a letter of its own: Nunez is somebody else', async () => {
    expectRefusal(await tryToSignIn('jose angel nunez', passwordOf('José Ángel Núñez')), 401)
  })

  test('a password is taken exactly as typed, spaces, accents and emoji included', async () => {
    const passwords = [' con espacios ', 'e\u0301e\u0301e\u0301e\u0301', '🦉'.repeat(64), 'a\tb\nc d']
    for (const [turn, password] of passwords.entries()) {
      const { name } = await hipatia.admits(`Lectora ${turn}`, { password })
      expect((await tryToSignIn(name, password)).status).toBe(200)
      for (const almost of [
        `${password} `,
        password.trim().slice(1),
        password.toUpperCase(),
        password.normalize('NFC'),
      ])
        if (almost !== password) expectRefusal(await tryToSignIn(name, almost), 401)
      later()
    }
  })

  test('a wrong name and a wrong password are refused with the same words', async () => {
    const wrongPassword = await tryToSignIn('Ana', 'no es esta')
    const wrongName = await tryToSignIn('Nadie', passwordOf('Ana'))
    expectRefusal(wrongPassword, 401)
    expectRefusal(wrongName, 401)
    expect(wrongName.text).toBe(wrongPassword.text)
    expect([...wrongName.headers.keys()]).toEqual([...wrongPassword.headers.keys()])
    later()
  })

  test('an inactive account is told so with the right password only, and gets no session', async () => {
    const { id } = await hipatia.admits('Inactiva')
    done(await hipatia.post(`/auth/users/${id}/toggle-status`))
    expectRefusal(await tryToSignIn('Inactiva', 'otra cosa'), 401)
    expectRefusal(await tryToSignIn('Inactiva'), 403)
    expect(await community.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual([])
    done(await hipatia.post(`/auth/users/${id}/toggle-status`))
    expect((await tryToSignIn('Inactiva')).status).toBe(200)
  })

  test('a deleted person is unknown', async () => {
    const { id } = await hipatia.admits('Borrada')
    done(await hipatia.delete(`/auth/users/${id}`))
    expectRefusal(await tryToSignIn('Borrada'), 401)
    expectRefusal(await tryToSignIn('Borrada', ''), 422)
    later()
  })

  test('a token that comes with the sign-in is not adopted', async () => {
    const chosen = 'B'.repeat(43)
    const headers = { authorization: `Bearer ${chosen}` }
    const { access_token } = done(await tryToSignIn('Ana', undefined, { headers }))
    expect(access_token).not.toBe(chosen)
    expectRefusal(await community.withToken(chosen).get('/auth/me'), 401)
  })

  test('a name that no name can be is a wrong one, never a fault', async () => {
    for (const name of ['A\0na', '\ud800', '\u202eanA', "' or 1=1 --", '%', '🦉'.repeat(60), 'a'.repeat(240)]) {
      const { status } = await tryToSignIn(name, 'secreto')
      expect({ name, status: status === 422 ? 401 : status }).toEqual({ name, status: 401 })
    }
    later()
  })

  test('what isn’t a name and a password is refused field by field', async () => {
    expectRefusal(await visitor.post('/auth/login', { password: 'secreto' }), 422, { field: 'name' })
    expectRefusal(await visitor.post('/auth/login', { name: 'Ana' }), 422, { field: 'password' })
    expectRefusal(await tryToSignIn('', 'secreto'), 422, { field: 'name' })
    expectRefusal(await tryToSignIn('   ', 'secreto'), 422, { field: 'name' })
    expectRefusal(await tryToSignIn('Ana', ''), 422, { field: 'password' })
    expectRefusal(await tryToSignIn('Ana', 'x'.repeat(10_000)), 422, { field: 'password' })
    expectRefusal(await tryToSignIn('Ana', 'x'.repeat(1_000_000)), 413)
    for (const wrong of [{ $gt: '' }, ['Ana'], 5, true, null]) {
      expectRefusal(await visitor.post('/auth/login', { name: wrong, password: 'secreto' }), 422, { field: 'name' })
      expectRefusal(await visitor.post('/auth/login', { name: 'Ana', password: wrong }), 422, { field: 'password' })
    }
    expect(
      await community.db
        .selectFrom('login_failures')
        .selectAll()
        .where('window_ends_at', '>', community.clock.now)
        .execute(),
    ).toEqual([])
  })
})

describe('guessing', () => {
  test('after ten failures for a name from one address even the right password waits a quarter of an hour', async () => {
    later()
    await hipatia.admits('Bruno')
    expect(statuses(await times(10, () => tryToSignIn('Bruno', 'mal')))).toEqual(Array(10).fill(401))
    const refused = await tryToSignIn('Bruno')
    expectRefusal(refused, 429)
    expect(refused.headers.get('retry-after')).toBe('900')
    expectRefusal(await tryToSignIn('  BRÚNO '), 429)

    community.passes(minutes(10))
    expect((await tryToSignIn('Bruno')).headers.get('retry-after')).toBe('300')
    community.passes(minutes(5) - seconds(1))
    expectRefusal(await tryToSignIn('Bruno'), 429)
    community.passes(seconds(1))
    expect((await tryToSignIn('Bruno')).status).toBe(200)
  })

  test('meanwhile others sign in from the same address, and who is signed in goes on', async () => {
    const carmen = await community.signIn('Carmen')
    await times(11, () => tryToSignIn('Carmen', 'mal'))
    expectRefusal(await tryToSignIn('Carmen'), 429)
    expect((await tryToSignIn('Ana')).status).toBe(200)
    expect((await carmen.get('/auth/me')).status).toBe(200)
    later()
  })

  test('getting it right forgives what went wrong before', async () => {
    for (let round = 0; round < 2; round++) {
      expect(statuses(await times(9, () => tryToSignIn('Bruno', 'mal')))).toEqual(Array(9).fill(401))
      expect((await tryToSignIn('Bruno')).status).toBe(200)
    }
    later()
  })

  test('somebody’s own success does not forgive failures for other names', async () => {
    await times(10, () => tryToSignIn('Bruno', 'mal'))
    expect((await tryToSignIn('Ana')).status).toBe(200)
    expectRefusal(await tryToSignIn('Bruno'), 429)
    later()
  })

  test('a name nobody has is slowed down exactly like one that somebody has', async () => {
    const known = await times(11, () => tryToSignIn('Bruno', 'mal'))
    const unknown = await times(11, () => tryToSignIn('Nadie', 'mal'))
    const seen = (answers: typeof known) => answers.map(({ status, text }) => `${status} ${text}`).toSorted()
    expect(seen(unknown)).toEqual(seen(known))
    later()
  })

  test('no header makes another address of the same visitor', async () => {
    const headers = (turn: number) => ({
      'x-forwarded-for': `203.0.113.${turn}`,
      'x-real-ip': `203.0.113.${turn}`,
      forwarded: `for=203.0.113.${turn}`,
      'cf-connecting-ip': `203.0.113.${turn}`,
      'true-client-ip': `203.0.113.${turn}`,
      'x-client-ip': `203.0.113.${turn}`,
    })
    const answers = await times(12, (turn) => tryToSignIn('Bruno', 'mal', { headers: headers(turn) }))
    expect(statuses(answers)).toEqual([...Array(10).fill(401), 429, 429])
    later()
  })

  test('whoever guesses elsewhere doesn’t lock the real person out', async () => {
    await behindProxy.hipatia.admits('Ana')
    await times(12, () => from('203.0.113.9', 'Ana', 'mal'))
    expectRefusal(await from('203.0.113.9', 'Ana'), 429)
    expect((await from('198.51.100.7', 'Ana')).status).toBe(200)
    // and Ana's success forgives nobody else
    expectRefusal(await from('203.0.113.9', 'Ana'), 429)
  })

  test('an untrusted hop in front of the proxy is not believed', async () => {
    const answers = await times(11, (turn) => from(`192.0.2.${turn}, 203.0.113.20`, 'Ana', 'mal'))
    expect(statuses(answers)).toEqual([...Array(10).fill(401), 429])
  })

  test('the addresses of one IPv6 network count as one, those of two networks as two', async () => {
    const inOneHome = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0:0:0:3']
    const answers = await times(11, (turn) => from(inOneHome[turn % 3] ?? '', 'Ana', 'mal'))
    expect(statuses(answers)).toEqual([...Array(10).fill(401), 429])
    expectRefusal(await from('2001:DB8:1:2::99', 'Ana'), 429)
    expect((await from('2001:db8:1:3::1', 'Ana')).status).toBe(200)
  })

  test('an IPv4 address in IPv6 clothing is the same address, and no other one', async () => {
    await times(10, (turn) => from(turn % 2 ? '198.51.100.1' : '::ffff:198.51.100.1', 'Ana', 'mal'))
    expectRefusal(await from('::ffff:198.51.100.1', 'Ana'), 429)
    expectRefusal(await from('::FFFF:198.51.100.1', 'Ana'), 429)
    expectRefusal(await from('::ffff:c633:6401', 'Ana'), 429)
    expectRefusal(await from('198.51.100.1', 'Ana'), 429)
    expect((await from('::ffff:198.51.100.2', 'Ana')).status).toBe(200)
    expect((await from('::ffff:c633:6403', 'Ana')).status).toBe(200)
  })

  test('the address is the peer’s: Linux’s second loopback address is somebody else', async ({ skip }) => {
    if (process.platform !== 'linux') skip()
    await times(10, () => tryToSignIn('Bruno', 'mal'))
    expectRefusal(await tryToSignIn('Bruno'), 429)
    const call = request(`${community.origin}/api/auth/login`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { 'content-type': 'application/json' },
    })
    call.end(JSON.stringify({ name: 'Bruno', password: passwordOf('Bruno') }))
    const [response] = await once(call, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
    later()
  })

  test('of two hundred guesses at once ten are looked at and the rest turned away', async () => {
    const answers = await times(200, () => tryToSignIn('Bruno', 'mal'))
    expect({ looked: howMany(answers, 401), turned: howMany(answers, 429) }).toEqual({ looked: 10, turned: 190 })
    later()
  })

  test('of two hundred guesses at once for many names fifty are looked at; then the address waits', async () => {
    await times(3, () => tryToSignIn('Ana').then(done)) // right ones don't count
    const answers = await times(200, (turn) => tryToSignIn(`Nombre ${turn}`, 'mal'))
    expect({ looked: howMany(answers, 401), turned: howMany(answers, 429) }).toEqual({ looked: 50, turned: 150 })
    const refused = await tryToSignIn('Ana')
    expectRefusal(refused, 429)
    expect(refused.headers.get('retry-after')).toBe('900')
    community.passes(minutes(15))
    expect((await tryToSignIn('Ana')).status).toBe(200)
  })

  test('while a crowd guesses from everywhere, the line for hashes stays short and everything else is served', async () => {
    const addresses = Array.from({ length: 300 }, (_, turn) => `198.18.${turn % 250}.${1 + Math.floor(turn / 250)}`)
    const crowd = Promise.all(addresses.map((address) => from(address, 'Ana', 'mal')))
    const answers = await Promise.all(Array.from({ length: 20 }, () => behindProxy.hipatia.get('/auth/me')))
    expect(howMany(answers, 200)).toBe(20)
    const guesses = await crowd
    expect(howMany(guesses, 401) + howMany(guesses, 429)).toBe(300)
    expect(howMany(guesses, 401)).toBeLessThan(300)
    for (const guess of guesses.filter(({ status }) => status === 429)) expectRefusal(guess, 429)
    expect((await from('203.0.113.77', 'Ana')).status).toBe(200)
  })

  test('failures are forgotten in the database too', async () => {
    later()
    await tryToSignIn('Ana')
    expect(await community.db.selectFrom('login_failures').select('key').where('key', 'like', '% %').execute()).toEqual(
      [],
    )
  })
})
