// @databases both
// Changes of one's own credentials, and the mails about them, have a limit: nobody fills their own mailbox, nor the queue.
import { expect, test } from 'vitest'
import { communityOfThisFile, expectDone, minutes, type Person, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { chrome, devicesOf } from './devices.ts'
import { factorsOf, type WithCodes } from './factors/factors.ts'

const community = await communityOfThisFile({ trustedProxies: ['127.0.0.1'] })
const { addApp, signIn, read } = factorsOf(community)
const { browser, mails, someone, alarmOf, sentTo } = devicesOf(community)

const renew = (person: Person) => person.post<WithCodes>('/auth/factors/recovery-codes')

test('of Ana’s changes of factors five an hour are made; the sixth changes nothing, and others have their own', async () => {
  const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
  await addApp(bruno)
  await addApp(ana)
  for (let turn = 0; turn < 3; turn++) expectDone(await renew(ana))
  const { recovery_codes } = expectDone(await renew(ana))
  const refused = await renew(ana)
  expectRefusal(refused, 429, {
    detail: 'Has cambiado muchas veces seguidas con qué entras en tu cuenta. Vuelve a probar dentro de una hora.',
  })
  expect(refused.headers.get('retry-after')).toBe(`${59 * 60}`)
  expectRefusal(await ana.post('/auth/totp/remove'), 429)
  expect(await read(ana)).toMatchObject({ recovery_codes_left: 10, totp_since: expect.any(String) })
  expectDone(await signIn('Ana', recovery_codes?.[0]))
  expectDone(await renew(bruno))
  community.advanceClock(minutes(59) - seconds(1))
  const fresh = community.withToken(expectDone(await signIn('Ana', recovery_codes?.[1])).access_token)
  const again = () => fresh.post<WithCodes>('/auth/factors/recovery-codes')
  expectRefusal(await again(), 429)
  community.advanceClock(seconds(1))
  expectDone(await again())
})

test('mails about the same change are one for ten minutes after the first', async () => {
  const told = async () =>
    (await mails()).filter(
      ({ to, subject }) => to?.[0]?.name === 'Clío' && subject === 'Tienes otros códigos de recuperación de Alejandría',
    )
  const clio = await community.signIn('Clío')
  await addApp(clio)
  expectDone(await renew(clio))
  expect(await told()).toHaveLength(1)
  for (let turn = 0; turn < 3; turn++) {
    community.advanceClock(minutes(2))
    expectDone(await renew(clio))
    expect(await told()).toHaveLength(1)
  }
  community.advanceClock(minutes(5))
  const [first, second, ...others] = await told()
  expect(others).toEqual([])
  expect(first?.text).not.toContain('más veces')
  expect(second?.text).toContain('Desde entonces ha pasado más veces.')
})

test('new devices that follow the first within ten minutes are in one mail, whose button works', async () => {
  await someone('Delia')
  for (const address of ['203.0.113.7', '198.51.100.8', '198.51.100.9']) {
    await browser(chrome, address).signIn('Delia')
    expect(await sentTo('Delia')).toHaveLength(1)
    community.advanceClock(minutes(2))
  }
  community.advanceClock(minutes(10))
  const [, second, ...others] = await sentTo('Delia')
  expect(others).toEqual([])
  for (const address of ['198.51.100.8', '198.51.100.9']) expect(second?.text).toContain(`Dirección de red: ${address}`)
  expect(second?.text).not.toContain('203.0.113.7')
  expect(await alarmOf('Delia')).toMatch(/^[\w-]{43}$/)
})
