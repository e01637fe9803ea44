import type { Category } from '../../../contract/categories.ts'
import { confirmation, expect, test } from '../../support/browser/test.ts'

test('Hipatia begins with seven categories, and adds another, which she takes back', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const offered = async () => (await safo.call<Category[]>('GET', '/categories')).map(({ name }) => name)
  const page = await openAs('Hipatia', '/admin/categories')
  await page.getByRole('button', { name: 'Initialize Defaults' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([
    ...['Arte y Cultura', 'Ciencia', 'Filosofía', 'Historia', 'Literatura', 'Música y Cine', 'Tecnología'],
  ])
  const begin = page.getByRole('button', { name: 'Create Category' })
  await begin.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Botánica')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'Botánica' })
  await expect(row).toContainText('Active')
  await expect(begin).toBeFocused()
  expect(await offered()).toContain('Botánica')

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Category' })
  await edit.getByLabel('Active').uncheck()
  await edit.getByLabel('Description').fill('Lo que crece')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(row).toContainText('Inactive')
  await expect(row).toContainText('Lo que crece')
  expect(await offered()).not.toContain('Botánica')
  await row.getByRole('button', { name: 'Delete' }).click()
  await confirmation(page).getByRole('button', { name: 'Eliminar' }).click()
  await expect(row).toHaveCount(0)
})
