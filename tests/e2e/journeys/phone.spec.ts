// The main paths on a phone, in Chromium and in Firefox.

import { loginModal, nameField, passwordField } from '../../support/browser/pages/auth/login.ts'
import { expectConnected, messageField, messageWith } from '../../support/browser/pages/chat.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, passwordOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'journeys-phone', hasTouchScreen: true })

test('Safo signs in with Enter, finds the navigation at the bottom, writes in the chat', async ({ visit, server }) => {
  await server.person('Safo')
  const page = await visit('/home', { screen: 'phone' })
  const chat = navigationLink(page, 'Chat')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).first().click()
  const modal = loginModal(page)
  await nameField(modal).fill('Safo')
  await passwordField(modal).fill(passwordOf('Safo'))
  await passwordField(modal).press('Enter')
  await expect(modal).toBeHidden()
  await expect(headerOf(page)).toContainText('Safo')
  await chat.click()
  await expectConnected(page)
  await messageField(page).fill('Desde el puerto')
  await expect(chat).toBeHidden() // there is a keyboard
  await messageField(page).press('Enter')
  await expect(messageWith(page, 'Desde el puerto')).toBeInViewport()
  await messageField(page).blur()
  await expect(chat).toBeInViewport()
})
