// @databases both
// What a push service gets, and what its answers cause (docs/decisions/058-push.md).
import { describe, expect, test } from 'vitest'
import { expectDone, minutes, seconds } from '../../support/server/community.ts'
import {
  devicesOf,
  pushCommunityOfThisTest as start,
  startWithBrowser,
} from '../../support/server/push/push-community.ts'

const place = { thread: 'post:1', path: '/blog/1#comment-2' }

describe('a message', () => {
  test('reaches each browser of its people, encrypted and signed, and nobody else', async () => {
    const { openBrowserOf, signIn, push, service, clock, moment, countPushes } = await start()
    const telesila = await signIn('Telesila')
    const [phone, tablet] = [await openBrowserOf(telesila), await openBrowserOf(await signIn('Telesila'))]
    const benigna = await openBrowserOf(await signIn('Benigna'))
    const { key } = expectDone(await telesila.get<{ key: string }>('/push/key'))
    await push([telesila], { urgency: 'high' })
    const message = { ...place, title: 'Amparo ha comentado tu post', body: 'Qué bien contado.' }
    const headers = { ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' }
    const exp = clock.now / 1000 + 12 * 60 * 60
    const vapid = { aud: service.origin, sub: 'https://alejandria.example', exp, key }
    for (const { received } of [phone, tablet]) expect(received).toMatchObject([{ message, headers, vapid }])
    const topics = [phone, tablet].map(({ received }) => received[0]?.headers.topic)
    expect(topics[0]).toMatch(/^[\w-]{32}$/)
    expect(topics[0]).not.toBe(topics[1])
    expect(benigna.received).toEqual([])
    expect((await devicesOf(telesila)).map(({ pushed_at }) => pushed_at)).toEqual([moment(), moment()])
    // kept to be taken back, and not sent again
    expect(await countPushes()).toBe(2)
    await push([])
    expect([phone.received.length, tablet.received.length]).toEqual([1, 1])
  })

  test('shows no content on a browser where its person hides it', async () => {
    const { telesila, browser, push } = await startWithBrowser()
    expectDone(await telesila.put(`/push/subscriptions/${browser.device.id}`, { hides_content: true }))
    expect(await devicesOf(telesila)).toMatchObject([{ hides_content: true }])
    await push([telesila])
    const ids = { id: expect.any(String), device: browser.device.id }
    const shown = { title: 'Alejandría', body: 'Tienes un aviso nuevo', unread: 0 }
    expect(browser.received[0]?.message).toEqual({ ...ids, ...place, ...shown })
  })

  test('is cut when it is long, between letters, and fits', async () => {
    const { telesila, browser, push } = await startWithBrowser()
    await push([telesila], { title: '字'.repeat(101), body: '👩‍👩‍👧'.repeat(300) })
    const cut = { title: `${'字'.repeat(99)}…`, body: `${'👩‍👩‍👧'.repeat(47)}…` }
    expect(browser.received[0]?.message).toMatchObject(cut)
    expect(browser.received[0]?.size).toBeLessThan(4096)
  })

  test('that waits is replaced by the next one of its thread, and others stay', async () => {
    const { telesila, browser, queue, deliverPushes } = await startWithBrowser()
    await queue([telesila], { body: 'Ana' })
    await queue([telesila], { thread: 'post:2', body: 'Otro post' })
    await queue([telesila], { body: 'Ana y 3 más' })
    await deliverPushes()
    expect(browser.bodies().toSorted()).toEqual(['Ana y 3 más', 'Otro post'])
    await queue([telesila], { body: 'Ana y 4 más' })
    await deliverPushes()
    expect(browser.bodies().toSorted()).toEqual(['Ana y 3 más', 'Ana y 4 más', 'Otro post'])
    const ofThread = browser.received.filter(({ message }) => message.thread === 'post:1')
    expect(new Set(ofThread.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  test('of later goes out when it is due, and one that expired before doesn’t', async () => {
    const { telesila, browser, queue, deliverPushes, advanceClock, clock, countPushes } = await startWithBrowser()
    await queue([telesila], { body: 'Luego' }, clock.now + seconds(30))
    await deliverPushes()
    expect(browser.bodies()).toEqual([])
    advanceClock(seconds(30))
    await deliverPushes()
    expect(browser.bodies()).toEqual(['Luego'])
    await queue([telesila], { body: 'Nunca' })
    advanceClock(minutes(24 * 60))
    await deliverPushes()
    expect(browser.bodies()).toEqual(['Luego'])
    expect(await countPushes()).toBe(0)
  })
})

describe('a message that was read elsewhere', () => {
  test('isn’t sent if it waits, and taken back, once, under the same topic, if it was sent; other threads and people stay', async () => {
    const { openBrowserOf, signInAll, queue, push, withdraw, deliverPushes, countPushes } = await start()
    const [telesila, amparo] = await signInAll('Telesila', 'Amparo')
    const { device, received } = await openBrowserOf(telesila)
    const ofAmparo = await openBrowserOf(amparo)
    await queue([telesila])
    await withdraw(telesila)
    await deliverPushes()
    expect([received, await countPushes()]).toEqual([[], 0])
    await push([telesila, amparo])
    await withdraw(telesila, 'post:2')
    await withdraw(telesila)
    await withdraw(telesila)
    await deliverPushes()
    await deliverPushes()
    expect(received.map(({ message, headers }) => [message, headers.topic, headers.urgency])).toEqual([
      [expect.objectContaining({ title: 'Amparo ha comentado tu post' }), received[0]?.headers.topic, 'normal'],
      [
        { id: expect.any(String), device: device.id, thread: 'post:1', unread: 0, is_withdrawn: true },
        received[0]?.headers.topic,
        'low',
      ],
    ])
    expect(ofAmparo.received.length).toBe(1)
    await queue([telesila], { body: 'Otra vez' })
    await deliverPushes()
    expect(received.at(-1)?.message).toMatchObject({ body: 'Otra vez' })
  })

  test('is taken back although it is just being sent, and after it', async () => {
    const { telesila, browser, queue, withdraw, deliverPushes } = await startWithBrowser()
    browser.answer = async ({ message }) => {
      if ('body' in message) await withdraw(telesila)
      return { status: 201 }
    }
    await queue([telesila])
    await deliverPushes()
    expect(browser.bodies()).toEqual(['Qué bien contado.', 'retirado'])
  })

  test('of a Firefox that its person hasn’t used for a day is only dropped: it counts messages without a notice', async () => {
    const { telesila, browser, push, withdraw, deliverPushes, db, advanceClock } = await startWithBrowser()
    await db.updateTable('push_subscriptions').set({ service: 'https://updates.push.services.mozilla.com' }).execute()
    for (const thread of ['post:1', 'post:2']) {
      await push([telesila], { thread })
      await withdraw(telesila, thread)
      await deliverPushes()
      advanceClock(minutes(24 * 60 + 1))
    }
    expect(browser.bodies()).toEqual(['Qué bien contado.', 'retirado', 'Qué bien contado.'])
  })

  test('of an Apple device is only dropped: there a message without a notice ends the subscription', async () => {
    const { telesila, browser, push, withdraw, deliverPushes, db, countPushes } = await startWithBrowser()
    await push([telesila])
    await db.updateTable('push_subscriptions').set({ service: 'https://web.push.apple.com' }).execute()
    await withdraw(telesila)
    await deliverPushes()
    expect(browser.bodies()).toEqual(['Qué bien contado.'])
    expect(await countPushes()).toBe(0)
  })
})
