// @databases both
// Signing in, throttling of guesses, and the renewal of hashes (DECISIONS §2, "Auth").
import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { communityOfThisFile, expectDone, passwordOf, twoServersOfThisTest } from '../../support/server/community.ts'
import { changeRows, rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { restoreHashes } from '../../support/server/hashes.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { howMany, signInFrom, statuses, times } from '../../support/server/sign-ins.ts'
import { days, minutes, seconds } from '../../support/server/times.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community
const began = community.moment()
const ana = await community.signIn('Ana')

/** Lets all failed attempts expire. */
const later = () => community.advanceClock(minutes(16))

const behindProxy = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
const from = signInFrom(behindProxy)
await behindProxy.hipatia.createsAccount('Ana')

test('Ana gets a new token and her account, without a trace of the password', async () => {
  const { status, body, headers } = await tryToSignIn('Ana')
  expect(status).toBe(200)
  const own = { id: ana.id, name: 'Ana', email: 'ana@alejandria.example', role: 'normal', phone: null }
  const state = { is_active: true, must_add_factor: false, factor_demanded_from: null }
  const user = { ...own, ...state, avatar: null, avatar_url: null, created_at: began }
  expect(body).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), user })
  expect(body.access_token).not.toBe(ana.token)
  // known from the sign-in before, by its network and kind; the cookie opens nothing
  expect(headers.get('set-cookie')).toMatch(
    /^device_[0-9a-f]{32}=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a name is found whatever its case, accents and width, and with n for ñ where that leaves one account; the account of that very name comes first', async () => {
  await hipatia.createsAccount('José Ángel Núñez')
  for (const name of [
    'José Ángel Núñez',
    'jose angel nuñez',
    'JOSÉ ÁNGEL NÚÑEZ',
    '  José Ángel Núñez ',
    'Jose\u0301 A\u0301ngel Nu\u0301n\u0303ez',
    'Ｊosé Ángel Núñez',
    'JOSE  ANGEL NUÑEZ',
    'jose angel nunez',
    '\u202aJosé\tÁngel Nú\u00adñez\u202c\u200b ',
  ])
    expect(expectDone(await tryToSignIn(name, passwordOf('José Ángel Núñez'))).user.name).toBe('José Ángel Núñez')

  for (const [turn, name] of ['Peña Ñ', 'Pena Ñ', 'Caña', 'Cana'].entries())
    await hipatia.createsAccount(name, { email: `parecida${turn}@alejandria.example` })
  expectRefusal(await tryToSignIn('pena n', passwordOf('Peña Ñ')), 401)
  for (const name of ['Caña', 'Cana'])
    expect(expectDone(await tryToSignIn(name.toUpperCase(), passwordOf(name))).user.name).toBe(name)
  later()
})

test('the e-mail address signs in as the name does, and shares its budget of guesses', async () => {
  const { email } = await hipatia.createsAccount('Correo', { email: `Lectora@Peña.${'correo.'.repeat(32)}example` })
  for (const typed of [` ${email.toUpperCase()} `, `\u200b${email.toLowerCase()}\u200b`])
    expect(expectDone(await tryToSignIn(typed, passwordOf('Correo'))).user.name).toBe('Correo')
  for (let turn = 0; turn < 5; turn++)
    for (const typed of ['correo', email]) expectRefusal(await tryToSignIn(typed, `prueba ${turn}`), 401)
  for (const typed of ['correo', email]) expectRefusal(await tryToSignIn(typed, passwordOf('Correo')), 429)
  later()
})

test('a password is taken as typed, spaces, accents and emoji included, however its letters are composed', async () => {
  const passwords = [' con espacios ', 'e\u0301e\u0301e\u0301e\u0301', '🦉'.repeat(64), 'a\tb\nc d']
  for (const [turn, password] of passwords.entries()) {
    const { name } = await hipatia.createsAccount(`Lectora ${turn}`, { password })
    for (const form of ['NFC', 'NFD'] as const)
      expect((await tryToSignIn(name, password.normalize(form))).status).toBe(200)
    for (const almost of [`${password} `, password.trim().slice(1), password.toUpperCase()])
      if (almost !== password) expectRefusal(await tryToSignIn(name, almost), 401)
    later()
  }
})

test('an unknown name, a deleted person’s and a wrong password get the same refusal', async () => {
  const { id } = await hipatia.createsAccount('Borrada')
  expectDone(await hipatia.delete(`/auth/users/${id}`))
  const wrongPassword = await tryToSignIn('Ana', 'no es esta')
  expectRefusal(wrongPassword, 401)
  for (const name of ['Nadie', 'Borrada']) {
    const wrongName = await tryToSignIn(name)
    expectRefusal(wrongName, 401)
    expect(wrongName.text).toBe(wrongPassword.text)
    expect([...wrongName.headers.keys()]).toEqual([...wrongPassword.headers.keys()])
  }
  later()
})

test('an inactive account gets its own refusal only with the right password, and no session', async () => {
  const { id } = await hipatia.createsAccount('Inactiva')
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  expectRefusal(await tryToSignIn('Inactiva', 'otra cosa'), 401)
  expectRefusal(await tryToSignIn('Inactiva'), 403)
  expect(await rowsOf(community.db, 'sessions', { user_id: id })).toEqual([])
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  expect((await tryToSignIn('Inactiva')).status).toBe(200)
})

test('a token sent with a sign-in is not adopted', async () => {
  const chosen = 'B'.repeat(43)
  const headers = { authorization: `Bearer ${chosen}` }
  const { access_token } = expectDone(await tryToSignIn('Ana', undefined, { headers }))
  expect(access_token).not.toBe(chosen)
  expectRefusal(await community.withToken(chosen).get('/auth/me'), 401)
})

test('an invalid name is refused like a wrong one, never with a server error; an empty or overlong name or password is refused by field, and is no guess', async () => {
  for (const name of ['A\0na', '\ud800', '\u202eanA', "' or 1=1 --", '%', '🦉'.repeat(60), 'a'.repeat(240)]) {
    const { status } = await tryToSignIn(name, 'secreto')
    expect({ name, status: status === 422 ? 401 : status }).toEqual({ name, status: 401 })
  }
  const writes = community.watchWrites()
  for (const name of ['', '   ']) expectRefusal(await tryToSignIn(name, 'secreto'), 422, { field: 'name' })
  for (const password of ['', 'x'.repeat(10_000)])
    expectRefusal(await tryToSignIn('Ana', password), 422, { field: 'password' })
  expectRefusal(await tryToSignIn('Ana', 'x'.repeat(1_000_000)), 413)
  expect(writes()).toEqual([])
  later()
})

test('guesses of a time when the clock was three years ahead keep nobody out once it is right', async () => {
  await community.signIn('Ifis')
  community.advanceClock(days(3 * 365))
  expect(statuses(await times(11, () => tryToSignIn('Ifis', 'mal')))).toContain(429)
  community.advanceClock(days(-3 * 365))
  await expect.poll(async () => (await tryToSignIn('Ifis')).status).toBe(200)
})

test('after ten failures for a name from an address, known or not, even the right password is refused for a quarter of an hour; others sign in from there, and sessions stay open', async () => {
  later()
  const bruno = await community.signIn('Bruno')
  const known = await times(11, () => tryToSignIn('Bruno', 'mal'))
  expect(statuses(known)).toEqual([...Array(10).fill(401), 429])
  const unknown = await times(11, () => tryToSignIn('Nadie', 'mal'))
  const seen = (answers: typeof known) => answers.map(({ status, text }) => `${status} ${text}`).toSorted()
  expect(seen(unknown)).toEqual(seen(known))
  const refused = await tryToSignIn('Bruno')
  expectRefusal(refused, 429)
  expect(refused.headers.get('retry-after')).toBe('900')
  expect((await tryToSignIn('Ana')).status).toBe(200)
  expectRefusal(await tryToSignIn('  BRÚNO '), 429)
  expect((await bruno.get('/auth/me')).status).toBe(200)

  community.advanceClock(minutes(10))
  expect((await tryToSignIn('Bruno')).headers.get('retry-after')).toBe('300')
  community.advanceClock(minutes(5) - seconds(1))
  expectRefusal(await tryToSignIn('Bruno'), 429)
  community.advanceClock(seconds(1))
  expect((await tryToSignIn('Bruno')).status).toBe(200)
  // which resets the failures
  for (let round = 0; round < 2; round++) {
    expect(statuses(await times(9, () => tryToSignIn('Bruno', 'mal')))).toEqual(Array(9).fill(401))
    expect((await tryToSignIn('Bruno')).status).toBe(200)
  }
  later()
})

test('a forwarded header does not change the address of a client', async () => {
  const names = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']
  const headers = (address: string) => ({
    ...Object.fromEntries(names.map((name) => [name, address])),
    forwarded: `for=${address}`,
  })
  const answers = await times(12, (turn) => tryToSignIn('Bruno', 'mal', { headers: headers(`203.0.113.${turn}`) }))
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429, 429])
  later()
})

test('guesses from another address do not lock the account’s owner out', async () => {
  await times(12, () => from('203.0.113.9', 'Ana', 'mal'))
  expectRefusal(await from('203.0.113.9', 'Ana'), 429)
  expect((await from('198.51.100.7', 'Ana')).status).toBe(200)
  // Ana's success doesn't reset other people's failures
  expectRefusal(await from('203.0.113.9', 'Ana'), 429)
})

test('an address given by an untrusted hop in front of the proxy is ignored', async () => {
  const answers = await times(11, (turn) => from(`192.0.2.${turn}, 203.0.113.20`, 'Ana', 'mal'))
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429])
})

test('the addresses of an IPv6 network share a limit, those of two networks do not', async () => {
  const inOneHome = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0:0:0:3']
  const answers = await times(11, (turn) => from(inOneHome[turn % 3] ?? '', 'Ana', 'mal'))
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429])
  expectRefusal(await from('2001:DB8:1:2::99', 'Ana'), 429)
  expect((await from('2001:db8:1:3::1', 'Ana')).status).toBe(200)
})

test('an IPv4-mapped IPv6 address counts as its IPv4 address, and as no other', async () => {
  await times(10, (turn) => from(turn % 2 ? '198.51.100.1' : '::ffff:198.51.100.1', 'Ana', 'mal'))
  for (const same of ['::ffff:198.51.100.1', '::FFFF:198.51.100.1', '::ffff:c633:6401', '198.51.100.1'])
    expectRefusal(await from(same, 'Ana'), 429)
  for (const other of ['::ffff:198.51.100.2', '::ffff:c633:6403']) expect((await from(other, 'Ana')).status).toBe(200)
})

test('of two hundred simultaneous guesses for many names fifty are checked, then the address is throttled', async () => {
  await times(3, () => tryToSignIn('Ana').then(expectDone)) // successful sign-ins don't count
  const answers = await times(200, (turn) => tryToSignIn(`Nombre ${turn}`, 'mal'))
  expect({ looked: howMany(answers, 401), turned: howMany(answers, 429) }).toEqual({ looked: 50, turned: 150 })
  const refused = await tryToSignIn('Ana')
  expectRefusal(refused, 429)
  expect(refused.headers.get('retry-after')).toBe('900')
  community.advanceClock(minutes(15))
  expect((await tryToSignIn('Ana')).status).toBe(200)
})

test('while many addresses guess at once, the queue of hashes stays short and other requests are served', async () => {
  restoreHashes()
  const addresses = Array.from({ length: 300 }, (_, turn) => `198.18.${turn % 250}.${1 + Math.floor(turn / 250)}`)
  const crowd = Promise.all(addresses.map((address, turn) => from(address, `Nadie ${turn % 10}`, 'mal')))
  expect(howMany(await times(20, () => behindProxy.hipatia.get('/auth/me')), 200)).toBe(20)
  const guesses = await crowd
  expect(howMany(guesses, 401) + howMany(guesses, 429)).toBe(300)
  expect(howMany(guesses, 401)).toBeLessThan(300)
  for (const guess of guesses.filter(({ status }) => status === 429)) expectRefusal(guess, 429)
  expect((await from('203.0.113.77', 'Ana')).status).toBe(200)
})

onPostgres('of forty simultaneous guesses for Ana on two servers ten are checked in all', async () => {
  const [first, second] = await twoServersOfThisTest()
  await first.hipatia.createsAccount('Ana')
  const answers = await times(40, (turn) => (turn % 2 ? first : second).tryToSignIn('Ana', 'mal'))
  expect({ looked: howMany(answers, 401), turned: howMany(answers, 429) }).toEqual({ looked: 10, turned: 30 })
  for (const { tryToSignIn } of [first, second]) expectRefusal(await tryToSignIn('Ana'), 429)
})

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const current = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

const hashOf = async (id: string) => (await rowOf(community.db, 'users', { id })).password_hash

/** An account whose hash was made when hashes had another cost, by default a lower one. */
async function personWithOldHash(name: string, { memory = 8192, passes = 1, password = passwordOf(name) } = {}) {
  restoreHashes()
  const { id } = await hipatia.createsAccount(name, { password })
  const nonce = Buffer.alloc(16, 3)
  const cost = { memory, passes, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost })
  const old = `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(nonce)}$${encode(tag)}`
  await changeRows(community.db, 'users', { password_hash: old }, { id })
  return { id, old }
}

test.each([
  ['Antígona', 'cheaper', { memory: 8192, passes: 1 }],
  ['Clitemnestra', 'dearer', { memory: 32_768, passes: 3 }],
])(
  '%s, whose hash is %s than those of today, signs in, which renews it once; a wrong password of hers is refused',
  async (name, _, cost) => {
    const { id, old } = await personWithOldHash(name, cost)
    expect((await tryToSignIn(name, 'otra clave')).status).toBe(401)
    expect(await hashOf(id)).toBe(old)

    expect((await tryToSignIn(name)).status).toBe(200)
    const renewed = await hashOf(id)
    expect(renewed).toMatch(current)
    expect((await tryToSignIn(name)).status).toBe(200)
    expect(await hashOf(id)).toBe(renewed)
    expect((await tryToSignIn(name, 'otra clave')).status).toBe(401)
  },
)

test('Calíope, whose hash is of letters in two parts, signs in with them, and then with whole ones too', async () => {
  const password = 'una clave larga n\u0303'
  await personWithOldHash('Calíope', { password })
  for (const typed of [password, 'una clave larga ñ', password])
    expect((await tryToSignIn('Calíope', typed)).status).toBe(200)
})

test('Benito signs in on five devices at once, although each of them would renew his hash', async () => {
  const { id } = await personWithOldHash('Benito')
  expect(statuses(await times(5, () => tryToSignIn('Benito')))).toEqual(Array(5).fill(200))
  expect(await hashOf(id)).toMatch(current)
})
