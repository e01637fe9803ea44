// The connection is cut after the server has stored something, and the person presses again: there is one thing, with
// the person's last words.
import type { User } from '../../../contract/users.ts'
import { loseAnswers } from '../../support/browser/network.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { createButton, createUser, openCreateUser } from '../../support/browser/pages/users.ts'
import { expect, test } from '../../support/browser/test.ts'

test('an account whose answer was lost is created once; changed values are refused for their name', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('failed POST /api/auth/users', '409 POST /api/auth/users')
  const page = await openAs('Hipatia', '/admin')
  const answerAgain = await loseAnswers(page, '**/api/auth/users')
  const dialog = await openCreateUser(page)
  await createUser(dialog, { name: 'Zenódoto', email: 'zenodoto@alejandria.example', password: 'la lista de Homero' })
  await expect(dialog.getByRole('alert')).toContainText('Failed to create user')
  await answerAgain()
  const password = dialog.getByLabel('Password', { exact: true })
  await password.fill('otra lista de Homero')
  await createButton(dialog).click()
  await expect(dialog.getByText(/^Ese (nombre|correo) ya está en uso$/)).toBeVisible()
  await password.fill('la lista de Homero')
  await createButton(dialog).click()
  await expect(dialog).toBeHidden()
  await expect(toast(page, /^«Zenódoto» ya tiene cuenta/)).toBeVisible()
  expect(await server.hipatia.call<User[]>('GET', '/auth/users?q=zenodoto')).toHaveLength(1)
})
