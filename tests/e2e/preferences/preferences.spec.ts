// E-mail preferences of others, also by keyboard (SPEC §4, §8, §9); one's own: tests/web/preferences.
import type { EmailPreferences } from '../../../contract/preferences.ts'
import { expect, test } from '../../support/browser/test.ts'

const defaults: EmailPreferences = {
  new_posts: true,
  admin_notifications: true,
  comment_replies: true,
  weekly_digest: false,
}

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
