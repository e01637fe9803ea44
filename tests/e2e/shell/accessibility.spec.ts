import { expectAccessible } from '../../support/browser/axe.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { refuse } from '../../support/browser/network.ts'
import { loginModal } from '../../support/browser/pages/auth/login.ts'
import { messageField } from '../../support/browser/pages/chat.ts'
import { navigationLink, signInButton } from '../../support/browser/pages/navigation.ts'
import { contentField, titleField } from '../../support/browser/pages/post-editor.ts'
import { newPostLink } from '../../support/browser/pages/posts.ts'
import { toasts } from '../../support/browser/pages/toasts.ts'
import { expect, headerOf, overflowOf, type Page, passwordOf, type Screen, test } from '../../support/browser/test.ts'

const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, ...(name && { name }) })

const markdown = `# Título

Un [enlace](https://fuera.example), una nota[^1], \`código\` y ~~algo tachado~~.

| Piso | Forma |
|---|---|
| uno | cuadrado |

- [x] hecho
- [ ] por hacer

> cita

https://youtu.be/dQw4w9WgXcQ

![Una moneda](https://museo.example/x.png)

[^1]: La nota.
`

/** Expects an accessible page, which isn't wider than the smallest phone either. */
async function expectAccessiblePage(page: Page, what: string) {
  await expectAccessible(page, what)
  const desktop = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => overflowOf(page), `${what}: wider than the smallest phone`).toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
}

/** Each page has a title of its own, besides. */
async function expectAccessiblePages(page: Page, paths: string[]) {
  const titles = new Set<string>()
  for (const path of paths) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    // that of the document, 'Alejandría', is there before the page sets its own
    await expect(page).toHaveTitle(path === '/home' ? 'Alejandría' : /.+ · Alejandría$/)
    titles.add(await page.title())
    await expectAccessiblePage(page, path)
  }
  expect(titles.size, [...titles].join()).toBe(paths.length)
}

const reducedMotion = { reducedMotion: 'reduce' } as const

test('pages and the login modal are accessible for a visitor', async ({ server, visit, pageErrors }) => {
  pageErrors.expect('404 GET /nada', '401 POST /api/auth/login')
  const post = await server.hipatia.createPost()
  const page = await visit('/home', reducedMotion)
  await expectAccessiblePages(page, [
    '/register',
    '/help',
    '/help/sign-in',
    `/blog/${post.id}`,
    '/blog/drafts',
    '/nada',
    '/home',
  ])
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  const modal = loginModal(page)
  await expect(modal).toBeVisible()
  // who prefers reduced motion sees none
  const maxDuration = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return `${animationDuration},${transitionDuration}`.split(',').map((time) => Number.parseFloat(time))
      }),
    ),
  )
  expect(maxDuration).toBeLessThan(0.001)
  await expectAccessiblePage(page, 'login')
  await modal.getByLabel('Name').fill('Nadie')
  await modal.getByLabel('Password', { exact: true }).fill('lo que sea')
  await modal.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(modal.getByRole('alert')).toBeVisible()
  await expectAccessiblePage(page, 'login refused')
})

test('pages without content are accessible for a member', async ({ openAs }) => {
  const safo = await openAs('Safo', '/blog', reducedMotion)
  await expect(safo.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  await expectAccessiblePage(safo, 'empty blog')
  await expectAccessiblePages(safo, [
    ...['/home', '/chat', '/files', '/news', '/account', '/profile/email-preferences', '/admin', '/blog/create'],
    ...['/help', '/help/notices'],
  ])
  await safo.goto('/blog/drafts')
  await expect(safo.getByText('No tienes borradores')).toBeVisible()
  await expectAccessiblePage(safo, 'no drafts')
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`the blog, its sidebar and the menus are accessible (${screen})`, async ({ server, openAs }) => {
    const { hipatia } = server
    const historia = await hipatia.createCategory('Historia')
    await hipatia.createPost({ title: 'Ptolomeo I', category_id: historia.id, content: markdown })
    await hipatia.createPost({ title: 'Sin sitio' })
    const safo = await openAs('Safo', '/blog', { screen, ...reducedMotion })
    await expect(safo.getByRole('article')).toHaveCount(2)
    if (screen === 'narrow') await safo.getByRole('button', { name: 'Categorías' }).click()
    await safo.getByRole('button', { name: 'Mostrar los posts de Historia' }).click()
    const sidebar = safo.getByRole('complementary')
    await expect(sidebar.getByRole('link', { name: 'Ptolomeo I' })).toBeVisible()
    await sidebar.getByRole('button', { name: /^Historia/ }).focus()
    await expectAccessible(safo, 'blog')
    await headerOf(safo)
      .getByRole('button', { name: /online/ })
      .click()
    await expect(safo.getByText('Usuarios conectados')).toBeVisible()
    await expectAccessible(safo, 'online users')
    await safo.keyboard.press('Escape')
    await safo.getByRole('button', { name: screen === 'narrow' ? 'Más' : 'Tema' }).click()
    await expect(safo.getByRole('radio', { name: 'Oscuro' })).toBeAttached()
    await expectAccessible(safo, 'menu')
  })

test('a post, its editor and drafts are accessible for their author', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 POST /api/posts', '500 PUT /api/posts/{id}/publish')
  await server.hipatia.createCategory('Historia')
  const content = `${markdown}\nHola, @[Hipatia](${server.hipatia.id}).`
  const draft = await (await server.person('Safo')).createDraft({ title: 'A medias', content })
  const safo = await openAs('Safo', `/blog/${draft.id}`, reducedMotion)
  await expect(safo.getByRole('article').getByRole('table')).toBeVisible()
  await expectAccessiblePage(safo, 'post')
  await safo.getByRole('button', { name: 'Delete' }).click()
  await expect(safo.getByRole('alertdialog')).toBeVisible()
  await expectAccessiblePage(safo, 'question')

  await safo.goto('/blog/create')
  await safo.getByLabel('Título').fill('t'.repeat(201))
  await contentField(safo).fill(markdown)
  await refuse(safo, '**/api/posts')
  await safo.getByRole('button', { name: 'Publicar Post' }).click()
  await expect(safo.getByRole('alert')).toBeVisible()
  await expectAccessiblePage(safo, 'editor with errors')
  await safo.getByRole('tab', { name: 'Preview' }).click()
  await expect(safo.getByRole('tabpanel', { name: 'Preview' }).getByRole('table')).toBeVisible()
  await expectAccessiblePage(safo, 'preview')

  safo.on('dialog', (leave) => void leave.accept())
  await safo.goto('/blog/drafts')
  await refuse(safo, '**/publish')
  await safo.getByRole('article').getByRole('button', { name: 'Publicar' }).click()
  await safo.getByRole('alertdialog').getByRole('button', { name: 'Publicar' }).click()
  await expect(toasts(safo).getByText('Error al publicar el borrador').first()).toBeVisible()
  await expectAccessiblePage(safo, 'drafts with a message')
})

test('pages, a modal and its errors are accessible for an admin', async ({ openAs }) => {
  const hipatia = await openAs('Hipatia', '/admin', reducedMotion)
  await expectAccessiblePages(hipatia, [
    ...['/admin/categories', '/admin/notifications', '/admin/user-email-preferences', '/admin/state', '/admin'],
  ])
  await expect(hipatia.getByText('admin@localhost')).toBeVisible()
  await hipatia.getByRole('button', { name: 'Create User' }).click()
  const modal = hipatia.getByRole('dialog', { name: 'Create User' })
  await expect(modal).toBeVisible()
  await expectAccessiblePage(hipatia, 'create user')
  await modal.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(modal.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessiblePage(hipatia, 'create user with errors')
})

test('by keyboard alone Safo signs in, writes a draft and publishes it', async ({ server, visit }) => {
  await server.person('Safo')
  const page = await visit('/home')
  const press = (key: string) => page.keyboard.press(key)
  await expect(signInButton(page)).toBeVisible()
  await focusWithTab(page, signInButton(page))
  await press('Enter')
  await expect(loginModal(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Safo')
  await press('Tab')
  await page.keyboard.type(passwordOf('Safo'))
  await press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')

  await focusWithTab(page, navigationLink(page, 'Blog'), 'Shift+Tab')
  await press('Enter')
  await expect(heading(page, 'Blog')).toBeFocused()
  await focusWithTab(page, newPostLink(page))
  await press('Enter')
  await expect(heading(page, 'Crear Nuevo Post')).toBeFocused()
  await focusWithTab(page, titleField(page))
  await page.keyboard.type('Solo con teclas')
  await focusWithTab(page, contentField(page))
  await page.keyboard.type('Una **palabra**.')
  await focusWithTab(page, page.getByRole('tab', { name: 'Write' }), 'Shift+Tab')
  await press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('palabra')
  await focusWithTab(page, page.getByRole('button', { name: 'Guardar Borrador' }))
  await press('Enter')
  await expect(heading(page, 'Mis Borradores')).toBeFocused()

  const draft = page.getByRole('article').filter({ hasText: 'Solo con teclas' })
  await focusWithTab(page, draft.getByRole('button', { name: 'Publicar' }))
  await press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await press('Tab')
  await expect(question.getByRole('button', { name: 'Publicar' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('No tienes borradores')).toBeVisible()
})

test('the navigation can be skipped; it moves the focus, scrolls up and sets the title', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const post = await safo.createPost({ title: 'La lira', content: 'Cuerdas.\n\n'.repeat(80) })
  const page = await openAs('Safo', '/blog')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Saltar al contenido' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
  for (const [link, name, title] of [
    ['Mis Borradores', 'Mis Borradores', 'Mis Borradores · Alejandría'],
    ['Blog', 'Blog', 'Blog · Alejandría'],
    ['Noticias', 'Noticias', 'Noticias · Alejandría'],
    ['Chat', 'Community Chat', 'Community Chat · Alejandría'],
    ['Archivo', 'Almacén de Archivos', 'Almacén de Archivos · Alejandría'],
    ['Administrar cuenta', 'Administrar Cuenta', 'Administrar Cuenta · Alejandría'],
  ] as const) {
    await headerOf(page)
      .getByRole('link', { name: new RegExp(`^${link}\\b`) })
      .click()
    await expect(heading(page, name)).toBeVisible()
    await expect(link === 'Chat' ? messageField(page) : heading(page, name)).toBeFocused()
    await expect(page).toHaveTitle(title)
  }
  await page.goto(`/blog/${post.id}`)
  await expect(page).toHaveTitle('La lira · Alejandría')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await navigationLink(page, 'Blog').click()
  await expect(heading(page, 'Blog')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goto(`/blog/${post.id}/edit`)
  await expect(page).toHaveTitle('Editar Post · Alejandría')
  await page.goto('/blog/create')
  await expect(page).toHaveTitle('Crear Nuevo Post · Alejandría')
})
