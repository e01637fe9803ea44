/** The page /admin: its users and the dialogs that create and edit them. */
import type { Locator, Page } from '../test.ts'

/** Opens the dialog for a new account. */
export async function openCreateUser(page: Page) {
  await page.getByRole('button', { name: 'Create User' }).click()
  return page.getByRole('dialog', { name: 'Create User' })
}

export const createButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Crear usuario' })

/** Opens the dialog of an account from its row. */
export async function openEditUser(page: Page, row: Locator) {
  await row.getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit User' })
}

export const saveUserButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar cambios' })
