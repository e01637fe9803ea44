// Accidents that administrators are protected from, and passwords that their pages must not store.
import type { User } from '../../../contract/users.ts'
import { cachedQueries } from '../../support/browser/cached-queries.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { createUser, openCreateUser, openEditUser, saveUserButton } from '../../support/browser/pages/users.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

const calimaco = { name: 'Calímaco Ortiz', email: 'ortiz@alejandria.example', password: 'la lista de todo' }

test('Hipatia doesn’t reactivate an account that another admin has just deactivated', async ({ server, openAs }) => {
  await server.hipatia.call('POST', '/auth/users', calimaco)
  const page = await openAs('Hipatia', '/admin?q=calimaco')
  const row = rowOf(page, 'Calímaco Ortiz')
  await expect(row).toContainText('Active')
  const [{ id }] = (await server.hipatia.call<User[]>('GET', '/auth/users?q=calimaco')) as [User]
  await server.hipatia.call('POST', `/auth/users/${id}/toggle-status`)
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(toast(page, '«Calímaco Ortiz» está inactivo: sus sesiones se han cerrado.')).toBeVisible()
  await expect(row).toContainText('Inactive')
  const [{ is_active }] = (await server.hipatia.call<User[]>('GET', '/auth/users?q=calimaco')) as [User]
  expect(is_active).toBe(false)
})

test('Hipatia’s edit of an account leaves the fields that she has not touched to other admins', async ({
  server,
  openAs,
}) => {
  const { id } = await server.hipatia.call<User>('POST', '/auth/users', calimaco)
  const page = await openAs('Hipatia', '/admin?q=calimaco')
  const row = rowOf(page, 'Calímaco Ortiz')
  const edit = await openEditUser(page, row)
  await server.hipatia.call('PUT', `/auth/users/${id}`, { email: 'calimaco@alejandria.example' })
  await edit.getByLabel('Phone').fill('600 555 666')
  await saveUserButton(edit).click()
  await expect(edit).toBeHidden()
  await expect(row).toContainText('600 555 666')
  await expect(row).toContainText('calimaco@alejandria.example')
})

test('Hipatia changes her own name, and the header greets her with it', async ({ server, openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  const edit = await openEditUser(page, rowOf(page, 'Hipatia'))
  await edit.getByLabel('Name').fill('Hipatia de Alejandría')
  await saveUserButton(edit).click()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Hipatia de Alejandría (Admin)')
  await server.hipatia.call('PUT', `/auth/users/${server.hipatia.id}`, { name: 'Hipatia' })
})

test('a deactivated account disappears from the list of active users, and the focus goes to the count', async ({
  server,
  openAs,
}) => {
  await server.hipatia.call('POST', '/auth/users', calimaco)
  const page = await openAs('Hipatia', '/admin?q=calimaco&status=active')
  await rowOf(page, 'Calímaco Ortiz').getByRole('button', { name: 'Deactivate' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Calímaco Ortiz')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 usuarios' })).toBeFocused()
})

test('the page doesn’t store the password of a user after it has been saved', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  const create = await openCreateUser(page)
  await createUser(create, { name: 'Zenódoto', email: 'zenodoto@alejandria.example', password: 'la lista de Homero' })
  await expect(create).toBeHidden()
  await expect.poll(() => cachedQueries(page)).not.toContain('la lista de Homero')

  const edit = await openEditUser(page, rowOf(page, 'Zenódoto'))
  await edit.getByLabel('New password').fill('otra lista de Homero')
  await saveUserButton(edit).click()
  await expect(edit).toBeHidden()
  await expect.poll(() => cachedQueries(page)).not.toContain('otra lista de Homero')
})
