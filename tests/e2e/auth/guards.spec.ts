import { delayResponse } from '../../support/browser/network.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { mainNavigation, navigationLink, signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, type Page, test } from '../../support/browser/test.ts'

const someId = '0'.repeat(32)

/** The pages for members and their headings (SPEC §2, "Route table and guards"). */
const forMembers: { path: string; heading?: string | RegExp }[] = [
  { path: '/blog', heading: 'Blog' },
  { path: '/blog/create', heading: 'Crear Nuevo Post' },
  { path: `/blog/${someId}/edit` },
  { path: '/chat', heading: 'Community Chat' },
  { path: '/files', heading: 'Almacén de Archivos' },
  { path: '/news', heading: 'Noticias' },
  { path: '/search', heading: 'Buscar' },
  { path: '/profile/email-preferences' },
  { path: '/account', heading: 'Administrar Cuenta' },
]
const forAdmins = [
  ...['/admin', '/admin/categories', '/admin/notifications', '/admin/user-email-preferences', '/admin/state'],
]

const isHome = async (page: Page) => {
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test.describe('A visitor', () => {
  test('is redirected from / to the home page with its texts on Alexander, the city and the library', async ({
    visit,
  }) => {
    const page = await visit('/')
    await isHome(page)
    const main = page.getByRole('main')
    await expect(main).toContainText('Alejandría')
    await expect(main).toContainText(/Alejandro/)
    await expect(main).toContainText(/biblioteca/)
    await expect(main).toContainText(/comunidad virtual/)
    await expect(main).toContainText(/información, opinión y conocimiento/)
    await expect(main.getByRole('img')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(signInButton(page)).toBeVisible()
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
    await expect(headerOf(page)).not.toContainText('online')
  })

  test('is redirected home from every page for members and admins, which requests no data', async ({ visit }) => {
    const page = await visit('/home')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of [...forMembers.map(({ path }) => path), ...forAdmins]) {
      await page.goto(path)
      await isHome(page)
      await expect(signInButton(page), path).toBeVisible()
    }
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  })

  test('reads at /register that only admins create accounts, and finds the login', async ({ visit }) => {
    const page = await visit('/register')
    await expect(page).toHaveURL('/register')
    await expect(page.getByRole('main')).toContainText(/administra/)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.getByRole('main').getByRole('button').click()
    await expect(loginModal(page)).toBeVisible()
  })

  test('is asked to sign in at the address of a post and then sees the post', async ({ server, visit }) => {
    await server.person('Safo')
    const post = await server.hipatia.createPost({ title: 'Sobre las cónicas', content: 'Cuatro cortes de un cono.' })
    const page = await visit(`/blog/${post.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Debes iniciar sesión para ver este post.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('Sobre las cónicas')).toHaveCount(0)
    await main.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const modal = loginModal(page)
    await fillLogin(modal, 'Safo')
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sobre las cónicas' })).toBeVisible()
    await expect(page.getByText('Cuatro cortes de un cono.')).toBeVisible()
  })

  test('reads at /blog/drafts that it is for members, and finds a link to the blog', async ({ visit }) => {
    const page = await visit('/blog/drafts')
    const main = page.getByRole('main')
    await expect(main.getByText('Acceso denegado', { exact: true })).toBeVisible()
    await expect(main.getByText('Necesitas iniciar sesión para ver tus borradores.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog/drafts')
    await expect(main.getByRole('link')).toHaveAttribute('href', '/blog')
  })

  test('sees the navigation in its order, with a hint at every disabled entry, all but home', async ({ visit }) => {
    const page = await visit('/home')
    const navigation = mainNavigation(page)
    await expect(navigation.getByRole('link')).toHaveText([
      'Inicio',
      'Blog',
      'Mis Borradores',
      'Noticias',
      'Chat',
      'Archivo',
    ])
    await expect(headerOf(page).getByRole('link', { name: 'Administrar cuenta' })).toBeVisible()
    await expect(headerOf(page).getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    const closed = headerOf(page).locator('[role=link][aria-disabled=true]')
    await expect(closed).toHaveText(['Blog', 'Mis Borradores', 'Noticias', 'Chat', 'Archivo', 'Administrar cuenta'])
    for (const entry of await closed.all()) {
      await expect(entry).toHaveAccessibleDescription('Login required')
      await expect(entry).toHaveAttribute('title', 'Login required')
    }
  })

  test('reaches a disabled entry by keyboard and reads the hint, but stays on the page', async ({ visit }) => {
    const page = await visit('/home')
    const blog = mainNavigation(page).getByRole('link', { name: /^Blog\b/ })
    await expect(signInButton(page)).toBeVisible() // until then entries can't have the focus
    await mainNavigation(page).getByRole('link', { name: 'Inicio' }).focus()
    await page.keyboard.press('Tab')
    await expect(blog).toBeFocused()
    const hint = page.locator(`[id="${await blog.getAttribute('aria-describedby')}"]`)
    await expect(hint).toHaveText('Login required')
    await expect(hint).toHaveCSS('opacity', '1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await blog.click({ force: true })
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('A member', () => {
  test('can open every page for members', async ({ openAs, pageErrors }) => {
    pageErrors.expect('404 GET /api/posts/{id}')
    const safo = await openAs('Safo', '/home')
    for (const { path, heading } of [
      ...forMembers,
      { path: '/blog/drafts', heading: 'Mis Borradores' },
      { path: '/home' },
    ]) {
      await safo.goto(path)
      const title = safo.getByRole('main').getByRole('heading', { level: 1 })
      await expect(title).toBeVisible()
      if (heading) await expect(title, path).toHaveText(heading)
      // leaving the page earlier would abort the request
      if (path.includes(someId)) await expect(safo.getByRole('main').getByText('Post no encontrado')).toBeVisible()
      await expect(safo).toHaveURL(path)
      await expect(safo.getByText('Unexpected Application Error!')).toHaveCount(0)
    }
  })

  test("reads 'Admin access required.' on every page for admins, which requests no data", async ({ openAs }) => {
    const safo = await openAs('Safo', '/home')
    const asked: string[] = []
    safo.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of forAdmins) {
      await safo.goto(path)
      await expect(safo.getByText('Admin access required.', { exact: true })).toBeVisible()
      await expect(safo).toHaveURL(path)
      await expect(safo.getByRole('button', { name: 'Create User' })).toHaveCount(0)
    }
    expect(asked).not.toContain('/api/auth/users')
    expect(asked).not.toContain('/api/categories/all')
  })

  test('sees the navigation in its order, enabled, with the current page and without Admin', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/drafts')
    const navigation = mainNavigation(safo)
    const entries = [
      ['Inicio', '/home'],
      ['Blog', '/blog'],
      ['Mis Borradores', '/blog/drafts'],
      ['Noticias', '/news'],
      ['Chat', '/chat'],
      ['Archivo', '/files'],
    ] as const
    await expect(navigation.getByRole('link')).toHaveText(entries.map(([label]) => label))
    for (const [label, href] of entries)
      await expect(navigation.getByRole('link', { name: new RegExp(`^${label}\\b`) })).toHaveAttribute('href', href)
    await expect(headerOf(safo).getByRole('link', { name: 'Administrar cuenta' })).toHaveAttribute('href', '/account')
    await expect(headerOf(safo).locator('[aria-disabled=true]')).toHaveCount(0)
    await expect(headerOf(safo).locator('[aria-current=page]')).toHaveText('Mis Borradores')
    await expect(headerOf(safo).getByText('Login required')).toHaveCount(0)
  })

  test("sees the loading text of a page in the place of its content, not at the screen's edge", async ({ openAs }) => {
    let delayed = { release: () => {} }
    const safo = await openAs('Safo', '/account', {
      screen: 'narrow',
      before: async (page) => {
        delayed = await delayResponse(page, '**/api/auth/me')
      },
    })
    const waiting = safo.getByRole('main').getByRole('status')
    await expect(waiting).toHaveText('Loading...')
    const { x } = (await waiting.boundingBox()) ?? {}
    delayed.release()
    const title = safo.getByRole('heading', { level: 1, name: 'Administrar Cuenta' })
    await expect(title).toBeVisible()
    expect((await title.boundingBox())?.x).toBe(x)
  })

  test('can reach every page on a phone: five entries at the bottom, the rest behind Más', async ({ openAs }) => {
    const safo = await openAs('Safo', '/home', { screen: 'narrow' })
    const bar = mainNavigation(safo)
    await expect(bar.getByRole('link')).toHaveText(['Inicio', 'Blog', 'Noticias', 'Chat', 'Archivo'])
    await safo.getByRole('button', { name: 'Más' }).tap()
    const more = safo.getByRole('navigation', { name: 'Más' })
    await expect(more).toContainText('Bienvenida/o, Safo')
    await expect(more.getByRole('link')).toHaveText(['Mis Borradores', 'Administrar cuenta'])
    await expect(more.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
    await more.getByRole('link', { name: 'Mis Borradores' }).tap()
    await expect(safo).toHaveURL('/blog/drafts')
    await expect(more).toBeHidden()
  })

  test('reads at /register that only admins create accounts, and finds the way home', async ({ openAs }) => {
    const safo = await openAs('Safo', '/register')
    await expect(safo.getByRole('main')).toContainText(/administra/)
    await expect(safo.getByRole('main').getByRole('link')).toHaveAttribute('href', '/home')
  })
})

test.describe('An admin', () => {
  test('can open every page and sees Admin in the navigation', async ({ openAs }) => {
    const hipatia = await openAs('Hipatia', '/admin')
    await expect(mainNavigation(hipatia).getByRole('link')).toHaveText([
      'Inicio',
      'Blog',
      'Mis Borradores',
      'Noticias',
      'Chat',
      'Archivo',
      'Admin',
    ])
    const main = hipatia.getByRole('main')
    for (const [label, href] of [
      ['Manage Categories', '/admin/categories'],
      ['Email Notifications', '/admin/notifications'],
      ['User Preferences', '/admin/user-email-preferences'],
      ['Estado', '/admin/state'],
    ] as const)
      await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href)
    for (const path of forAdmins) {
      await hipatia.goto(path)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(hipatia.getByText('Admin access required.')).toHaveCount(0)
      await expect(hipatia).toHaveURL(path)
    }
  })

  test('loses the admin pages at the next check after being made a member', async ({ server, openAs, pageErrors }) => {
    // the page may request what it shows again, and its socket is cut
    pageErrors.tolerate(/^403 GET \/api\/(auth\/users|auth\/invitations|admin\/state)$/, ...requestsOfEveryPage)
    const { id } = await server.person('Teón', 'admin')
    const page = await openAs('Teón', '/admin')
    await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
    await server.hipatia.call('PUT', `/auth/users/${id}`, { role: 'normal' })
    await page.reload()
    await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
    await expect(headerOf(page).getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    await server.hipatia.call('PUT', `/auth/users/${id}`, { role: 'admin' })
  })
})

test.describe('An unknown address or a broken page', () => {
  test('shows an unexpected error with a link home and is a 404', async ({ visit, pageErrors }) => {
    pageErrors.expect(/^404 GET \//)
    const page = await visit('/home')
    const paths = ['/nada', '/blog/a/b', '/Blog-', '/login?next=//evil.example', '/admin/nada']
    for (const path of [...paths, '/blog/%2f%2fevil.example/x']) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
      await page.getByRole('main').getByRole('link').click()
      await isHome(page)
    }
  })

  test('shows the same error to a member, who stays signed in', async ({ openAs, pageErrors }) => {
    pageErrors.expect('404 GET /nada')
    const safo = await openAs('Safo', '/nada')
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
    await safo.getByRole('main').getByRole('link').click()
    await isHome(safo)
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
  })

  test('a page that throws shows the same error, and the rest of the site still works', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^console error: /)
    const safo = await openAs('Safo', '/home')
    await safo.route('**/api/posts?*', (route) => route.fulfill({ json: [{ id: 7 }] })) // contradicts the contract
    await navigationLink(safo, 'Blog').click()
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await headerOf(safo).getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Community Chat' })).toBeVisible()
  })

  test('a page whose code fails to load shows the same error, and loads after a retry', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^failed GET \/assets\/blog-page/, /^console error: /)
    const safo = await openAs('Safo', '/home')
    await safo.route(/\/assets\/blog-page.*\.js/, (route) => route.abort())
    await navigationLink(safo, 'Blog').click()
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await safo.unroute(/\/assets\/blog-page.*\.js/)
    await safo.getByRole('main').getByRole('link').click()
    await isHome(safo)
    await navigationLink(safo, 'Blog').click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })
})
