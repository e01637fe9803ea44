import type { Page } from '../test.ts'

/** The dialog that asks before something is deleted or left; a toast is an alertdialog too. */
export const confirmation = (page: Page) =>
  page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })
