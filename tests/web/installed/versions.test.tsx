// A new version of the service worker that can't be kept: tried again, and told without alarm.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hasUpdateFailed, registerWorker, waitingVersion } from '../../../web/installed/worker-registration.ts'
import { passes, stopTimers } from '../../support/web/clock.ts'
import { openPage } from '../../support/web/screen.tsx'
import { accountAnswers } from '../account/account-answers.ts'

const failed = page
  .getByRole('status')
  .getByText(/^Hay una versión nueva, pero este dispositivo no ha podido guardarla/)
const offered = page.getByRole('status').getByText('Hay una versión nueva.', { exact: true })

class Version extends EventTarget {
  state = 'installing'
  becomes(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** The registration of a browser that has a version, and finds another one each time when it is asked. */
function fakeRegistration() {
  const versions: Version[] = []
  const registration = Object.assign(new EventTarget(), {
    active: { postMessage() {} },
    installing: null as Version | null,
    waiting: null as Version | null,
    async update() {
      registration.installing = new Version()
      versions.push(registration.installing)
      registration.dispatchEvent(new Event('updatefound'))
    },
  })
  return { registration, versions }
}

test('one that a full device can’t keep is tried again after a minute and after five, until it is offered', async () => {
  await openPage('/account', { screen: 'phone', answers: accountAnswers() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { registration, versions } = fakeRegistration()
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as never)
  await registerWorker()
  stopTimers()
  await registration.update()
  versions[0]?.becomes('redundant')
  await expect.element(failed).toBeVisible()
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect.element(failed).not.toBeInTheDocument()

  await passes(60_000)
  expect(versions).toHaveLength(2)
  versions[1]?.becomes('redundant')
  await passes(4 * 60_000)
  expect(versions).toHaveLength(2)
  await passes(60_000)
  expect(versions).toHaveLength(3)
  await expect.element(failed).not.toBeInTheDocument()

  expect(hasUpdateFailed.get()).toBe(true)
  registration.waiting = versions[2] ?? null
  versions[2]?.becomes('installed')
  expect(hasUpdateFailed.get()).toBe(false)
  await expect.element(offered).toBeVisible()
  waitingVersion.set(undefined)
})
