// E-mail preferences by keyboard alone: one's own, and those of others (SPEC §2 'Account', §4, §8, §9).
import type { EmailPreferences } from '../../../contract/preferences.ts'
import { expect, test } from '../../support/browser/test.ts'

const defaults: EmailPreferences = {
  new_posts: true,
  admin_notifications: true,
  comment_replies: true,
  weekly_digest: false,
}

test('Safo toggles her preferences with the space bar; the account page shows them', async ({ server, openAs }) => {
  const { call } = await server.person('Safo')
  const stored = () => call<EmailPreferences>('GET', '/notifications/preferences')
  const page = await openAs('Safo', '/profile/email-preferences')
  const posts = page.getByRole('switch', { name: 'Nuevos posts', exact: true })
  const notices = page.getByRole('switch', { name: 'Avisos de la administración', exact: true })
  await posts.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(notices).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(stored).toEqual({ ...defaults, new_posts: false, admin_notifications: false })
  await expect(notices).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Administrar Cuenta' }).click()
  await expect(page).toHaveURL('/account')
  await expect(posts).not.toBeChecked()
  await page.reload()
  await expect(notices).not.toBeChecked()
})

test('Hipatia changes one preference of Safo, and those of users selected by keyboard', async ({ server, openAs }) => {
  const people = [await server.person('Ana'), await server.person('Safo')]
  for (const { call } of people) await call('PUT', '/notifications/preferences', defaults)
  const stored = () =>
    Promise.all(people.map(({ call }) => call<EmailPreferences>('GET', '/notifications/preferences')))
  const page = await openAs('Hipatia', '/admin/user-email-preferences')
  await page.getByRole('switch', { name: 'Admin: Safo' }).click()
  await expect.poll(stored).toEqual([defaults, { ...defaults, admin_notifications: false }])
  await page.getByRole('checkbox', { name: 'Seleccionar a Ana', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Ir a las operaciones masivas' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Operaciones masivas' })
  await expect(panel.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByLabel('Posts')).toBeFocused()
  await panel.getByLabel('Posts').selectOption('Desactivar')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: /^Aplicar/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([
    { ...defaults, new_posts: false },
    { ...defaults, admin_notifications: false },
  ])
})
