import type { Locator, Page } from '../test.ts'

/** Opens the dialog of an account from its row. */
export async function openEditUser(page: Page, row: Locator) {
  await row.getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit User' })
}
