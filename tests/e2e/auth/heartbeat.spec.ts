// The heartbeat of a signed-in browser and its polling for the people online.
import { blockLiveConnection, liveConnectionFailure, refuse } from '../../support/browser/network.ts'
import { loginModal } from '../../support/browser/pages/auth/login.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { blankPage, expect, headerOf, type Page, test } from '../../support/browser/test.ts'

test.describe('The browser of the signed-in Safo', () => {
  function countRequests(page: Page, path: string) {
    let count = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) count++
    })
    return () => count
  }

  const stopClock = async (page: Page) => {
    await page.clock.install({ time: '2026-03-02T09:00:00' })
    await page.clock.pauseAt('2026-03-02T10:00:00')
  }

  /** Waits for a value on a page whose clock is stopped, and lets short timers of the page run. */
  const expectSettled = (page: Page, what: () => unknown, expected: unknown) =>
    expect
      .poll(async () => {
        await page.clock.runFor(50)
        return what()
      })
      .toEqual(expected)

  test('sends a heartbeat at once and every 60 s, and polls the people online every 30 s', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.tolerate(liveConnectionFailure) // may happen once the clock runs
    let beats = () => 0
    let polls = () => 0
    const page = await openAs('Safo', '/home', {
      before: async (page) => {
        // Live events would postpone the next poll.
        await blockLiveConnection(page)
        await stopClock(page)
        beats = countRequests(page, '/api/auth/heartbeat')
        polls = countRequests(page, '/api/auth/online-users')
      },
    })
    await expectSettled(page, () => [beats(), polls()], [1, 1])
    // a poll that isn't answered yet would stand for the next one
    await expectSettled(page, () => headerOf(page).textContent(), expect.stringContaining('online'))
    for (const [seconds, expected] of [
      [30, [1, 2]],
      [60, [2, 3]],
      [90, [2, 4]],
      [120, [3, 5]],
    ] as const) {
      const answered = page.waitForResponse('**/api/auth/online-users')
      await page.clock.runFor(30_000)
      await expectSettled(page, () => [beats(), polls()], expected)
      await (await answered).finished()
      await expect(headerOf(page), `after ${seconds} s`).toContainText('online')
    }
  })

  test('only logs a failed heartbeat or a failed poll of the people online', async ({ openAs, pageErrors }) => {
    pageErrors.expect('500 POST /api/auth/heartbeat', /^console warning: heartbeat/)
    pageErrors.expect('500 GET /api/auth/online-users', /^console warning: online users/)
    const logged: string[] = []
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        page.on('console', (message) => logged.push(message.text()))
        await refuse(page, '**/api/auth/heartbeat', 500)
        await refuse(page, '**/api/auth/online-users', 500, 'No se sabe.')
      },
    })
    await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    // the people online are only asked for after the heartbeat
    for (const start of [/^heartbeat/m, /^online users/m]) await expect.poll(() => logged.join('\n')).toMatch(start)
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    await expect(page.getByText('No se sabe.')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('ends the session when a heartbeat is refused with 401', async ({ server, visit, pageErrors }) => {
    pageErrors.expect('401 POST /api/auth/heartbeat', /^console warning: heartbeat/)
    pageErrors.tolerate(liveConnectionFailure) // may happen once the clock runs
    await server.person('Safo')
    const { call, token } = await server.signIn('Safo')
    const page = await visit(blankPage)
    await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
    await blockLiveConnection(page) // The live connection would notice the end of the session first.
    // So would these requests of the page.
    await page.route(
      /\/api\/(auth\/sessions|auth\/factors|auth\/passkeys|notifications\/preferences|push\/subscriptions|notices(\/settings)?|sections|chat\/reading)(\?|$)/,
      () => {},
    )
    await stopClock(page)
    await page.route('**/api/auth/online-users', (route) => route.fulfill({ json: { online_users: [] } }))
    const beats = countRequests(page, '/api/auth/heartbeat')
    const answered = page.waitForResponse('**/api/auth/heartbeat')
    await page.goto('/account')
    await expectSettled(page, beats, 1)
    await answered // otherwise the sign-out could come before it
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await call('POST', '/auth/logout') // from another place
    await page.clock.runFor(60_000)
    await expectSettled(page, beats, 2)
    await page.clock.resume()
    await expect(loginModal(page)).toBeVisible()
    expect((await storageOf(page)).session).toEqual({})
    await loginModal(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(page).toHaveURL('/home')
    await expect(signInButton(page)).toBeVisible()
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
  })
})
