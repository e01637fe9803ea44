import type { UserPreferences } from '../../contract/notifications.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ houseName: 'user-preferences-selection' })

const path = '/admin/user-email-preferences'
const all = '**/api/notifications/admin/users/preferences'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Seleccionar a ${name}`, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Operaciones masivas' })
const apply = (page: Page) => panel(page).getByRole('button', { name: /^Aplicar/ })
const toPanel = (page: Page) => page.getByRole('button', { name: 'Ir a las operaciones masivas' })

test('by keyboard alone Hipatia selects, goes to the panel and applies', async ({ house, openAs }) => {
  await house.person('Ana')
  const page = await openAs('Hipatia', path)
  await expect(box(page, 'Ana')).toBeVisible()
  await box(page, 'Ana').focus()
  await page.keyboard.press('Space')
  await toPanel(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Operaciones masivas' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel(page).getByLabel('Posts')).toBeFocused()
  await panel(page).getByLabel('Posts').selectOption('Desactivar')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await expect(apply(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const wantsPosts = async () => {
    const { users } = await house.hipatia.call<{ users: UserPreferences[] }>(
      'GET',
      '/notifications/admin/users/preferences',
    )
    return users.find(({ name }) => name === 'Ana')?.preferences.new_posts
  }
  await expect.poll(wantsPosts).toBe(false)
})

const thirty: UserPreferences[] = Array.from({ length: 30 }, (_, index) => ({
  ...{ id: index.toString(16).padStart(32, '0'), name: `Socia ${index + 1}`, email: `socia${index + 1}@lejos.example` },
  ...{ role: 'normal', is_active: true },
  preferences: { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
}))

for (const screen of ['desktop', 'narrow'] as const)
  test(`on ${screen} the way to the panel shows where the panel is out of sight, and covers nobody at the end`, async ({
    openAs,
  }) => {
    const page = await openAs('Hipatia', path, {
      screen,
      before: (page) => page.route(all, (route) => route.fulfill({ json: { users: thirty } })),
    })
    const opacity = () => toPanel(page).evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)
    await box(page, 'Socia 30').check()
    await expect.poll(opacity).toBe('1')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const under = await page.getByRole('row').last().boundingBox()
    await expect
      .poll(async () => ((await toPanel(page).boundingBox())?.y ?? 0) >= (under?.y ?? 0) + (under?.height ?? 0))
      .toBe(true)
    await toPanel(page).click()
    await expect(panel(page)).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('heading', { name: 'Operaciones masivas' })).toBeFocused()
    await expect(apply(page)).toHaveText('Aplicar a 1 usuario')
    await expect.poll(opacity).toBe('0')
  })
