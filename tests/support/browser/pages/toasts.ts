import type { Page } from '../test.ts'

export const toasts = (page: Page) => page.getByRole('region', { name: 'Mensajes de la página', exact: true })

/** The message with exactly this text, or that matches the pattern. */
export const toast = (page: Page, text: string | RegExp) => toasts(page).getByText(text, { exact: true }).first()
