// Signing in through the login modal. Its fields and failures: tests/web/auth/sign-in.test.tsx.
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { loginModal, nameField, passwordField, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, passwordOf, signIn, test } from '../../support/browser/test.ts'

test('at the address of a post Safo is asked to sign in, and then reads it; the focus stays on the button in the header', async ({
  server,
  visit,
  pageErrors,
}) => {
  pageErrors.expect('401 POST /api/auth/login')
  pageErrors.tolerate(...requestsOfEveryPage)
  await server.person('Safo')
  const post = await server.hipatia.createPost({ title: 'Sobre las cónicas', content: 'Cuatro cortes de un cono.' })
  const page = await visit(`/blog/${post.id}`)
  await expect(page.getByText('Debes iniciar sesión para ver este post.', { exact: true })).toBeVisible()
  await expect(page.getByText('Sobre las cónicas')).toHaveCount(0)
  const modal = loginModal(page)
  await signIn(page, 'Safo', 'otra cosa')
  await expect(modal.getByRole('alert')).toHaveText('El nombre o la contraseña no son correctos.')
  await expect(nameField(modal)).toHaveValue('Safo')
  await passwordField(modal).fill(passwordOf('Safo'))
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(signOutButton(page)).toBeFocused()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sobre las cónicas' })).toBeVisible()
  await expect(page.getByText('Cuatro cortes de un cono.')).toBeVisible()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
  await expect(headerOf(page)).not.toContainText('(Admin)')
  await signOutButton(page).press('Enter')
  await expect(signInButton(page)).toBeFocused()
  await signInByHand(page, 'Hipatia')
  await expect(headerOf(page)).toContainText('Bienvenida/o, Hipatia (Admin)')
})
