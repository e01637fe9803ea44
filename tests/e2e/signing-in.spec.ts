import { emptyStorage, failedLive, holdBack, refuse, storageOf, withoutLive } from './support/gate.ts'
import { expect, headerOf, type Page, passwordOf, quietPage, signIn, test } from './support/test.ts'
import { asOfAFrame } from './support/trouble.ts'

const login = '**/api/auth/login'
const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Login' })

/** Signs somebody in by hand, and waits until the page knows. */
async function enter(page: Page, name: string) {
  await signIn(page, name, passwordOf(name))
  await expect(modalOf(page)).toBeHidden()
  await expect(headerOf(page)).toContainText(`Bienvenida/o, ${name}`)
}

test.describe('The login modal', () => {
  test('opens from the header, has its words, and lets Safo in', async ({ house, visit }) => {
    await house.person('Safo')
    const safo = await visit('/home')
    await headerOf(safo).getByRole('button', { name: 'Iniciar Sesión' }).click()
    const modal = modalOf(safo)
    await expect(modal.getByRole('heading')).toHaveText('Login')
    await expect(modal.getByLabel('Name')).toBeFocused()
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(modal).toBeHidden()
    const header = headerOf(safo)
    await expect(header).toContainText('Bienvenida/o, Safo')
    await expect(header).not.toContainText('(Admin)')
    await expect(header.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Iniciar Sesión' })).toHaveCount(0)
  })

  test('greets an admin as one', async ({ visit }) => {
    const hipatia = await visit('/home')
    await enter(hipatia, 'Hipatia')
    await expect(headerOf(hipatia)).toContainText('Bienvenida/o, Hipatia (Admin)')
  })

  test('shows the password and hides it again', async ({ visit }) => {
    const page = await visit('/home')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const password = modalOf(page).getByLabel('Password', { exact: true })
    await password.fill('secreto')
    await expect(password).toHaveAttribute('type', 'password')
    await modalOf(page).getByRole('button', { name: 'Mostrar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('secreto')
    await modalOf(page).getByRole('button', { name: 'Ocultar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('wants both fields, and sends nothing without them', async ({ visit }) => {
    const page = await visit('/home')
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const modal = modalOf(page)
    const submit = modal.getByRole('button', { name: 'Login', exact: true })
    await submit.click()
    await expect(modal.getByLabel('Name')).toBeFocused()
    await modal.getByLabel('Name').fill('Safo')
    await submit.click()
    await expect(modal.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(modal).toBeVisible()
    expect(sent).not.toContain('/api/auth/login')
  })

  test('says what the server says of a wrong password, and keeps the name', async ({ house, visit, trouble }) => {
    trouble.expect('401 POST /api/auth/login')
    await house.person('Safo')
    const page = await visit('/home')
    const answered = page.waitForResponse(login)
    await signIn(page, 'Safo', 'otra cosa')
    const { detail } = (await (await answered).json()) as { detail: string }
    expect(detail).toMatch(/\S/)
    await expect(modalOf(page).getByRole('alert')).toHaveText(detail)
    await expect(modalOf(page).getByLabel('Name')).toHaveValue('Safo')
    expect(await storageOf(page)).toEqual(emptyStorage)

    await modalOf(page).getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modalOf(page).getByRole('button', { name: 'Login', exact: true }).click()
    await expect(modalOf(page)).toBeHidden()
  })

  for (const [what, spoil, trouble] of [
    ['the server is down', (page: Page) => page.route(login, (route) => route.abort()), 'failed POST /api/auth/login'],
    ['the server fails without a word', (page: Page) => refuse(page, login, 500), '500 POST /api/auth/login'],
  ] as const)
    test(`says 'Login failed' when ${what}`, async ({ visit, trouble: noted }) => {
      noted.expect(trouble)
      const page = await visit('/home')
      await spoil(page)
      await signIn(page, 'Safo', passwordOf('Safo'))
      await expect(modalOf(page).getByRole('alert')).toHaveText('Login failed')
    })

  test("reads 'Logging in...' until the answer is there, and sends once", async ({ house, visit }) => {
    await house.person('Safo')
    const page = await visit('/home')
    const gate = await holdBack(page, login)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await signIn(page, 'Safo', passwordOf('Safo'))
    const busy = modalOf(page).getByRole('button', { name: 'Logging in...' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await modalOf(page).getByLabel('Password', { exact: true }).press('Enter')
    gate.open()
    await expect(modalOf(page)).toBeHidden()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    expect(sent.filter((path) => path === '/api/auth/login')).toHaveLength(1)
  })

  test('closes with Escape and with its cross, and gives the focus back', async ({ visit }) => {
    const page = await visit('/home')
    const opener = headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })
    await opener.click()
    await expect(modalOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await modalOf(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(modalOf(page)).toBeHidden()
  })
})

test.describe('The session', () => {
  test('survives a reload', async ({ house, visit }) => {
    await house.person('Safo')
    const safo = await visit('/home')
    await enter(safo, 'Safo')
    await safo.reload()
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
    const { session, ...rest } = await storageOf(safo)
    expect(Object.keys(session)).toEqual(['auth_token'])
    expect(rest).toEqual({ local: {}, cookies: '', caches: [], databases: [] })
    expect(safo.url()).not.toContain(session.auth_token)
  })

  test('is there in a new tab of the same browser, and not in another browser', async ({ house, visit }) => {
    await house.person('Safo')
    const first = await visit('/home')
    await enter(first, 'Safo')
    const second = await first.context().newPage()
    await second.goto('/blog')
    await expect(headerOf(second)).toContainText('Bienvenida/o, Safo')
    await expect(second).toHaveURL('/blog')

    const elsewhere = await visit('/blog')
    await expect(elsewhere).toHaveURL('/home')
    await expect(headerOf(elsewhere).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  })

  test('signs in a tab that was already open', async ({ house, visit }) => {
    await house.person('Safo')
    const first = await visit('/home')
    const second = await first.context().newPage()
    await second.goto('/home')
    await expect(headerOf(second).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await enter(first, 'Safo')
    await expect(headerOf(second)).toContainText('Bienvenida/o, Safo')
  })

  test('ends in every tab at once, for the server too, and leaves nothing in storage', async ({
    house,
    visit,
    trouble,
  }) => {
    trouble.tolerate(...asOfAFrame)
    const { call } = await house.person('Safo')
    await house.hipatia.writes({ title: 'Solo para miembros' })
    const first = await visit('/home')
    await enter(first, 'Safo')
    const { session } = await storageOf(first)
    const second = await first.context().newPage()
    await second.goto('/blog')
    await expect(second.getByRole('link', { name: 'Solo para miembros', exact: true })).toBeVisible()
    await headerOf(second).getByRole('link', { name: 'Noticias' }).click()
    await expect(second).toHaveURL('/news')
    await expect(second.getByText('No hay noticias')).toBeVisible()
    // what an older version of the site may have left behind
    await second.evaluate(() => localStorage.setItem('auth_token', 'de antes'))

    await headerOf(first).getByRole('button', { name: 'Cerrar Sesión' }).click()
    for (const tab of [first, second]) {
      await expect(headerOf(tab).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
      await expect(tab).toHaveURL('/home')
      expect(await storageOf(tab)).toEqual(emptyStorage)
    }
    const answer = await fetch(`${house.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${session.auth_token}` },
    })
    expect(answer.status).toBe(401)
    await expect(call('GET', '/auth/me'), 'another session of hers lives on').resolves.toBeTruthy()

    // neither going back nor a reload brings anything of it back
    await second.goBack()
    await expect(second).toHaveURL('/home')
    await expect(second.getByText('Solo para miembros')).toHaveCount(0)
    await second.reload()
    await expect(headerOf(second).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(second.getByText('Solo para miembros')).toHaveCount(0)
  })

  test('a browser that is offline signs out all the same', async ({ house, visit, trouble }) => {
    trouble.expect('failed POST /api/auth/logout', /^console warning: logout/)
    // what the page may just be asking for
    trouble.tolerate(
      /^failed (GET \/api\/(sections|chat\/reading|auth\/online-users)|(GET|POST) \/socket\.io\/|GET \/assets\/.*)$/,
      /^console (error|warning): WebSocket/,
      /^console warning: (chat reading|online)/,
    )
    await house.person('Safo')
    const safo = await visit('/home')
    await enter(safo, 'Safo')
    await safo.context().setOffline(true)
    await headerOf(safo).getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(headerOf(safo).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await storageOf(safo)).toEqual(emptyStorage)
  })

  test('ends here also when the server cannot be told', async ({ house, visit, trouble }) => {
    trouble.expect('failed POST /api/auth/logout', /^console warning: logout/)
    trouble.tolerate(...asOfAFrame)
    await house.person('Safo')
    const safo = await visit('/home')
    await enter(safo, 'Safo')
    await safo.route('**/api/auth/logout', (route) => route.abort())
    await headerOf(safo).getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(headerOf(safo).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await storageOf(safo)).toEqual(emptyStorage)
  })

  test('shows nothing of Safo to Zenón, who signs in after her', async ({ house, visit, trouble }) => {
    trouble.tolerate(...asOfAFrame)
    const safo = await house.person('Safo')
    await house.person('Zenón')
    await safo.drafts({ title: 'Solo mío' })
    const page = await visit('/home')
    await enter(page, 'Safo')
    await headerOf(page).getByRole('link', { name: 'Mis Borradores' }).click()
    await expect(page.getByRole('link', { name: 'Solo mío', exact: true })).toBeVisible()
    await headerOf(page).getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page.getByText('Solo mío')).toHaveCount(0)
    await enter(page, 'Zenón')
    await headerOf(page).getByRole('link', { name: 'Mis Borradores' }).click()
    await expect(page.getByText('No tienes borradores')).toBeVisible()
    await expect(page.getByText('Solo mío')).toHaveCount(0)
  })

  test('with a token that is dead is none', async ({ visit, trouble }) => {
    trouble.expect('401 GET /api/auth/me')
    const page = await visit('/home')
    await page.evaluate(() => sessionStorage.setItem('auth_token', 'x'.repeat(43)))
    await page.goto('/blog')
    await expect(page).toHaveURL('/home')
    await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await storageOf(page)).toEqual(emptyStorage)
  })

  test('ends when it cannot be found out whose it is', async ({ openAs, trouble }) => {
    trouble.expect('500 GET /api/auth/me')
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        await page.clock.install()
        await refuse(page, '**/api/auth/me', 500)
      },
    })
    await expect(async () => {
      await page.clock.runFor(1000) // it tries again after a moment, twice
      await expect(page).toHaveURL('/home', { timeout: 100 })
    }).toPass()
    await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    expect(await storageOf(page)).toEqual(emptyStorage)
  })

  test("says 'Loading...' while the person is loaded, and neither greets nor sends away", async ({ openAs }) => {
    let gate = { open: () => {} }
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        gate = await holdBack(page, '**/api/auth/me')
      },
    })
    await expect(page.getByRole('status').getByText('Loading...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog')
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
    await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toHaveCount(0)
    gate.open()
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  })

  test("says 'Loading authentication...' before it is known whether there is a session", async ({ visit }) => {
    const page = await visit('/blog', {
      before: async (page) => {
        await page.clock.install({ time: '2026-03-02T09:00:00' })
        await page.clock.pauseAt('2026-03-02T10:00:00')
      },
    })
    await expect(page.getByText('Loading authentication...', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog')
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/home')
  })
})

test.describe('While Safo is here', () => {
  /** Counts the calls to an address, and lets the page's time pass until there are so many. */
  function counted(page: Page, path: string) {
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

  /** Waits for something on a page whose clock stands: what is put off by a moment only gets that moment. */
  const settles = (page: Page, what: () => unknown, expected: unknown) =>
    expect
      .poll(async () => {
        await page.clock.runFor(1)
        return what()
      })
      .toEqual(expected)

  test('her browser says so at once and every 60 s, and looks who is online every 30 s', async ({
    openAs,
    trouble,
  }) => {
    trouble.tolerate(failedLive) // tried when the clock lets it
    let beats = () => 0
    let looks = () => 0
    const page = await openAs('Safo', '/home', {
      before: async (page) => {
        // what it is told in between would put off the next look
        await withoutLive(page)
        await stopClock(page)
        beats = counted(page, '/api/auth/heartbeat')
        looks = counted(page, '/api/auth/online-users')
      },
    })
    await settles(page, () => [beats(), looks()], [1, 1])
    for (const [seconds, expected] of [
      [30, [1, 2]],
      [60, [2, 3]],
      [90, [2, 4]],
      [120, [3, 5]],
    ] as const) {
      const answered = page.waitForResponse('**/api/auth/online-users')
      await page.clock.runFor(30_000)
      await settles(page, () => [beats(), looks()], expected)
      await (await answered).finished()
      await expect(headerOf(page), `after ${seconds} s`).toContainText('online')
    }
  })

  test('a heartbeat or a look at who is online that fails is only logged', async ({ openAs, trouble }) => {
    trouble.expect('500 POST /api/auth/heartbeat', /^console warning: heartbeat/)
    trouble.expect('500 GET /api/auth/online-users', /^console warning: online users/)
    const page = await openAs('Safo', '/blog', {
      before: async (page) => {
        await refuse(page, '**/api/auth/heartbeat', 500)
        await refuse(page, '**/api/auth/online-users', 500, 'No se sabe.')
      },
    })
    await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    await expect(page.getByText('No se sabe.')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('a heartbeat that is refused with 401 ends the session', async ({ house, visit, trouble }) => {
    trouble.expect('401 POST /api/auth/heartbeat', /^console warning: heartbeat/)
    trouble.tolerate(failedLive) // tried when the clock lets it
    await house.person('Safo')
    const { call, token } = await house.signIn('Safo')
    const page = await visit(quietPage)
    await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
    await withoutLive(page) // which would find out first
    // so would what the page asks for itself
    await page.route(/\/api\/(auth\/sessions|notifications\/preferences|sections)$/, () => {})
    await stopClock(page)
    await page.route('**/api/auth/online-users', (route) => route.fulfill({ json: { online_users: [] } }))
    const beats = counted(page, '/api/auth/heartbeat')
    await page.goto('/account')
    await settles(page, beats, 1)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await call('POST', '/auth/logout') // ended from elsewhere
    await page.clock.runFor(60_000)
    await settles(page, beats, 2)
    await page.clock.resume()
    await expect(modalOf(page)).toBeVisible()
    expect((await storageOf(page)).session).toEqual({})
    await modalOf(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(page).toHaveURL('/home')
    await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
  })
})
