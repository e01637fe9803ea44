/** The page /admin/user-email-preferences: the preferences of all users and the panel for bulk updates. */
import type { Page } from '../test.ts'

export const preferencesPath = '/admin/user-email-preferences'
export const allPreferencesRequest = '**/api/notifications/admin/users/preferences'

export const selectionBox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Seleccionar a ${name}`, exact: true })
export const bulkPanel = (page: Page) => page.getByRole('region', { name: 'Operaciones masivas' })
export const applyButton = (page: Page) => bulkPanel(page).getByRole('button', { name: /^Aplicar/ })
