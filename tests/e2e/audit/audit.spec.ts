import { expect, type Page, test } from '../../support/browser/test.ts'

const entries = (page: Page) => page.getByRole('region', { name: 'Actividad' }).getByRole('listitem')
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text }).first()

test('the audit lists Hipatia’s actions and failed sign-ins, filtered by its address', async ({ server, openAs }) => {
  const { hipatia } = server
  await hipatia.createCategory('Astronomía')
  await expect(server.signIn('Hipatia', 'no es esta')).rejects.toThrow('401')
  await server.signIn('Hipatia')
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('tab', { name: 'Actividad' }).click()
  await expect(page).toHaveURL('/admin?view=activity')
  await expect(entry(page, 'Hipatia creó la categoría Astronomía')).toContainText('desde 127.0.0.1')
  const failed = entry(page, 'Alguien intentó entrar sin éxito como Hipatia')
  await expect(failed).toContainText('Fallido')
  await expect(failed).toContainText('desde 127.0.0.1')
  await expect(entry(page, 'Hipatia entró')).toBeVisible()
  await expect(page.getByText('no es esta')).toHaveCount(0)

  await page.getByLabel('Mostrar').selectOption('Administración')
  await expect(entry(page, 'Hipatia creó la categoría Astronomía')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'entró' })).toHaveCount(0)
  await expect(page).toHaveURL('/admin?view=activity&kind=admin')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Actividad' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Mostrar')).toHaveValue('admin')
  await expect(entries(page).first()).toBeVisible() // otherwise the button may join the first request

  await hipatia.createCategory('Botánica')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(entries(page).first()).toContainText('Hipatia creó la categoría Botánica')
  await expect(page.getByRole('status').filter({ hasText: /^Actualizado a las \d+:\d\d$/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('botanica')
  await expect(page).toHaveURL('/admin?view=activity&kind=admin&q=botanica')
  await expect(entries(page)).toHaveText([/^Hipatia creó la categoría Botánica/])
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('')
  await page.getByLabel('Mostrar').selectOption('Entradas y sesiones')
  await expect(entry(page, 'Hipatia entró')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'categoría' })).toHaveCount(0)
})
