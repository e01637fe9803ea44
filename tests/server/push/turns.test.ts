// @databases both
// People take turns with the places in which push messages are sent (docs/decisions/058-push.md).
import { expect, test } from 'vitest'
import { pushCommunityOfThisTest } from '../../support/server/push/push-community.ts'
import type { Browser } from '../../support/server/push/push-service.ts'

/** Answers that wait until they are released. */
function holdBack(browser: Browser) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { begun: 0, release: resolve }
  browser.answer = async () => {
    held.begun++
    await promise
    return { status: 201 }
  }
  return held
}

test('slow devices of some people hold up nobody else: one message at a time goes to a person, and people take turns', async () => {
  const { openBrowserOf, signIn, queue, deliverPushes } = await pushCommunityOfThisTest({ timeoutMs: 60_000 })
  const slow = await Promise.all(
    ['Ana', 'Bea', 'Cid', 'Dio', 'Eva', 'Fe', 'Gala', 'Hugo'].map(async (name) => {
      const [first, second] = [await signIn(name), await signIn(name)]
      return { person: first, devices: [holdBack(await openBrowserOf(first)), holdBack(await openBrowserOf(second))] }
    }),
  )
  await queue(slow.map(({ person }) => person))
  const telesila = await signIn('Telesila')
  const phone = await openBrowserOf(telesila)
  await queue([telesila])
  const delivering = deliverPushes()
  const begun = () => slow.map(({ devices }) => devices.reduce((sum, device) => sum + device.begun, 0))
  await expect.poll(begun).toEqual(Array(8).fill(1))
  const first = slow[0]?.devices.find((device) => device.begun === 1)
  first?.release()
  await expect.poll(() => phone.received.length).toBe(1)
  for (const device of slow.flatMap(({ devices }) => devices)) device.release()
  await delivering
  expect(begun()).toEqual(Array(8).fill(2))
})
