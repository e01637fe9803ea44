import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { openEditUser } from '../../support/browser/pages/users.ts'
import { expect, test } from '../../support/browser/test.ts'

test('Hipatia sets an image of the archive as avatar, and removes it again', async ({ server, openAs }) => {
  const agora = { name: 'Ágora Solís', email: 'agora@alejandria.example', password: 'la clave de Ágora' }
  await server.hipatia.call('POST', '/auth/users', agora)
  await server.hipatia.uploadFile(smallPng('faro.png'))
  await waitForImageVersions(server)
  const page = await openAs('Hipatia', '/admin')
  const row = rowOf(page, 'Ágora Solís')
  await expect(row.locator('svg').first()).toBeVisible()
  const modal = await openEditUser(page, row)
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
