import type { UserPreferences } from '../../../contract/preferences.ts'
import {
  allPreferencesRequest,
  applyButton,
  bulkPanel,
  preferencesPath,
  selectionBox,
} from '../../support/browser/pages/preferences.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'user-preferences-selection' })

const toPanel = (page: Page) => page.getByRole('button', { name: 'Ir a las operaciones masivas' })

test('Hipatia selects users, goes to the bulk update panel and applies it by keyboard alone', async ({
  server,
  openAs,
}) => {
  await server.person('Ana')
  const page = await openAs('Hipatia', preferencesPath)
  await expect(selectionBox(page, 'Ana')).toBeVisible()
  await selectionBox(page, 'Ana').focus()
  await page.keyboard.press('Space')
  await toPanel(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Operaciones masivas' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(bulkPanel(page).getByLabel('Posts')).toBeFocused()
  await bulkPanel(page).getByLabel('Posts').selectOption('Desactivar')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await expect(applyButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const wantsPosts = async () => {
    const { users } = await server.hipatia.call<{ users: UserPreferences[] }>(
      'GET',
      '/notifications/admin/users/preferences',
    )
    return users.find(({ name }) => name === 'Ana')?.preferences.new_posts
  }
  await expect.poll(wantsPosts).toBe(false)
})

test('a selected user whose account is deleted meanwhile is no longer selected', async ({
  server,
  openAs,
  pageErrors,
}) => {
  // if the clock jumps while the live connection is being opened
  pageErrors.tolerate(/^console warning: WebSocket connection .* closed before/)
  const aspasia = { name: 'Aspasia', email: 'aspasia@alejandria.example', password: 'la clave de Aspasia' }
  const { id } = await server.hipatia.call<UserPreferences>('POST', '/auth/users', aspasia)
  await server.person('Ana')
  const page = await openAs('Hipatia', preferencesPath, { before: (page) => page.clock.install() })
  await selectionBox(page, 'Ana').check()
  await selectionBox(page, 'Aspasia').check()
  await expect(applyButton(page)).toHaveText('Aplicar a 2 usuarios')
  await server.hipatia.call('DELETE', `/auth/users/${id}`)
  await page.clock.fastForward('01:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // as on a return to the tab
  await expect(selectionBox(page, 'Aspasia')).toHaveCount(0)
  await expect(applyButton(page)).toHaveText('Aplicar a 1 usuario')
})

const thirty: UserPreferences[] = Array.from({ length: 30 }, (_, index) => ({
  ...{ id: index.toString(16).padStart(32, '0'), name: `Socia ${index + 1}`, email: `socia${index + 1}@lejos.example` },
  ...{ role: 'normal', is_active: true },
  preferences: { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
}))

for (const screen of ['desktop', 'narrow'] as const)
  test(`on ${screen} a button leads to the bulk update panel while that is out of sight, and never covers the last row`, async ({
    openAs,
  }) => {
    const page = await openAs('Hipatia', preferencesPath, {
      screen,
      before: (page) => page.route(allPreferencesRequest, (route) => route.fulfill({ json: { users: thirty } })),
    })
    const opacity = () => toPanel(page).evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)
    await selectionBox(page, 'Socia 30').check()
    await expect.poll(opacity).toBe('1')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const under = await page.getByRole('row').last().boundingBox()
    await expect
      .poll(async () => ((await toPanel(page).boundingBox())?.y ?? 0) >= (under?.y ?? 0) + (under?.height ?? 0))
      .toBe(true)
    await toPanel(page).click()
    await expect(bulkPanel(page)).toBeInViewport({ ratio: 0.9 })
    await expect(page.getByRole('heading', { name: 'Operaciones masivas' })).toBeFocused()
    await expect(applyButton(page)).toHaveText('Aplicar a 1 usuario')
    await expect.poll(opacity).toBe('0')
  })
