// @databases both
// A mail about the first sign-in on a device (docs/decisions/054).
import { afterAll, expect, test } from 'vitest'
import { days, expectDone, minutes, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { chrome, devicesOf, firefox } from './devices.ts'

const community = await startCommunity({ trustedProxies: ['127.0.0.1'] })
afterAll(() => community.close())
const { db } = community
const { admin, browser, someone, sentTo } = devicesOf(community)

test('nobody is mailed about an account’s first device, nor about the same one in another network', async () => {
  await admin().createsAccount('Ana')
  const phone = browser(firefox, '192.0.2.1')
  await phone.signIn('Ana')
  for (const address of ['192.0.2.1', '198.51.100.4', '2001:db8::1']) {
    community.advanceClock(days(20))
    await phone.signIn('Ana', undefined, address)
  }
  expect(await sentTo('Ana')).toEqual([])
})

test('another device is mailed about once: when, which browser, which address, and a button', async () => {
  await someone('Bruno')
  community.clock.now = Date.parse('2027-04-05T16:05:00.000Z')
  const laptop = browser(chrome, '203.0.113.7')
  await laptop.signIn('Bruno')
  await laptop.signIn('Bruno', undefined, '198.51.100.77')
  const [mail, ...others] = await sentTo('Bruno')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Se ha entrado en tu cuenta de Alejandría desde un dispositivo nuevo')
  expect(mail?.to).toEqual([{ name: 'Bruno', address: 'bruno@alejandria.example' }])
  for (const part of [mail?.text, mail?.html?.replaceAll('<br>', '\n')]) {
    expect(part).toContain('Cuándo: el 5 de abril de 2027 a las 18:05')
    expect(part).toContain('Con qué: Chrome en Linux')
    expect(part).toContain('Dirección de red: 203.0.113.7')
    expect(part).toContain('El botón sirve hasta el 12 de abril de 2027 a las 18:05.')
    expect(part).toMatch(/https:\/\/alejandria\.example\/not-me\/[\w-]{43}\b/)
  }
  expect(mail?.text).toContain('No he sido yo: https://')
})

test('what keeps no cookie is known by its network and kind, and elsewhere it is new', async () => {
  await someone('Carmen')
  const script = browser('curl/8.5.0', '198.51.100.4', false)
  for (let turn = 0; turn < 3; turn++) await script.signIn('Carmen')
  expect(await sentTo('Carmen')).toHaveLength(1)
  await script.signIn('Carmen', undefined, '198.51.100.5')
  expect(await sentTo('Carmen')).toHaveLength(2)
  expect((await sentTo('Carmen')).at(-1)?.text).toContain('Con qué: un programa que no conocemos')
})

test('a cookie is of one person: another one’s, an invented one and a broken one don’t make a device known', async () => {
  const diana = await admin().createsAccount('Diana')
  await admin().createsAccount('Elena')
  const shared = browser(firefox, '192.0.2.1')
  await shared.signIn('Diana')
  await shared.signIn('Elena')
  await shared.signIn('Diana')
  expect(await sentTo('Diana')).toEqual([])
  const token = [...shared.cookies.values()]
  expect(new Set(token).size).toBe(2)
  const wrong = [token[1] as string, 'A'.repeat(43), 'A'.repeat(9000), '']
  for (const [turn, value] of wrong.entries()) {
    const stranger = browser(chrome, `203.0.113.${turn}`)
    stranger.cookies.set(`device_${diana.id}`, value)
    await stranger.signIn('Diana')
    expect(stranger.cookies.get(`device_${diana.id}`)).not.toBe(value)
  }
  expect(await sentTo('Diana')).toHaveLength(wrong.length)
})

test('a device is stored as hashes only, and forgotten with the account', async () => {
  const { id } = await admin().createsAccount('Fermín')
  const phone = browser(firefox, '192.0.2.77')
  await phone.signIn('Fermín')
  await browser(chrome, '203.0.113.79').signIn('Fermín')
  const [token = ''] = [...phone.cookies.values()]
  const rows = () => db.selectFrom('known_devices').selectAll().where('user_id', '=', id).execute()
  expect(await rows()).toHaveLength(4)
  const stored = JSON.stringify(await rows())
  for (const secret of [token, '192.0.2', 'Firefox']) expect(stored).not.toContain(secret)
  expect((await admin().delete(`/auth/users/${id}`)).status).toBe(204)
  expect(await rows()).toEqual([])
  expect(JSON.stringify(await db.selectFrom('mails').selectAll().execute())).not.toContain('203.0.113.79')
})

test('a person’s devices are bounded: those without cookies don’t push out the ones that come back', async () => {
  const { id } = await admin().createsAccount('Gema')
  const phone = browser(firefox, '192.0.2.1')
  await phone.signIn('Gema')
  community.advanceClock(minutes(1))
  await phone.signIn('Gema')
  for (let turn = 0; turn < 25; turn++) {
    community.advanceClock(minutes(1))
    await browser('curl/8.5.0', '198.51.100.4', false).signIn('Gema')
  }
  const { count } = await db
    .selectFrom('known_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  // the phone's cookie, its network and the one of the program; and the last twenty
  expect(Number(count)).toBe(23)
  await phone.signIn('Gema', undefined, '203.0.113.7')
  expect(await sentTo('Gema')).toHaveLength(1)
})

test('after 400 days a device is new again, also to somebody who didn’t come in the meantime', async () => {
  await admin().createsAccount('Hugo')
  const phone = browser(firefox, '192.0.2.1')
  await phone.signIn('Hugo')
  community.advanceClock(days(400))
  await phone.signIn('Hugo')
  expect(await sentTo('Hugo')).toHaveLength(1)
})

test('a wrong password and a wrong code tell nobody, and no cookie is set', async () => {
  await someone('Inés')
  const answer = await community.tryToSignIn('Inés', 'otra', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expectRefusal(answer, 401)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await sentTo('Inés')).toEqual([])
})

test('without a mail server there is no mail and no link, and devices are known all the same', async () => {
  const quiet = await startCommunity({ sendsMail: false, trustedProxies: ['127.0.0.1'] })
  await quiet.hipatia.createsAccount('Ana')
  for (const address of ['192.0.2.1', '203.0.113.7'])
    expectDone(await quiet.tryToSignIn('Ana', undefined, { headers: { 'x-forwarded-for': address } }))
  expect(await quiet.db.selectFrom('mails').selectAll().execute()).toEqual([])
  expect(await quiet.db.selectFrom('password_links').selectAll().execute()).toEqual([])
  expect((await quiet.db.selectFrom('known_devices').selectAll().execute()).length).toBeGreaterThan(4)
  await quiet.close()
})
