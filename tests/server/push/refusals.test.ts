// Answers of a push service other than 201: gone browsers, long texts, too much at once, failures and silence.
import { expect, test } from 'vitest'
import { cleanUpPushes } from '../../../server/push/worker/queries.ts'
import { days, expectDone, minutes, seconds } from '../../support/server/community.ts'
import { changeRows, insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { devicesOf, startWithBrowser } from '../../support/server/push/push-community.ts'

/** Telesila with a browser, and Amparo with another one. */
async function startWithTwo() {
  const community = await startWithBrowser({ timeoutMs: 400 })
  const amparo = await community.signIn('Amparo')
  return { ...community, amparo, other: await community.openBrowserOf(amparo) }
}

test.each([404, 410])('after %i the subscription is removed, and nothing more is sent to it', async (status) => {
  const { telesila, amparo, browser, other, push } = await startWithTwo()
  browser.answer = () => ({ status })
  await push([telesila, amparo])
  expect(await devicesOf(telesila)).toEqual([])
  await push([telesila, amparo], { thread: 'otro' })
  expect([browser.refused.length, other.received.length]).toEqual([1, 2])
})

test('after 413 the text is shortened until the service takes it, and in the end left out', async () => {
  const { telesila, browser, push } = await startWithTwo()
  const sizes = () => browser.refused.map(({ size }) => size)
  browser.answer = ({ message }) => ({ status: 'body' in message && message.body.length > 50 ? 413 : 201 })
  await push([telesila], { title: 'Amparo', body: 'ya está '.repeat(30) })
  expect(browser.bodies()).toEqual(['ya está '.repeat(30).slice(0, browser.bodies()[0]?.length)])
  expect(browser.bodies()[0]?.length).toBeGreaterThan(10)
  expect(sizes()).toEqual(sizes().toSorted((a, b) => b - a))
  browser.answer = () => ({ status: 413 })
  await push([telesila], { thread: 'otro', title: 'Amparo', body: 'ya está '.repeat(30) })
  expect(browser.refused.at(-1)?.message).toMatchObject({ title: 'Amparo', body: '' })
  const tries = browser.refused.length
  await push([])
  expect(browser.refused.length).toBe(tries)
  expect(await devicesOf(telesila)).toHaveLength(1)
})

test.each([
  ['seconds', () => '600'],
  ['a date', (now: number) => new Date(now + minutes(10)).toUTCString()],
])(
  'after 429 the message waits as long as the service asks, given in %s, and arrives once',
  async (_how, retryAfter) => {
    const { telesila, amparo, browser, other, push, deliverPushes, advanceClock, clock } = await startWithTwo()
    browser.answer = () => ({ status: 429, retryAfter: retryAfter(clock.now) })
    await push([telesila, amparo])
    browser.answer = () => ({ status: 201 })
    advanceClock(minutes(10) - seconds(1))
    await deliverPushes()
    expect([browser.received.length, other.received.length]).toEqual([0, 1])
    advanceClock(seconds(1))
    await deliverPushes()
    await deliverPushes()
    expect([browser.received.length, browser.refused.length]).toEqual([1, 1])
  },
)

test.each([
  ['500', { status: 500 } as const],
  ['503', { status: 503 } as const],
  ['silence', 'silence' as const],
])(
  'after %s the message is tried again after 1, 5, 15 and then each 60 minutes, until it expires after a day',
  async (_what, answer) => {
    const { telesila, browser, queue, deliverPushes, advanceClock, countPushes, clock } = await startWithTwo()
    browser.answer = () => answer
    const tries: number[] = []
    await queue([telesila])
    const begun = clock.now
    for (const minute of [0, 1, 5, 6, 20, 21, 80, 81, 140, 141]) {
      advanceClock(begun + minutes(minute) - clock.now)
      const before = browser.refused.length
      await deliverPushes()
      if (browser.refused.length > before) tries.push(minute)
    }
    expect(tries).toEqual([0, 1, 6, 21, 81, 141])
    advanceClock(minutes(24 * 60))
    await deliverPushes()
    expect(await countPushes()).toBe(0)
    expect(browser.refused.length).toBe(tries.length)
  },
)

test('a device at which the service fails holds up nobody, and the message arrives when it works again', async () => {
  const { telesila, amparo, browser, other, push, deliverPushes, advanceClock } = await startWithTwo()
  browser.answer = () => ({ status: 500 })
  for (let time = 1; time <= 5; time++) {
    await push([telesila, amparo], { thread: `post:${time}` })
    expect(other.received.length).toBe(time)
  }
  browser.answer = () => ({ status: 201 })
  advanceClock(minutes(1))
  await deliverPushes()
  expect(browser.received.map(({ message }) => message.thread).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((time) => `post:${time}`),
  )
})

test('a service that fails again and again is left alone for a while, then asked again, and everything arrives', async () => {
  const { telesila, browser, service, queue, deliverPushes, advanceClock } = await startWithTwo()
  let requests = 0
  browser.answer = () => {
    requests++
    return { status: 503 }
  }
  for (let thread = 0; thread < 20; thread++) await queue([telesila], { thread: `post:${thread}` })
  await deliverPushes()
  expect(requests).toBe(3)
  await queue([telesila], { thread: 'más' })
  await deliverPushes()
  expect(requests).toBe(3)
  browser.answer = () => ({ status: 201 })
  advanceClock(minutes(1))
  await deliverPushes()
  expect(browser.received.length).toBe(21)
  expect(service.faults).toEqual([])
})

test.each([400, 401, 403])('after %i the message is dropped, and the subscription stays', async (status) => {
  const { telesila, browser, push, deliverPushes, advanceClock, logText } = await startWithTwo()
  browser.answer = () => ({ status })
  await push([telesila])
  advanceClock(minutes(60))
  await deliverPushes()
  expect(browser.refused.length).toBe(1)
  expect(await devicesOf(telesila)).toHaveLength(1)
  expect(logText()).toContain('a push message was not taken')
  // its address is a secret
  expect(logText()).not.toContain(browser.subscription.endpoint)
})

test('a service that the server may not ask any more gets nothing', async () => {
  const { telesila, browser, push, db, countPushes } = await startWithTwo()
  for (const endpoint of ['https://10.0.0.1/push', 'https://127.0.0.1:22/push', 'http://127.0.0.1/push']) {
    await changeRows(db, 'push_subscriptions', { endpoint }, { id: browser.device.id })
    await push([telesila])
    expect(await countPushes()).toBe(0)
  }
  expect(expectDone(await telesila.get('/push/subscriptions'))).toHaveLength(1)
})

test('of a clock that was wrong a pause that ends in a year is over, and a message of then expires a day later; one of next week waits', async () => {
  const { telesila, browser, push, queue, deliverPushes, db, service, services, clock } = await startWithTwo()
  await insertRows(db, 'push_holds', [{ service: service.origin, failures: 3, until: clock.now + minutes(60) }])
  await push([telesila], { body: 'Tras la pausa' })
  expect(browser.received).toEqual([])
  await changeRows(db, 'push_holds', { until: clock.now + days(365) })
  await push([])
  expect(browser.bodies()).toEqual(['Tras la pausa'])
  await queue([telesila], { thread: 'post:2', body: 'Del año que viene' }, clock.now + days(365))
  await queue([telesila], { thread: 'post:3', body: 'Tras el silencio' }, clock.now + days(7))
  await cleanUpPushes(services)
  await deliverPushes()
  expect(browser.bodies()).toEqual(['Tras la pausa', 'Del año que viene'])
  expect(browser.received[1]?.headers.ttl).toBe('86400')
})

test('failures of a service are forgotten a week after they ended', async () => {
  const { telesila, browser, push, db, services, advanceClock } = await startWithTwo()
  const failures = async () => (await rowsOf(db, 'push_holds')).map((hold) => hold.failures)
  browser.answer = () => ({ status: 500 })
  await push([telesila])
  advanceClock(days(7) - seconds(1))
  await cleanUpPushes(services)
  expect(await failures()).toEqual([1])
  advanceClock(seconds(1))
  await cleanUpPushes(services)
  expect(await failures()).toEqual([])
})
