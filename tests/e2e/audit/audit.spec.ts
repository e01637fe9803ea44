import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'

const entries = (page: Page) => page.getByRole('region', { name: 'Actividad' }).getByRole('listitem')
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text }).first()

test('the audit lists Hipatia’s actions and failed sign-ins, and the address keeps its filters', async ({
  server,
  openAs,
}) => {
  const { url, hipatia } = server
  await hipatia.createCategory('Astronomía')
  await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hipatia', password: 'no es esta' }),
  })
  await server.signIn('Hipatia', passwordOf('Hipatia'))
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
  await page.getByLabel('Mostrar').selectOption('Entradas y sesiones')
  await expect(entry(page, 'Hipatia entró')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'categoría' })).toHaveCount(0)
})

test('on a phone Hipatia searches the audit for Nicómaco and finds the admin who deactivated him', async ({
  server,
  openAs,
}) => {
  const { hipatia } = server
  await hipatia.createCategory('Safos de Lesbos')
  const nico = await hipatia.call<{ id: string }>('POST', '/auth/users', {
    ...{ name: 'Nicómaco Ruiz', email: 'nicomaco@alejandria.example', password: 'el hijo del médico' },
  })
  await hipatia.call('POST', `/auth/users/${nico.id}/toggle-status`)
  const page = await openAs('Hipatia', '/admin?view=activity', { screen: 'narrow' })
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('nicomaco')
  await expect(page).toHaveURL('/admin?view=activity&q=nicomaco')
  await expect(page.getByRole('status').filter({ hasText: '2 anotaciones' })).toBeVisible()
  await expect(entries(page)).toHaveText([
    /^Hipatia desactivó la cuenta de Nicómaco Ruiz/,
    /^Hipatia creó la cuenta de Nicómaco Ruiz/,
  ])
  await page.reload()
  await expect(search).toHaveValue('nicomaco')
  await expect(entries(page)).toHaveCount(2)

  await search.fill('')
  await expect(entry(page, 'creó la categoría Safos de Lesbos')).toBeVisible()
  await page.getByLabel('Mostrar').selectOption('Cuentas')
  await expect(entry(page, 'desactivó la cuenta de Nicómaco Ruiz')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'categoría' })).toHaveCount(0)
})
