// An administrator sees and ends the sessions of a member, in the dialog of the account.
import { expectAccessible } from '../../support/browser/axe.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { openEditUser } from '../../support/browser/pages/users.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test('Hipatia sees and ends Anite’s sessions by keyboard; what she typed stays', async ({ server, openAs }) => {
  const first = await server.person('Anite')
  const second = await server.signIn('Anite')
  const page = await openAs('Hipatia', '/admin', { screen: 'narrow' })
  const editor = await openEditUser(page, rowOf(page, 'Anite'))
  await editor.getByLabel('Phone').fill('600 700 800')
  await editor.getByRole('button', { name: 'Ver sus sesiones abiertas' }).focus()
  await page.keyboard.press('Enter')
  const region = editor.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(region.getByRole('heading', { level: 3 })).toBeFocused()
  await expect(region.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'the sessions of a member')

  await region.getByRole('button', { name: 'Cerrar esta sesión' }).first().click()
  await answer(page, 'Allí habrá que volver a entrar con el nombre y la contraseña.', 'Cerrar la sesión')
  await expect(region.getByRole('listitem')).toHaveCount(1)
  expect([await first.isAlive(), await second.isAlive()].filter(Boolean)).toHaveLength(1)

  await region.getByRole('button', { name: 'Cerrar todas' }).click()
  await answer(
    page,
    'Tendrá que volver a entrar en todas partes, y, si de aquí sale correo, recibirá uno que lo dice.',
    'Cerrarlas todas',
  )
  await expect(toast(page, 'Se ha cerrado 1 sesión.')).toBeVisible()
  await expect(region).toContainText('No tiene ninguna sesión abierta.')
  expect([await first.isAlive(), await second.isAlive()]).toEqual([false, false])
  await expect(editor.getByLabel('Phone')).toHaveValue('600 700 800')
})
