// Sign-ins that are refused: they cost nothing, and hold up nobody (docs/decisions/012).
import { afterAll, expect, test } from 'vitest'
import { minutes, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { howMany, signInFrom, statuses, times } from '../../support/server/sign-ins.ts'

const behindProxy = await startCommunity({ trustedProxies: ['127.0.0.1'] })
afterAll(() => behindProxy.close())
await behindProxy.hipatia.createsAccount('Ana')
const from = signInFrom(behindProxy)

test('sign-ins that are refused anyway leave nothing in the database, whatever the name', async () => {
  const guesser = '203.0.113.50'
  await times(10, () => from(guesser, 'Ana', 'mal'))
  const writesAfterName = behindProxy.watchWrites()
  expect(howMany(await times(40, () => from(guesser, 'Ana', 'mal')), 429)).toBe(40)
  expect(writesAfterName()).toEqual([])

  await times(40, (turn) => from(guesser, `Nombre ${turn}`, 'mal'))
  expectRefusal(await from(guesser, 'Nombre 99', 'mal'), 429)
  const writesAfterAddress = behindProxy.watchWrites()
  const refused = await times(100, (turn) => from(guesser, `Otro nombre ${turn}`, 'mal'))
  expect(howMany(refused, 429)).toBe(100)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('900')
  expect(writesAfterAddress()).toEqual([])
  behindProxy.advanceClock(minutes(16))
})

test('a name that is refused already doesn’t use up the tries of its address', async () => {
  await times(70, () => from('203.0.113.51', 'Ana', 'mal'))
  expect(statuses(await times(40, (turn) => from('203.0.113.51', `Nombre ${turn}`, 'mal')))).toEqual(
    Array(40).fill(401),
  )
  expectRefusal(await from('203.0.113.51', 'Nombre 99', 'mal'), 429)
  behindProxy.advanceClock(minutes(16))
})

test('where thousands of addresses guess at once, only some passwords a second are looked at, and the rest leaves nothing', async () => {
  const keys = () => behindProxy.db.selectFrom('login_failures').select('key').execute()
  const before = (await keys()).length
  const guesses = await times(600, (turn) =>
    from(`198.19.${turn % 250}.${1 + Math.floor(turn / 250)}`, `Nadie ${turn}`, 'mal'),
  )
  const looked = howMany(guesses, 401)
  expect(looked + howMany(guesses, 429)).toBe(600)
  // three rows for each try that was looked at: its network, the name there, and the name in all networks
  expect((await keys()).length - before).toBe(3 * looked)
  behindProxy.advanceClock(minutes(16))
})

test('a refused address that keeps trying takes none of the sign-ins left for the others', async () => {
  // Hipatia’s, ten guesses and the refusal leave one; none comes back during the test
  const busy = await startCommunity({
    trustedProxies: ['127.0.0.1'],
    budgets: { signIns: { burst: 13, perSecond: 1e-6 } },
  })
  const signIn = signInFrom(busy)
  await busy.hipatia.createsAccount('Ana')
  const guesses = await times(10, () => signIn('203.0.113.60', 'Ana', 'mal'))
  expect(statuses(guesses)).toEqual(Array(10).fill(401))
  for (let turn = 0; turn < 500; turn++) expectRefusal(await signIn('203.0.113.60', 'Ana', 'mal'), 429)
  expect((await signIn('198.51.100.60', 'Ana')).status).toBe(200)
  expectRefusal(await signIn('198.51.100.60', 'Ana'), 429)
  await busy.close()
})

test('once the operator has cleared the failures, the refused person gets in', async () => {
  await times(11, () => from('203.0.113.52', 'Ana', 'mal'))
  expectRefusal(await from('203.0.113.52', 'Ana'), 429)
  await behindProxy.db.deleteFrom('login_failures').execute()
  await expect.poll(async () => (await from('203.0.113.52', 'Ana')).status).toBe(200)
})
