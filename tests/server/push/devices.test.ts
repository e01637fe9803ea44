// The browsers of a person that get push messages: subscribing them, listing and removing them, and their end.
import { describe, expect, test } from 'vitest'
import { days, expectDone, minutes, passwordOf } from '../../support/server/community.ts'
import {
  devicesOf,
  pushCommunityOfThisTest as start,
  startWithBrowser,
} from '../../support/server/push/push-community.ts'

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'

describe('a browser', () => {
  test('subscribes with the key of the server, is listed for its person alone, and a repeat is the same one', async () => {
    const community = await start()
    const { openBrowserOf, signInAll, tryToSignIn, withToken, service, moment } = community
    const [telesila, amparo] = await signInAll('Telesila', 'Amparo')
    const { key } = expectDone(await telesila.get<{ key: string }>('/push/key'))
    expect(key).toMatch(/^B[\w-]{86}$/)
    expect(expectDone(await amparo.get<{ key: string }>('/push/key')).key).toBe(key)
    const { device, subscription } = await openBrowserOf(telesila)
    const unused = { device: null, pushed_at: null, hides_content: false, is_current: true }
    expect(device).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), created_at: moment(), ...unused })
    expect(expectDone(await telesila.post('/push/subscriptions', subscription))).toEqual(device)
    expect(await devicesOf(telesila)).toEqual([device])
    expect(await devicesOf(amparo)).toEqual([])

    const signedIn = await tryToSignIn('Telesila', undefined, { headers: { 'user-agent': firefox } })
    const phone = withToken(expectDone(signedIn).access_token)
    expect(await devicesOf(phone)).toEqual([{ ...device, is_current: false }])
    expectDone(await phone.post('/push/subscriptions', service.openBrowser().subscription))
    expect((await devicesOf(telesila)).map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Firefox en Android', false],
      [null, true],
    ])
  })

  test('has one subscription a session: a new one replaces it', async () => {
    const { telesila, browser, openBrowserOf, push } = await startWithBrowser()
    const after = await openBrowserOf(telesila)
    expect(await devicesOf(telesila)).toEqual([after.device])
    await push([telesila])
    expect([browser.received.length, after.received.length]).toEqual([0, 1])
  })

  test('is one of ten at most: the one that was used longest ago gets no more', async () => {
    const { openBrowserOf, signIn, advanceClock } = await start()
    const ids: string[] = []
    const opens = async () => {
      const session = await signIn('Telesila')
      ids.push((await openBrowserOf(session)).device.id)
      advanceClock(minutes(10))
      return session
    }
    const first = await opens()
    for (let turn = 1; turn < 10; turn++) await opens()
    // it is used again
    expectDone(await first.get('/auth/me'))
    const left = (await devicesOf(await opens())).map(({ id }) => id)
    expect(left.toSorted()).toEqual(ids.filter((_, turn) => turn !== 1).toSorted())
  })

  test('of two people belongs to the last one, who gets nothing of the first one', async () => {
    const { openBrowserOf, signInAll, queue, deliverPushes } = await start()
    const [telesila, amparo] = await signInAll('Telesila', 'Amparo')
    const { subscription, bodies, device } = await openBrowserOf(telesila)
    await queue([telesila], { body: 'Para Telesila' })
    expect(expectDone(await amparo.post<{ id: string }>('/push/subscriptions', subscription)).id).not.toBe(device.id)
    expect(await devicesOf(telesila)).toEqual([])
    await queue([amparo], { body: 'Para Amparo' })
    await queue([telesila], { body: 'Otra para Telesila' })
    await deliverPushes()
    expect(bodies()).toEqual(['Para Amparo'])
  })

  test('is changed, tested and removed by its person alone', async () => {
    const { telesila, browser, signIn, hipatia, deliverPushes } = await startWithBrowser()
    const path = `/push/subscriptions/${browser.device.id}`
    for (const other of [await signIn('Amparo'), hipatia]) {
      const answers = [await other.put(path, { hides_content: true }), await other.post(`${path}/test`)]
      for (const answer of [...answers, await other.delete(path)]) expect(answer.status).toBe(404)
    }
    expect((await telesila.post(`${path}/test`)).status).toBe(204)
    await deliverPushes()
    const body = 'Esto es una prueba: los avisos llegan a este dispositivo.'
    const sent = { thread: 'test', unread: 0, title: 'Alejandría', path: '/account', body }
    const ids = { id: expect.any(String), device: browser.device.id }
    expect(browser.received.map(({ message }) => message)).toEqual([{ ...ids, ...sent }])
    expect((await telesila.delete(path)).status).toBe(204)
    expect(await devicesOf(telesila)).toEqual([])
    expect((await telesila.delete(path)).status).toBe(404)
  })

  test('hides the content from the beginning if its person last chose so, also under a new session', async () => {
    const { telesila, browser, openBrowserOf, tryToSignIn, withToken, push } = await startWithBrowser()
    expectDone(await telesila.put(`/push/subscriptions/${browser.device.id}`, { hides_content: true }))
    expectDone(await telesila.post('/auth/logout'))
    const later = withToken(expectDone(await tryToSignIn('Telesila', passwordOf('Telesila'))).access_token)
    const { device, bodies } = await openBrowserOf(later)
    expect(device.hides_content).toBe(true)
    await push([telesila], { body: 'Solo para Telesila' })
    expect(bodies()).toHaveLength(1)
    expect(bodies().join()).not.toContain('Telesila')
    expectDone(await later.put(`/push/subscriptions/${device.id}`, { hides_content: false }))
    expect((await openBrowserOf(later)).device.hides_content).toBe(false)
  })

  test('isn’t tested more than five times in a row', async () => {
    const { telesila, browser, advanceClock } = await startWithBrowser()
    const tryIt = async () => (await telesila.post(`/push/subscriptions/${browser.device.id}/test`)).status
    for (let time = 0; time < 5; time++) expect(await tryIt()).toBe(204)
    expect(await tryIt()).toBe(429)
    advanceClock(10_000)
    expect(await tryIt()).toBe(204)
  })

  test('with a wrong address or key is refused', async () => {
    const { signIn, service } = await start()
    const telesila = await signIn('Telesila')
    const { subscription } = service.openBrowser()
    const { port } = new URL(subscription.endpoint)
    for (const wrong of [
      { endpoint: 'http://127.0.0.1/push' },
      { endpoint: 'push' },
      { endpoint: `https://127.0.0.1/${'a'.repeat(2000)}` },
      // a port that the server may not ask
      { endpoint: 'https://127.0.0.1:22/push' },
      { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
      { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } },
      { keys: { ...subscription.keys, auth: `${subscription.keys.auth}${'='.repeat(500_000)}` } },
      ...['[::1]', '10.0.0.7', '169.254.169.254'].map((host) => ({ endpoint: `https://${host}:${port}/push` })),
      { keys: { p256dh: 'B'.repeat(87) } },
    ]) {
      const { status, body } = await telesila.post('/push/subscriptions', { ...subscription, ...wrong })
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 422, code: 'not_valid' })
    }
    expect(await devicesOf(telesila)).toEqual([])
  })
})

describe('the messages to a browser end', () => {
  test('when its person signs out there, or ends its session elsewhere', async () => {
    const { openBrowserOf, signIn, queue, deliverPushes } = await start()
    const telesila = await signIn('Telesila')
    const phone = await signIn('Telesila')
    const tablet = await signIn('Telesila')
    const browsers = [await openBrowserOf(telesila), await openBrowserOf(phone), await openBrowserOf(tablet)]
    await queue([telesila])
    expect((await phone.post('/auth/logout')).status).toBe(204)
    await deliverPushes()
    expect(browsers.map(({ received }) => received.length)).toEqual([1, 0, 1])
    expectDone(await telesila.post('/auth/sessions/end-others'))
    await queue([telesila], { thread: 'otro' })
    await deliverPushes()
    expect(browsers.map(({ received }) => received.length)).toEqual([2, 0, 1])
    expect((await devicesOf(telesila)).length).toBe(1)
  })

  test('while a second factor is demanded of its person, and when its session expires, although its row is still there', async () => {
    const { telesila, browser, push, advanceClock, tryToSignIn, withToken, db, clock } = await startWithBrowser()
    await db.insertInto('factor_demands').values({ audience: 'everybody', from_at: clock.now }).execute()
    await push([telesila])
    expect(browser.received).toEqual([])
    await db.deleteFrom('factor_demands').execute()
    await push([telesila])
    expect(browser.received.length).toBe(1)
    advanceClock(days(31))
    await push([telesila])
    expect(browser.received.length).toBe(1)
    const later = withToken(expectDone(await tryToSignIn('Telesila')).access_token)
    expect(await devicesOf(later)).toEqual([])
  })

  test('when an administrator deactivates the account: what was queued before isn’t sent', async () => {
    const { telesila, browser, hipatia, queue, deliverPushes, db } = await startWithBrowser()
    await queue([telesila])
    expectDone(await hipatia.post(`/auth/users/${telesila.id}/toggle-status`))
    await queue([telesila], { thread: 'otro' })
    await deliverPushes()
    expect(browser.received).toEqual([])
    expect(await db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
  })
})

test.each([
  [
    'changed',
    '/auth/change-password',
    { current_password: passwordOf('Telesila'), new_password: 'una clave distinta' },
    0,
  ],
  ['given again', '/auth/confirm', { password: passwordOf('Telesila') }, 2],
])(
  'when the password is %s, a browser that somebody added with a copy of the token gets nothing more; the own one asks again',
  async (_, path, passwords, ofOtherSession) => {
    const { telesila, browser, openBrowserOf, signIn, withToken, queue, push } = await startWithBrowser()
    const other = await openBrowserOf(await signIn('Telesila'))
    const thief = await openBrowserOf(
      Object.assign(withToken(telesila.token ?? ''), { id: telesila.id }) as typeof telesila,
    )
    await queue([telesila], { thread: 'antes' })
    expectDone(await telesila.post(path, passwords))
    expect(await devicesOf(telesila)).toHaveLength(ofOtherSession === 0 ? 0 : 1)
    expectDone(await telesila.post('/push/subscriptions', browser.subscription))
    await push([telesila])
    expect([browser, thief, other].map(({ received }) => received.length)).toEqual([1, 0, ofOtherSession])
  },
)
