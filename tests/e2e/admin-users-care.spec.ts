// What administrators must not do by accident, and what their pages must not keep.
import type { User } from '../../contract/users.ts'
import { keptCalls } from './support/kept-calls.ts'
import { expect, type Page, test } from './support/test.ts'

const calimaco = { name: 'Calímaco Ortiz', email: 'ortiz@alejandria.example', password: 'la lista de todo' }
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true }).first()

test('who deactivates an account that another admin has just deactivated doesn’t let the person in again', async ({
  house,
  openAs,
}) => {
  await house.hipatia.call('POST', '/auth/users', calimaco)
  const page = await openAs('Hipatia', '/admin?q=calimaco')
  const row = rowOf(page, 'Calímaco Ortiz')
  await expect(row).toContainText('Active')
  const [{ id }] = (await house.hipatia.call<User[]>('GET', '/auth/users?q=calimaco')) as [User]
  await house.hipatia.call('POST', `/auth/users/${id}/toggle-status`)
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(said(page, '«Calímaco Ortiz» está inactivo: sus sesiones se han cerrado.')).toBeVisible()
  await expect(row).toContainText('Inactive')
  const [{ is_active }] = (await house.hipatia.call<User[]>('GET', '/auth/users?q=calimaco')) as [User]
  expect(is_active).toBe(false)
})

test('an account that leaves the list of the active ones takes its row along; the focus goes to how many there are', async ({
  house,
  openAs,
}) => {
  await house.hipatia.call('POST', '/auth/users', calimaco)
  const page = await openAs('Hipatia', '/admin?q=calimaco&status=active')
  await rowOf(page, 'Calímaco Ortiz').getByRole('button', { name: 'Deactivate' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Calímaco Ortiz')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 usuarios' })).toBeFocused()
})

test('a password that was given to somebody is not kept by the page once it is saved', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('button', { name: 'Create User' }).click()
  const create = page.getByRole('dialog', { name: 'Create User' })
  await create.getByLabel('Name').fill('Zenódoto')
  await create.getByLabel('Email').fill('zenodoto@alejandria.example')
  await create.getByLabel('Password', { exact: true }).fill('la lista de Homero')
  await create.getByRole('button', { name: 'Crear usuario' }).click()
  await expect(create).toBeHidden()
  await expect.poll(() => keptCalls(page)).not.toContain('la lista de Homero')

  await rowOf(page, 'Zenódoto').getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('New password').fill('otra lista de Homero')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(() => keptCalls(page)).not.toContain('otra lista de Homero')
})
