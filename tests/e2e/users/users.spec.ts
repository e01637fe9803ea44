import type { User } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { confirmation } from '../../support/browser/pages/confirmation.ts'
import { columnHeader, rowOf } from '../../support/browser/pages/tables.ts'
import { openEditUser, saveUserButton } from '../../support/browser/pages/users.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const userNames = (page: Page) => page.getByRole('rowheader').locator('bdi')

/** Creates users to search for. */
async function createUsers(server: {
  hipatia: { call: <T>(method: string, path: string, body?: unknown) => Promise<T> }
}) {
  for (const [name, phone, role] of [
    ['Ágora Solís', '+34 600 111 222', 'normal'],
    ['Berenice Lara', '+34 600 333 444', 'admin'],
    ['Calímaco Ortiz', null, 'normal'],
  ] as const)
    await server.hipatia.call<User>('POST', '/auth/users', {
      name,
      email: `${name.split(' ')[1]?.normalize('NFD').replace(/\W/g, '').toLowerCase()}@alejandria.example`,
      password: `la clave de ${name}`,
      role,
      phone,
    })
}

test('Hipatia sorts by the column headers, and the address keeps her search', async ({ server, openAs }) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin?q=alejandria.example')
  const head = (name: string) => columnHeader(page, name)
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('600')
  await expect(userNames(page)).toHaveText(['Ágora Solís', 'Berenice Lara'])
  await expect(page.getByRole('heading', { name: '2 usuarios' })).toBeVisible()
  await head('Name').getByRole('button').click()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(userNames(page)).toHaveText(['Berenice Lara', 'Ágora Solís'])
  await head('Email').getByRole('button').click()
  await expect(head('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Name')).not.toHaveAttribute('aria-sort')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin')
  await expect(userNames(page)).toHaveText(['Berenice Lara'])
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('600')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('admin')
  await expect(userNames(page)).toHaveText(['Berenice Lara'])

  await page.getByRole('combobox', { name: 'Status' }).selectOption('inactive')
  await expect(page.getByText('No hay usuarios que coincidan con esos filtros.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('')
  await expect(rowOf(page, 'Calímaco Ortiz')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^\d+ usuarios$/ })).toBeFocused()
})

test('Hipatia sets an image of the archive as avatar, and removes it again', async ({ server, openAs }) => {
  await createUsers(server)
  await server.hipatia.uploadFile(smallPng('faro.png'))
  const page = await openAs('Hipatia', '/admin')
  const row = rowOf(page, 'Ágora Solís')
  await expect(row.locator('svg').first()).toBeVisible()
  const modal = await openEditUser(page, row)
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
  await saveUserButton(modal).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(modal.getByText('faro.png')).toBeVisible()
  await modal.getByRole('button', { name: 'Quitar imagen' }).click()
  await saveUserButton(modal).click()
  await expect(modal).toBeHidden()
  await expect(row.locator('img')).toHaveCount(0)
})

test('the avatar of another host is not loaded', async ({ server, openAs }) => {
  await createUsers(server)
  const [agora] = await server.hipatia.call<User[]>('GET', '/auth/users?q=agora')
  await server.hipatia.call('PUT', `/auth/users/${agora?.id}`, { avatar: 'https://elsewhere.example/agora.png' })
  const page = await openAs('Hipatia', '/admin?q=agora')
  await expect(rowOf(page, 'Ágora Solís').locator('svg').first()).toBeVisible()
  await rowOf(page, 'Ágora Solís').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Avatar')).toHaveValue('https://elsewhere.example/agora.png')
  // `pageErrors` would report a request to another host.
})

test('the confirmations of deactivating and deleting name the consequences, and the focus stays in the list', async ({
  server,
  openAs,
}) => {
  await createUsers(server)
  const page = await openAs('Hipatia', '/admin?q=ortiz')
  const row = rowOf(page, 'Calímaco Ortiz')
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const question = confirmation(page)
  await expect(question).toContainText('Sus sesiones se cierran ahora mismo')
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Esta acción no se puede deshacer.')
  await expect(question).toContainText('Nada: no ha escrito ni subido nada')
  await expect(question).toContainText('Sus sesiones, que se cierran ahora mismo')
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 usuarios' })).toBeFocused()
})
