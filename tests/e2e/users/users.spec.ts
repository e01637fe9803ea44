// The dialog of an account in the hands of an administrator: its avatar, and its sessions.
import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, type Page, test } from '../../support/browser/test.ts'

/** Opens the dialog of an account from its row. */
async function openEditUser(page: Page, name: string) {
  await rowOf(page, name).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit User' })
}

test('Hipatia sets an image of the archive as avatar, and removes it again', async ({ server, openAs }) => {
  const agora = { name: 'Ágora Solís', email: 'agora@alejandria.example', password: 'la clave de Ágora' }
  await server.hipatia.call('POST', '/auth/users', agora)
  await server.hipatia.uploadFile(smallPng('faro.png'))
  await waitForImageVersions(server)
  const page = await openAs('Hipatia', '/admin')
  const row = rowOf(page, 'Ágora Solís')
  await expect(row.locator('svg').first()).toBeVisible()
  const modal = await openEditUser(page, 'Ágora Solís')
  const save = modal.getByRole('button', { name: 'Guardar cambios' })
  await modal.getByRole('button', { name: 'Elegir del archivo' }).click()
  const picker = page.getByRole('dialog', { name: 'Elegir una imagen del archivo' })
  await picker.getByLabel('Buscar imagen').fill('nada así')
  await expect(picker.getByText('Ninguna imagen coincide.')).toBeVisible()
  await picker.getByLabel('Buscar imagen').fill('faro')
  await expect(picker.getByRole('button', { name: 'faro.png' })).toBeVisible()
  await expectAccessible(page, 'the pictures')
  await picker.getByRole('button', { name: 'faro.png' }).click()
  await expect(picker).toBeHidden()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Elegir otra' })).toBeFocused()
  await save.click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await modal.getByRole('button', { name: 'Quitar imagen' }).click()
  await save.click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveCount(0)
})

test('Hipatia sees and ends Anite’s sessions by keyboard; what she typed stays', async ({ server, openAs }) => {
  const first = await server.person('Anite')
  const second = await server.signIn('Anite')
  const page = await openAs('Hipatia', '/admin', { screen: 'narrow' })
  const editor = await openEditUser(page, 'Anite')
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
