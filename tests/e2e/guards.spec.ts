import { holdBack } from './support/gate.ts'
import { expect, headerOf, type Page, passwordOf, test } from './support/test.ts'

const someId = '0'.repeat(32)

/** SPEC §2, "Route table and guards": where a visitor ends up, and the heading a member finds. */
const forMembers: { path: string; heading?: string | RegExp }[] = [
  { path: '/blog', heading: 'Blog' },
  { path: '/blog/create', heading: 'Crear Nuevo Post' },
  { path: `/blog/${someId}/edit` },
  { path: '/chat', heading: 'Community Chat' },
  { path: '/files', heading: 'Almacén de Archivos' },
  { path: '/news', heading: 'Noticias' },
  { path: '/profile/email-preferences' },
  { path: '/account', heading: 'Administrar Cuenta' },
]
const forAdmins = ['/admin', '/admin/categories', '/admin/notifications', '/admin/user-email-preferences']

const visitorsButton = (page: Page) => headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })
const isHome = async (page: Page) => {
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

test.describe('A visitor', () => {
  test('comes from / to the home page, which tells of Alexander, the city and its library', async ({ visit }) => {
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
    await expect(visitorsButton(page)).toBeVisible()
    await expect(headerOf(page)).not.toContainText('Bienvenida/o')
    await expect(headerOf(page)).not.toContainText('online')
  })

  test('is sent home from every page for members and admins, and nothing of it is asked of the server', async ({
    visit,
  }) => {
    const page = await visit('/home')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const path of [...forMembers.map(({ path }) => path), ...forAdmins]) {
      await page.goto(path)
      await isHome(page)
      await expect(visitorsButton(page), path).toBeVisible()
    }
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  })

  test('at /register learns that only admins make accounts, and finds the way to login', async ({ visit }) => {
    const page = await visit('/register')
    await expect(page).toHaveURL('/register')
    await expect(page.getByRole('main')).toContainText(/administra/)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.getByRole('main').getByRole('button').click()
    await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  })

  test('at a post is asked to sign in, and then sees the post', async ({ house, visit }) => {
    await house.person('Safo')
    const post = await house.hipatia.writes({ title: 'Sobre las cónicas', content: 'Cuatro cortes de un cono.' })
    const page = await visit(`/blog/${post.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Debes iniciar sesión para ver este post.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByText('Sobre las cónicas')).toHaveCount(0)
    await main.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const modal = page.getByRole('dialog', { name: 'Login' })
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`/blog/${post.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sobre las cónicas' })).toBeVisible()
    await expect(page.getByText('Cuatro cortes de un cono.')).toBeVisible()
  })

  test('at /blog/drafts is told why it is closed, and where the blog is', async ({ visit }) => {
    const page = await visit('/blog/drafts')
    const main = page.getByRole('main')
    await expect(main.getByText('Acceso denegado', { exact: true })).toBeVisible()
    await expect(main.getByText('Necesitas iniciar sesión para ver tus borradores.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/blog/drafts')
    await expect(main.getByRole('link')).toHaveAttribute('href', '/blog')
  })

  test('sees the navigation in its order, all but home closed with the hint why', async ({ visit }) => {
    const page = await visit('/home')
    const navigation = page.getByRole('navigation', { name: 'Principal' })
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

  test('reaches a closed entry by keyboard, reads the hint, and is not led anywhere', async ({ visit }) => {
    const page = await visit('/home')
    const blog = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Blog\b/ })
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Inicio' }).focus()
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
  test('finds every page for members', async ({ openAs, trouble }) => {
    trouble.expect('404 GET /api/posts/{id}')
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
      await expect(safo).toHaveURL(path)
      await expect(safo.getByText('Unexpected Application Error!')).toHaveCount(0)
    }
  })

  test("reads 'Admin access required.' at every page for admins, and nothing of it is asked of the server", async ({
    openAs,
  }) => {
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

  test('sees the navigation in its order, open, without Admin, and where she is', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/drafts')
    const navigation = safo.getByRole('navigation', { name: 'Principal' })
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

  test("waits for a page where its words are going to stand, not at the screen's edge", async ({ openAs }) => {
    let gate = { open: () => {} }
    const safo = await openAs('Safo', '/account', {
      screen: 'narrow',
      before: async (page) => {
        gate = await holdBack(page, '**/api/auth/me')
      },
    })
    const waiting = safo.getByRole('main').getByRole('status')
    await expect(waiting).toHaveText('Loading...')
    const { x } = (await waiting.boundingBox()) ?? {}
    gate.open()
    const title = safo.getByRole('heading', { level: 1, name: 'Administrar Cuenta' })
    await expect(title).toBeVisible()
    expect((await title.boundingBox())?.x).toBe(x)
  })

  test('finds all of it on a phone too: five places below, the rest behind Más', async ({ openAs }) => {
    const safo = await openAs('Safo', '/home', { screen: 'narrow' })
    const bar = safo.getByRole('navigation', { name: 'Principal' })
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

  test('at /register is told the same, and led home', async ({ openAs }) => {
    const safo = await openAs('Safo', '/register')
    await expect(safo.getByRole('main')).toContainText(/administra/)
    await expect(safo.getByRole('main').getByRole('link')).toHaveAttribute('href', '/home')
  })
})

test.describe('An admin', () => {
  test('finds every page, with Admin in the navigation', async ({ openAs }) => {
    const hipatia = await openAs('Hipatia', '/admin')
    await expect(hipatia.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
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
    ] as const)
      await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href)
    for (const path of forAdmins) {
      await hipatia.goto(path)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(hipatia.getByText('Admin access required.')).toHaveCount(0)
      await expect(hipatia).toHaveURL(path)
    }
  })

  test('who is made a member meanwhile is one at the next look', async ({ house, openAs, trouble }) => {
    trouble.tolerate('403 GET /api/auth/users') // whether the list was asked for again
    const { id } = await house.person('Teón', 'admin')
    const page = await openAs('Teón', '/admin')
    await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
    await house.hipatia.call('PUT', `/auth/users/${id}`, { role: 'normal' })
    await page.reload()
    await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
    await expect(headerOf(page).getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
    await house.hipatia.call('PUT', `/auth/users/${id}`, { role: 'admin' })
  })
})

test.describe('An unknown address', () => {
  for (const path of [
    '/nada',
    '/blog/a/b',
    '/Blog-',
    '/login?next=//evil.example',
    '/admin/nada',
    '/blog/%2f%2fevil.example/x',
  ])
    test(`${path} is an unexpected error with a way home, and a 404`, async ({ visit, trouble }) => {
      trouble.expect(/^404 GET \//)
      const page = await visit('/home')
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
      await page.getByRole('main').getByRole('link').click()
      await isHome(page)
    })

  test('is the same to a member, who stays signed in', async ({ openAs, trouble }) => {
    trouble.expect('404 GET /nada')
    const safo = await openAs('Safo', '/nada')
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
    await safo.getByRole('main').getByRole('link').click()
    await isHome(safo)
    await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
  })

  test('a page that breaks is one too, and the rest of the site goes on', async ({ openAs, trouble }) => {
    trouble.expect(/^console error: /)
    const safo = await openAs('Safo', '/home')
    await safo.route('**/api/posts?*', (route) => route.fulfill({ json: [{ id: 7 }] })) // not what the contract says
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await headerOf(safo).getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Community Chat' })).toBeVisible()
  })

  test('a part of the site that does not arrive is one too, and comes with the next try', async ({
    openAs,
    trouble,
  }) => {
    trouble.expect(/^failed GET \/assets\/blog-page/, /^console error: /)
    const safo = await openAs('Safo', '/home')
    await safo.route(/\/assets\/blog-page.*\.js/, (route) => route.abort())
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await safo.unroute(/\/assets\/blog-page.*\.js/)
    await safo.getByRole('main').getByRole('link').click()
    await isHome(safo)
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })
})
