// Who may open which page, and what the navigation offers (SPEC §2, "Route table and guards"). A request without an answer
// fails a test: nobody asks for what they may not see. Headings and addresses in a whole browser:
// tests/e2e/shell/accessibility.spec.ts.
import { delay, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { posts } from '../../../contract/posts.ts'
import { expectInConsole, hipatia, idOf, openPage, personNamed, safo } from '../../support/web/screen.tsx'
import { holdBack, refuse } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'

const forMembers = [
  ['/blog', 'Blog'],
  ['/blog/create', 'Crear Nuevo Post'],
  ['/chat', 'Community Chat'],
  ['/files', 'Almacén de Archivos'],
  ['/news', 'Noticias'],
  ['/search', 'Buscar'],
  ['/profile/email-preferences', 'Preferencias de Email'],
  ['/account', 'Administrar Cuenta'],
] as const
const adminLinks = [
  ['Manage Categories', '/admin/categories'],
  ['Email Notifications', '/admin/notifications'],
  ['User Preferences', '/admin/user-email-preferences'],
  ['Estado', '/admin/state'],
] as const
const forAdmins = ['/admin', ...adminLinks.map(([, path]) => path)]
const areas = ['Inicio', 'Blog', 'Mis Borradores', 'Noticias', 'Chat', 'Archivo']

/** A page whose data are still to come. */
const noAnswers = http.all('/api/*', () => delay('infinite'))

const banner = page.getByRole('banner')
const main = page.getByRole('main')
const heading = main.getByRole('heading', { level: 1 })
const navigation = banner.getByRole('navigation', { name: 'Principal' })
const signIn = banner.getByRole('button', { name: 'Iniciar Sesión' })
const expectTexts = (locator: typeof main, texts: string[]) =>
  expect.poll(() => textsOf(locator).map((text) => text.replace('Login required', ''))).toEqual(texts)
const linkTo = (name: string) => navigation.getByRole('link', { name: new RegExp(`^${name}\\b`) })
const expectPath = (path: string) => expect.poll(() => location.pathname).toBe(path)

test('a visitor is led from / to the home page with its texts on Alexander, the city and the library', async () => {
  await openPage('/', { as: null })
  await expectPath('/home')
  const founding = ['Alejandría', 'Alejandro', 'biblioteca', 'comunidad virtual', 'información, opinión y conocimiento']
  for (const text of founding) await expect.element(main).toMatchTextContent(text)
  await expect.element(main.getByRole('img')).toBeVisible()
  await expect.element(signIn).toBeVisible()
  await expect.element(banner).not.toMatchTextContent('Bienvenida/o')
  await expect.element(banner).not.toMatchTextContent('online')
  await userEvent.keyboard('{Control>}k{/Control}')
  for (const name of ['Buscar', 'Desde tu última visita']) expect(page.getByText(name).elements()).toEqual([])
  expect(page.getByRole('dialog').elements()).toEqual([])
})

const others = [`/blog/${idOf(7)}/edit`, `/files/${idOf(7)}/view`, '/notices']
test.each([...forMembers.map(([path]) => path), ...others, ...forAdmins])(
  'a visitor is led home from %s',
  async (path) => {
    await openPage(path, { as: null })
    await expectPath('/home')
    await expect.element(signIn).toBeVisible()
  },
)

test('a visitor reads of drafts, of a post and of new accounts who may have them, and finds the way in', async () => {
  await openPage('/blog/drafts', { as: null })
  await expect.element(main.getByText('Acceso denegado')).toBeVisible()
  await expect.element(main.getByText('Necesitas iniciar sesión para ver tus borradores.')).toBeVisible()
  await expect.element(main.getByRole('link')).toHaveAttribute('href', '/blog')
  await openPage(`/blog/${idOf(7)}`, { as: null })
  await expect.element(main.getByText('Debes iniciar sesión para ver este post.')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  expect(main.getByText(/Comentarios/).elements()).toEqual([])
  await openPage('/register', { as: null })
  await expect.element(main).toMatchTextContent('solo quienes la administran crean las cuentas')
  expect(main.getByRole('textbox').elements()).toEqual([])
  await main.getByRole('button').click()
  await expect.element(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  await openPage('/register')
  await expect.element(main).toMatchTextContent('solo quienes la administran crean las cuentas')
  await expect.element(main.getByRole('link')).toHaveAttribute('href', '/home')
})

test('a visitor’s entries are disabled but for home: reached by keyboard, one says why and leads nowhere', async () => {
  await openPage('/home', { as: null })
  await expect.element(signIn).toBeVisible() // until then entries can't have the focus
  await expectTexts(navigation.getByRole('link'), areas)
  const disabled = [...banner.element().querySelectorAll('[role=link][aria-disabled=true]')]
  expect(disabled).toHaveLength(6)
  for (const entry of disabled) {
    expect(entry).toHaveAccessibleDescription('Login required')
    expect(entry).toHaveAttribute('title', 'Login required')
  }
  linkTo('Inicio').element().focus()
  await userEvent.tab()
  await expect.element(linkTo('Blog')).toHaveFocus()
  const hint = document.getElementById(linkTo('Blog').element().getAttribute('aria-describedby') ?? '')
  await expect.poll(() => hint && getComputedStyle(hint).opacity).toBe('1')
  await userEvent.keyboard('{Enter} ')
  await linkTo('Blog').click({ force: true })
  expect(location.pathname).toBe('/home')
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test.each(forMembers)('a member opens %s and reads ‘%s’', async (path, title) => {
  await openPage(path, { answers: [noAnswers] })
  await expect.element(heading).toHaveTextContent(title)
  expect(location.pathname).toBe(path)
})

test('a member who edits a post that doesn’t exist reads so', async () => {
  await openPage(`/blog/${idOf(7)}/edit`, { answers: [refuse(posts.read, 404, 'No existe.', 'not_found'), noAnswers] })
  await expect.element(main.getByText('Post no encontrado')).toBeVisible()
})

test.each(forAdmins)('%s is for admins: a member reads so and no data are asked for', async (path) => {
  await openPage(path)
  await expect.element(main.getByText('Admin access required.')).toBeVisible()
  await openPage(path, { as: hipatia, answers: [noAnswers] })
  await expect.element(heading).toBeVisible()
  expect(page.getByText('Admin access required.').elements()).toEqual([])
  expect(location.pathname).toBe(path)
})

test('somebody who isn’t an admin any more loses the admin pages with the next start of the page', async () => {
  const { id, name } = hipatia
  await openPage('/admin', { as: personNamed(name, id), isStarting: true })
  await expect.element(main.getByText('Admin access required.')).toBeVisible()
  expect(banner.getByRole('link', { name: 'Admin' }).elements()).toEqual([])
})

test('members have all areas in their order, with the current one marked, and admins have Admin', async () => {
  await openPage('/blog/drafts', { answers: [noAnswers] })
  await expectTexts(navigation.getByRole('link'), areas)
  const paths = ['/home', '/blog', '/blog/drafts', '/news', '/chat', '/files']
  for (const [index, href] of paths.entries())
    await expect.element(navigation.getByRole('link').nth(index)).toHaveAttribute('href', href)
  await expect.element(banner.getByRole('link', { name: 'Administrar cuenta' })).toHaveAttribute('href', '/account')
  expect(banner.element().querySelectorAll('[aria-disabled=true]')).toHaveLength(0)
  expect(banner.element().querySelector('[aria-current=page]')).toHaveTextContent('Mis Borradores')
  await openPage('/admin', { as: hipatia, answers: [noAnswers] })
  await expectTexts(navigation.getByRole('link'), [...areas, 'Admin'])
  for (const [label, href] of adminLinks)
    await expect.element(main.getByRole('link', { name: label })).toHaveAttribute('href', href)
})

test('on a phone five entries are at the bottom, and the rest behind Más', async () => {
  await openPage('/home', { screen: 'narrow', answers: [noAnswers] })
  await expectTexts(navigation.getByRole('link'), ['Inicio', 'Blog', 'Noticias', 'Chat', 'Archivo'])
  await page.getByRole('button', { name: 'Más' }).click()
  const more = page.getByRole('navigation', { name: 'Más' })
  await expect.element(more).toMatchTextContent('Bienvenida/o, Safo')
  await expectTexts(more.getByRole('link'), ['Mis Borradores', 'Administrar cuenta', 'Ayuda'])
  await expect.element(more.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
  await more.getByRole('link', { name: 'Mis Borradores' }).click()
  await expectPath('/blog/drafts')
  await expect.element(more).not.toBeInTheDocument()
})

test('a page waits in the place of its content, not at the edge of the screen, and redirects nobody meanwhile', async () => {
  const me = holdBack(auth.me)
  await openPage('/account', { screen: 'narrow', isStarting: true, answers: [me.handler] })
  const waiting = main.getByRole('status')
  await expect.element(waiting).toHaveTextContent('Loading...')
  await expect.element(banner).not.toMatchTextContent('Bienvenida/o')
  expect(signIn.elements()).toEqual([])
  const { x } = waiting.element().getBoundingClientRect()
  expect(location.pathname).toBe('/account')
  await openPage('/account', { screen: 'narrow', answers: [noAnswers] })
  await expect.element(heading).toHaveTextContent('Administrar Cuenta')
  expect(heading.element().getBoundingClientRect().x).toBe(x)
})

test.each(['/nada', '/blog/a/b', '/Blog-', '/login?next=//evil.example', '/admin/nada', '/blog/%2f%2fevil.example/x'])(
  '%s is an unexpected error with a link home, for a visitor and a member',
  async (path) => {
    for (const as of [null, safo]) {
      await openPage(path, { as })
      await expect.element(page.getByText('Unexpected Application Error!')).toBeVisible()
      await expect.element(main.getByRole('link')).toHaveAttribute('href', '/home')
    }
    await expect.element(banner).toMatchTextContent('Bienvenida/o, Safo')
  },
)

test('a page that throws shows the same error, and the rest of the site works; a part of the header leaves another attempt', async () => {
  expectInConsole(/./)
  const wrong = http.get('/api/posts', () => HttpResponse.json([{ id: 7 }])) // contradicts the contract
  await openPage('/home', { answers: [wrong, noAnswers] })
  await linkTo('Blog').click()
  await expect.element(page.getByText('Unexpected Application Error!')).toBeVisible()
  await linkTo('Chat').click()
  await expect.element(heading).toHaveTextContent('Community Chat')
  const wrongHeader = http.get('/api/auth/online-users', () => HttpResponse.json({ online_users: {} }))
  await openPage('/home', { answers: [wrongHeader] })
  await expect.element(page.getByText('Unexpected Application Error!')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible()
})
