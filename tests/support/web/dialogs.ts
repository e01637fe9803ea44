import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** The dialog that asks before something is deleted or discarded; a toast is an alertdialog too. */
export const question = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })

/** Presses a button of a question with exactly this text, and this title if one is given. */
export async function reply(text: string, button: string, title?: string) {
  if (title !== undefined) await expect.element(question).toHaveAccessibleName(title)
  await expect.element(question.getByText(text, { exact: true })).toBeVisible()
  await question.getByRole('button', { name: button, exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
}

export const toasts = page.getByRole('region', { name: 'Mensajes de la página', exact: true })

/** The message with exactly this text. */
export const toast = (text: string) => toasts.getByText(text, { exact: true }).first()
