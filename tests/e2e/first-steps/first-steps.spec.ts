// The first evening of an administrator: 'Primeros pasos' leads to each thing, and knows when it is done (issue 37).
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'first-steps' })

test('Hipatia is led from the home page to the categories, and finds that step done when she returns', async ({
  server,
  openAs,
}) => {
  await server.hipatia.call('PUT', '/admin/first-steps', { name: 'all', is_set_aside: false })
  const page = await openAs('Hipatia', '/home')
  await page.getByRole('link', { name: 'Ver los pasos' }).click()
  await expect(page).toHaveURL('/admin')
  const list = page.getByRole('region', { name: 'Primeros pasos' })
  const step = (name: string) => list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await step('Las categorías').locator('summary').focus()
  await page.keyboard.press('Enter')
  await step('Las categorías').getByRole('link', { name: 'Ir a las categorías' }).click()
  await page.getByRole('button', { name: 'Initialize Defaults' }).click()
  await expect(page.getByRole('heading', { name: '7 categorías' })).toBeVisible()
  await page.goBack()
  await expect(step('Las categorías').getByText('hecho', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Ocultar' }).click()
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Manage Categories' })).toBeVisible()
  await expect(list).toHaveCount(0)
})
