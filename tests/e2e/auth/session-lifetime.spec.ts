// One session: in several tabs, after a reload, until signing out or a dead token ends it.
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { emptyStorage, storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test.describe('A session of Safo', () => {
  test('survives a reload, with the token in sessionStorage only', async ({ server, visit }) => {
    await server.person('Safo')
    const safo = await visit('/home')
    await signInByHand(safo, 'Safo')
    await safo.reload()
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
    const { session, ...rest } = await storageOf(safo)
    expect(Object.keys(session)).toEqual(['auth_token'])
    expect(rest).toEqual({ local: {}, cookies: '', caches: [], databases: [] })
    expect(safo.url()).not.toContain(session.auth_token)
  })

  test('is shared with a new tab of the same browser, not with another browser', async ({ server, visit }) => {
    await server.person('Safo')
    const first = await visit('/home')
    await signInByHand(first, 'Safo')
    const second = await first.context().newPage()
    await second.goto('/blog')
    await expect(headerOf(second)).toContainText('Bienvenida/o, Safo')
    await expect(second).toHaveURL('/blog')

    const elsewhere = await visit('/blog')
    await expect(elsewhere).toHaveURL('/home')
    await expect(signInButton(elsewhere)).toBeVisible()
  })

  test('signs in a tab that was already open', async ({ server, visit }) => {
    await server.person('Safo')
    const first = await visit('/home')
    const second = await first.context().newPage()
    await second.goto('/home')
    await expect(signInButton(second)).toBeVisible()
    await signInByHand(first, 'Safo')
    await expect(headerOf(second)).toContainText('Bienvenida/o, Safo')
  })

  test('ends by signing out in all tabs and on the server, and leaves nothing in storage', async ({
    server,
    visit,
    pageErrors,
  }) => {
    pageErrors.tolerate(...requestsOfEveryPage)
    const { call } = await server.person('Safo')
    await server.hipatia.createPost({ title: 'Solo para miembros' })
    const first = await visit('/home')
    await signInByHand(first, 'Safo')
    const { session } = await storageOf(first)
    const second = await first.context().newPage()
    await second.goto('/blog')
    await expect(second.getByRole('link', { name: 'Solo para miembros', exact: true })).toBeVisible()
    await headerOf(second).getByRole('link', { name: 'Noticias' }).click()
    await expect(second).toHaveURL('/news')
    await expect(second.getByText('No hay noticias')).toBeVisible()
    await second.evaluate(() => {
      localStorage.setItem('auth_token', 'de antes') // an older version of the site may have left this behind
      localStorage.setItem('images 019ca8a04cc5741890a688febef8f69d', '1') // Safo's consent to images of other sites
    })

    await signOutButton(first).click()
    for (const tab of [first, second]) {
      await expect(signInButton(tab)).toBeVisible()
      await expect(tab).toHaveURL('/home')
      expect(await storageOf(tab)).toEqual(emptyStorage)
    }
    const answer = await fetch(`${server.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${session.auth_token}` },
    })
    expect(answer.status).toBe(401)
    await expect(call('GET', '/auth/me'), 'Safo’s other session is still valid').resolves.toBeTruthy()

    // Going back or reloading shows nothing of the session.
    await second.goBack()
    await expect(second).toHaveURL('/home')
    await expect(second.getByText('Solo para miembros')).toHaveCount(0)
    await second.reload()
    await expect(signInButton(second)).toBeVisible()
    await expect(second.getByText('Solo para miembros')).toHaveCount(0)
  })

  test('ends in an offline browser too', async ({ server, visit, pageErrors }) => {
    pageErrors.expect('failed POST /api/auth/logout', /^console warning: logout/)
    // Requests that may be under way.
    pageErrors.tolerate(
      /^failed (GET \/api\/(sections(\/visit)?|notices|chat\/reading|auth\/online-users)|(GET|POST) \/socket\.io\/|GET \/assets\/.*)$/,
      /^console (error|warning): WebSocket/,
      /^console warning: (chat reading|online)/,
    )
    await server.person('Safo')
    const safo = await visit('/home')
    const beat = safo.waitForResponse('**/api/auth/heartbeat')
    await signInByHand(safo, 'Safo')
    await beat
    await safo.context().setOffline(true)
    await signOutButton(safo).click()
    await expect(signInButton(safo)).toBeVisible()
    expect(await storageOf(safo)).toEqual(emptyStorage)
  })

  test('ends in the browser even when the request to sign out fails', async ({ server, visit, pageErrors }) => {
    pageErrors.expect('failed POST /api/auth/logout', /^console warning: logout/)
    pageErrors.tolerate(...requestsOfEveryPage)
    await server.person('Safo')
    const safo = await visit('/home')
    await signInByHand(safo, 'Safo')
    await safo.route('**/api/auth/logout', (route) => route.abort())
    await signOutButton(safo).click()
    await expect(signInButton(safo)).toBeVisible()
    expect(await storageOf(safo)).toEqual(emptyStorage)
  })

  test('shows none of her drafts to Zenón, who signs in after her', async ({ server, visit, pageErrors }) => {
    pageErrors.tolerate(...requestsOfEveryPage)
    const safo = await server.person('Safo')
    await server.person('Zenón')
    await safo.createDraft({ title: 'Solo mío' })
    const page = await visit('/home')
    await signInByHand(page, 'Safo')
    await headerOf(page).getByRole('link', { name: 'Mis Borradores' }).click()
    await expect(page.getByRole('link', { name: 'Solo mío', exact: true })).toBeVisible()
    await signOutButton(page).click()
    await expect(page.getByText('Solo mío')).toHaveCount(0)
    await signInByHand(page, 'Zenón')
    await headerOf(page).getByRole('link', { name: 'Mis Borradores' }).click()
    await expect(page.getByText('No tienes borradores')).toBeVisible()
    await expect(page.getByText('Solo mío')).toHaveCount(0)
  })

  test('is not restored from an invalid token, and the visitor is sent home', async ({ visit, pageErrors }) => {
    pageErrors.expect('401 GET /api/auth/me')
    pageErrors.expect('401 GET /api/posts') // asked for at the same time
    const page = await visit('/home')
    await page.evaluate(() => sessionStorage.setItem('auth_token', 'x'.repeat(43)))
    await page.goto('/blog')
    await expect(page).toHaveURL('/home')
    await expect(signInButton(page)).toBeVisible()
    expect(await storageOf(page)).toEqual(emptyStorage)
  })

  test('ends when the server repeatedly fails to say whose session it is', async ({ openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/auth/me')
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        await page.clock.install()
        await refuse(page, '**/api/auth/me', 500)
      },
    })
    await expect(async () => {
      await page.clock.runFor(1000) // two retries with a backoff
      await expect(page).toHaveURL('/home', { timeout: 100 })
    }).toPass()
    await expect(signInButton(page)).toBeVisible()
    expect(await storageOf(page)).toEqual(emptyStorage)
  })

  test('survives a network that fails while the page starts: a reload finds Safo signed in', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('failed GET /api/auth/me')
    const page = await openAs('Safo', '/home', {
      before: async (page) => {
        await page.clock.install()
        await page.route('**/api/auth/me', (route) => route.abort())
      },
    })
    await expect(async () => {
      await page.clock.runFor(1000) // two retries
      await expect(signInButton(page)).toBeVisible({ timeout: 100 })
    }).toPass()
    await page.unroute('**/api/auth/me')
    await page.reload()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
  })

  test('survives a network that loses the code of a member’s page', async ({ openAs, pageErrors }) => {
    pageErrors.expect(/^failed GET \/assets\/member-/)
    let losses = 0
    const page = await openAs('Safo', '/home', {
      before: (page) =>
        page.route(/\/assets\/member-.*\.js$/, (route) => (losses++ === 0 ? route.abort() : route.fallback())),
    })
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    expect(losses).toBeGreaterThan(1)
  })

  test("shows 'Loading...' while the person is loaded, without a greeting or a redirect", async ({ openAs }) => {
    let delayed = { release: () => {} }
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        delayed = await delayResponse(page, '**/api/auth/me')
      },
    })
    await expect(page.getByRole('status').getByText('Loading...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog')
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
    await expect(signInButton(page)).toHaveCount(0)
    delayed.release()
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  })

  test("shows 'Loading authentication...' until the browser knows that there is no session", async ({ visit }) => {
    const page = await visit('/blog', {
      before: async (page) => {
        await page.clock.install({ time: '2026-03-02T09:00:00' })
        await page.clock.pauseAt('2026-03-02T10:00:00')
      },
    })
    await expect(page.getByText('Loading authentication...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog')
    // the text stands in the HTML: the app may start later
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(page).toHaveURL('/home', { timeout: 100 })
    }).toPass()
  })
})
