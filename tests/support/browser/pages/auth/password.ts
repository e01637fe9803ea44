import { expect, type Page } from '../../test.ts'

/** On the page of the account, which is open. */
export async function changePassword(page: Page, old: string, next: string) {
  await page.getByRole('tab', { name: 'Cambiar Contraseña' }).click()
  const modal = page.getByRole('dialog', { name: 'Cambiar Contraseña' })
  await modal.getByRole('textbox', { name: 'Contraseña actual', exact: true }).fill(old)
  await modal.getByRole('textbox', { name: 'Contraseña nueva', exact: true }).fill(next)
  await modal.getByRole('textbox', { name: 'Repite la contraseña nueva', exact: true }).fill(next)
  await modal.getByRole('button', { name: 'Cambiar la contraseña', exact: true }).click()
  await expect(modal.getByText('Tu contraseña ha cambiado.')).toBeVisible()
}
