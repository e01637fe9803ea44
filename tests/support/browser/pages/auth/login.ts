// The login modal, and signing in through it.
import { expect, headerOf, type Locator, type Page, passwordOf, signIn } from '../../test.ts'

export const loginModal = (page: Page) => page.getByRole('dialog', { name: 'Login' })
export const nameField = (modal: Locator) => modal.getByLabel('Name')
export const passwordField = (modal: Locator) => modal.getByLabel('Password', { exact: true })
const loginButton = (modal: Locator) => modal.getByRole('button', { name: 'Login', exact: true })

/** Fills the modal that a page has opened, and sends it. */
export async function fillLogin(modal: Locator, name: string, password = passwordOf(name)) {
  await nameField(modal).fill(name)
  await passwordField(modal).fill(password)
  await loginButton(modal).click()
}

/** Signs in through the modal and waits until the header greets the person. */
export async function signInByHand(page: Page, name: string) {
  await signIn(page, name)
  await expect(loginModal(page)).toBeHidden()
  await expect(headerOf(page)).toContainText(`Bienvenida/o, ${name}`)
}
