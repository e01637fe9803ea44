import { delayResponse } from '../../support/browser/network.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, type Page, test } from '../../support/browser/test.ts'

// A server of its own, on which nobody was online before.
test.use({ serverName: 'online' })

const widget = (page: Page) => headerOf(page).getByRole('button', { name: /online/ })
const people = (page: Page) =>
  headerOf(page)
    .getByRole('listitem')
    .filter({ has: page.locator('bdi') })

test('Safo sees the users online: their count and names, herself, and which are admins', async ({ openAs }) => {
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

test('Zenón disappears from the list at the next poll after he signs out', async ({ server, openAs }) => {
  const { call } = await server.person('Zenón')
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

test('Safo is counted from the start, even if her heartbeat arrives late', async ({ openAs }) => {
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/home', {
    before: async (page) => {
      delayed = await delayResponse(page, '**/api/auth/heartbeat')
    },
  })
  await expect(widget(safo)).toBeVisible()
  delayed.release()
  await widget(safo).click()
  await expect(people(safo).filter({ hasText: '(tú)' })).toHaveText(/Safo/)
})

test('a visitor doesn’t see the users online, and no request is made', async ({ visit }) => {
  const asked: string[] = []
  const page = await visit('/home', {
    before: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(signInButton(page)).toBeVisible()
  await expect(widget(page)).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})
