import { failedLive, holdBack, refuse, withoutLive } from './support/gate.ts'
import { expect, headerOf, type Page, test } from './support/test.ts'

// nobody has been online here before
test.use({ houseName: 'online' })

const widget = (page: Page) => headerOf(page).getByRole('button', { name: /online/ })
const people = (page: Page) =>
  headerOf(page)
    .getByRole('listitem')
    .filter({ has: page.locator('bdi') })

test('Safo sees who is online: the count, the names, herself, and who is an admin', async ({ openAs }) => {
  const hipatia = await openAs('Hipatia', '/home')
  await expect(widget(hipatia)).toHaveText('1 online')
  const safo = await openAs('Safo', '/home')
  await expect(widget(safo)).toHaveText('2 online')
  await expect(widget(safo)).toHaveAttribute('aria-expanded', 'false')
  await widget(safo).click()
  await expect(safo.getByRole('heading', { name: 'Usuarios conectados' })).toBeVisible()
  await expect(people(safo)).toHaveCount(2)
  const [first, second] = [people(safo).nth(0), people(safo).nth(1)]
  await expect(first).toContainText('Hipatia')
  await expect(first.getByText('Admin', { exact: true })).toBeVisible()
  await expect(first).not.toContainText('(tú)')
  await expect(second).toContainText('Safo')
  await expect(second.getByText('(tú)', { exact: true })).toBeVisible()
  await expect(second).not.toContainText('Admin')

  await safo.keyboard.press('Escape')
  await expect(safo.getByRole('heading', { name: 'Usuarios conectados' })).toBeHidden()
  await expect(widget(safo)).toBeFocused()
})

test('who signs out is gone at the next look', async ({ house, openAs }) => {
  const { call } = await house.person('Zenón')
  await call('POST', '/auth/heartbeat')
  const safo = await openAs('Safo', '/home', { before: (page) => page.clock.install() })
  await widget(safo).click()
  await expect(people(safo).filter({ hasText: 'Zenón' })).toBeVisible()
  await call('POST', '/auth/logout')
  const looked = safo.waitForResponse('**/api/auth/online-users')
  await safo.clock.runFor(30_000)
  await looked
  await expect(people(safo).filter({ hasText: 'Zenón' })).toHaveCount(0)
})

test('she is counted herself from the start, however late her heartbeat arrives', async ({ openAs }) => {
  let gate = { open: () => {} }
  const safo = await openAs('Safo', '/home', {
    before: async (page) => {
      gate = await holdBack(page, '**/api/auth/heartbeat')
    },
  })
  await expect(widget(safo)).toBeVisible()
  gate.open()
  await widget(safo).click()
  await expect(people(safo).filter({ hasText: '(tú)' })).toHaveText(/Safo/)
})

test('it says so when nobody is', async ({ openAs, trouble }) => {
  trouble.expect(failedLive)
  const safo = await openAs('Safo', '/home', {
    before: async (page) => {
      await withoutLive(page)
      await page.route('**/api/auth/online-users', (route) => route.fulfill({ json: { online_users: [] } }))
    },
  })
  await expect(widget(safo)).toHaveText('0 online')
  await widget(safo).click()
  await expect(safo.getByText('No hay usuarios conectados', { exact: true })).toBeVisible()
})

test('the last list stays when a look fails', async ({ openAs, trouble }) => {
  trouble.expect('500 GET /api/auth/online-users', /^console warning: online users/)
  const safo = await openAs('Safo', '/home', { before: (page) => page.clock.install() })
  await widget(safo).click()
  await expect(people(safo).filter({ hasText: 'Safo' })).toBeVisible()
  await refuse(safo, '**/api/auth/online-users', 500, 'Hoy no.')
  const looked = safo.waitForResponse('**/api/auth/online-users')
  await safo.clock.runFor(30_000)
  await looked
  await expect(people(safo).filter({ hasText: 'Safo' })).toBeVisible()
  await expect(safo.getByText('Hoy no.')).toHaveCount(0)
})

test('a visitor sees none of it, and nothing is asked', async ({ visit }) => {
  const asked: string[] = []
  const page = await visit('/home', {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(widget(page)).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})
