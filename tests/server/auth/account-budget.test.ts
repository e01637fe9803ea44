// Many addresses that guess one account together, and sign-ins that are refused: they cost nothing and hold up nobody
// (docs/decisions/012).
import { beforeEach, expect, test } from 'vitest'
import { inFull } from '../../support/in-full.ts'
import { communityOfThisFile, days, expectDone, minutes } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { howMany, signInFrom, statuses, times } from '../../support/server/sign-ins.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
beforeEach(() => community.advanceClock(days(1)))
const { createsAccount } = community.hipatia
const from = signInFrom(community)

/** Uses up what strangers have for a name. */
async function exhaust(name: string) {
  const guesses = []
  for (let network = 0; network < 12; network++)
    guesses.push(...(await times(10, () => from(`203.0.${network}.1`, name, 'mal'))))
  expect(howMany(guesses, 401)).toBe(100)
  expect(howMany(guesses, 429)).toBe(20)
}

test('of thousands of tries from a thousand addresses a hundred are looked at; Ana signs in at home meanwhile', {
  timeout: 300_000,
}, async () => {
  await createsAccount('Ana')
  expectDone(await from('192.0.2.7', 'Ana'))
  const rounds = inFull(10, 2)
  let looked = 0
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    for (let part = 0; part < 20; part++) {
      const guesses = await times(50, (turn) => {
        const address = part * 50 + turn
        return from(`198.18.${address >> 8}.${address & 255}`, 'Ana', 'mal')
      })
      looked += howMany(guesses, 401)
      refused += howMany(guesses, 429)
    }
    // at home addresses change
    expectDone(await from(`192.0.2.${10 + round}`, 'Ana'))
    community.advanceClock(minutes(20))
  }
  expect(looked + refused).toBe(rounds * 1000)
  expect(looked).toBe(100)
  // the right password too: it may be the guessed one
  const { headers, status } = await from('198.18.0.1', 'Ana')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(20 * 3600)
  community.advanceClock(days(1))
  expectDone(await from('198.18.0.1', 'Ana'))
})

test('an unknown name has the same budget and the same refusal', async () => {
  await createsAccount('Bruno')
  for (const name of ['Bruno', 'Nadie']) await exhaust(name)
  const [known, unknown] = [await from('198.51.100.1', 'Bruno', 'mal'), await from('198.51.100.2', 'Nadie', 'mal')]
  expectRefusal(known, 429)
  expect(unknown.text).toBe(known.text)
  expect(unknown.headers.get('retry-after')).toBe(known.headers.get('retry-after'))
})

test('a home is a network of its person only, of either kind of address; wrong passwords there use up nothing but their own limit', async () => {
  await createsAccount('Carmen')
  await createsAccount('Dora')
  expectDone(await from('2001:db8:1:2::1', 'Carmen'))
  await exhaust('Carmen')
  expectDone(await from('2001:db8:1:ffff::9', 'Carmen'))
  expectRefusal(await from('2001:db8:2:2::1', 'Carmen'), 429)
  await exhaust('Dora')
  expectRefusal(await from('2001:db8:1:2::1', 'Dora'), 429)

  await createsAccount('Elisa')
  expectDone(await from('192.0.2.7', 'Elisa'))
  for (let address = 0; address < 12; address++) await times(10, () => from(`192.0.2.${100 + address}`, 'Elisa', 'mal'))
  expectDone(await from('198.51.100.9', 'Elisa'))
})

test('a right password from elsewhere is not counted, and makes that network known', async () => {
  await createsAccount('Gema')
  for (let network = 0; network < 9; network++) await times(10, () => from(`203.0.${network}.1`, 'Gema', 'mal'))
  for (let network = 0; network < 20; network++) expectDone(await from(`198.51.${network}.1`, 'Gema'))
  await times(20, (turn) => from(`203.1.${turn}.1`, 'Gema', 'mal'))
  expectRefusal(await from('203.2.0.1', 'Gema'), 429)
  expectDone(await from('198.51.7.200', 'Gema'))
})

test('a browser that knows its person signs in from anywhere, and guesses no more than the others', async () => {
  const helena = await createsAccount('Helena')
  await createsAccount('Irene')
  const phone = { 'x-forwarded-for': '192.0.2.7' }
  const cookieOf = async (name: string) =>
    /^[^;]+/.exec(
      (await community.tryToSignIn(name, undefined, { headers: phone })).headers.get('set-cookie') ?? '',
    )?.[0]
  const cookie = (await cookieOf('Helena')) ?? ''
  const other = (await cookieOf('Irene')) ?? ''
  await exhaust('Helena')
  const signIn = (address: string, cookie: string, password?: string) =>
    community.tryToSignIn('Helena', password, { headers: { 'x-forwarded-for': address, cookie } })
  const token = other.split('=')[1]
  const strangers = [other, `device_${helena.id}=${token}`, `device_${helena.id}=${'A'.repeat(43)}`, 'device_=', 'x=y']
  const refusal = (await from('198.51.100.1', 'Helena')).text
  for (const [turn, wrong] of strangers.entries()) {
    const refused = await signIn(`198.51.${turn}.1`, wrong)
    expectRefusal(refused, 429)
    expect(refused.text).toBe(refusal)
  }
  expectDone(await signIn('198.51.100.1', `x=y; ${other}; ${cookie}`))
  // a stolen cookie is worth a hundred tries a day
  const guesses = []
  for (let network = 0; network < 11; network++)
    guesses.push(...(await times(10, () => signIn(`203.1.${network}.1`, cookie, 'mal'))))
  expect(howMany(guesses, 401)).toBe(100)
  expect(howMany(guesses, 429)).toBe(10)
})

test('sign-ins that are refused anyway leave nothing in the database, whatever the name; once the operator has cleared the failures, their person gets in', async () => {
  await createsAccount('Hugo')
  const guesser = '203.0.113.50'
  await times(10, () => from(guesser, 'Hugo', 'mal'))
  const writesAfterName = community.watchWrites()
  expect(howMany(await times(40, () => from(guesser, 'Hugo', 'mal')), 429)).toBe(40)
  expect(writesAfterName()).toEqual([])

  await times(40, (turn) => from(guesser, `Nombre ${turn}`, 'mal'))
  expectRefusal(await from(guesser, 'Nombre 99', 'mal'), 429)
  const writesAfterAddress = community.watchWrites()
  const refused = await times(100, (turn) => from(guesser, `Otro nombre ${turn}`, 'mal'))
  expect(howMany(refused, 429)).toBe(100)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('900')
  expect(writesAfterAddress()).toEqual([])
  await community.db.deleteFrom('login_failures').execute()
  await expect.poll(async () => (await from(guesser, 'Hugo')).status).toBe(200)
})

test('a name that is refused already doesn’t use up the tries of its address', async () => {
  await times(70, () => from('203.0.113.51', 'Hugo', 'mal'))
  expect(statuses(await times(40, (turn) => from('203.0.113.51', `Nombre ${turn}`, 'mal')))).toEqual(
    Array(40).fill(401),
  )
  expectRefusal(await from('203.0.113.51', 'Nombre 99', 'mal'), 429)
})

test('where thousands of addresses guess at once, only some passwords a second are looked at, and the rest leaves nothing', async () => {
  const keys = () => community.db.selectFrom('login_failures').select('key').execute()
  const before = (await keys()).length
  const guesses = await times(600, (turn) =>
    from(`198.19.${turn % 250}.${1 + Math.floor(turn / 250)}`, `Nadie ${turn}`, 'mal'),
  )
  const looked = howMany(guesses, 401)
  expect(looked + howMany(guesses, 429)).toBe(600)
  // three rows for each try that was looked at: its network, the name there, and the name in all networks
  expect((await keys()).length - before).toBe(3 * looked)
})
