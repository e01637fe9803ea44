// A new token of a session reaches all tabs of the browser; the person's activity is told to the server
// (docs/decisions/052).
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { changePassword } from '../../support/browser/pages/auth/password.ts'
import { expectConnected, messageField, messageWith } from '../../support/browser/pages/chat.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, type Page, passwordOf, test } from '../../support/browser/test.ts'

const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('auth_token'))

/** Collects the states of the chat’s connection that the page shows. */
const watchConnection = (page: Page) =>
  page.evaluate(() => {
    const shown = new Set<string>()
    Object.assign(window, { shown })
    const look = () => {
      for (const state of ['Conectados', 'Desconectado', 'Conectando'])
        if (document.body.innerText.includes(state)) shown.add(state)
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
const shownStates = (page: Page) => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown])

test('both tabs of Nossis go on with a new token, and ask again with it', async ({ server, openAs, pageErrors }) => {
  // asked with the old token just when it ended
  pageErrors.tolerate(...requestsOfEveryPage, /^401 (GET|POST) \/api\//)
  const account = await openAs('Nossis', '/account')
  await expect(headerOf(account)).toContainText('Bienvenida/o, Nossis')
  const chat = await account.context().newPage()
  await chat.goto('/chat')
  await expectConnected(chat)
  const before = await tokenOf(account)
  expect(await tokenOf(chat)).toBe(before)
  await messageField(chat).fill('A medio escribir')
  await watchConnection(chat)

  await changePassword(account, passwordOf('Nossis'), 'un papiro nuevo')
  const after = await tokenOf(account)
  expect(after).not.toBe(before)
  await expect.poll(() => tokenOf(chat)).toBe(after)
  const answer = await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${before}` } })
  expect(answer.status).toBe(401)

  await messageField(chat).press('Enter')
  await expect(messageWith(chat, 'A medio escribir')).toBeVisible()
  await expect(chat.getByRole('dialog')).toHaveCount(0)
  expect(await shownStates(chat)).toEqual(['Conectados'])
  await chat.reload()
  await expect(headerOf(chat)).toContainText('Bienvenida/o, Nossis')

  // the answer with the next token is late: the other tab asks with the one before meanwhile
  pageErrors.expect('401 GET /api/news')
  const late = Promise.withResolvers<void>()
  await account.route('**/api/auth/change-password', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  const changed = changePassword(account, 'un papiro nuevo', 'otro papiro')
  const refused = chat.waitForResponse((response) => response.url().includes('/api/news') && response.status() === 401)
  await expect.poll(() => server.signIn('Nossis', 'otro papiro').then(Boolean, () => false)).toBe(true)
  await headerOf(chat).getByRole('link', { name: 'Noticias' }).click()
  await refused
  await expect(chat.getByRole('dialog')).toHaveCount(0)
  late.resolve()
  await changed
  await expect(chat.getByText('No hay noticias')).toBeVisible()
  await expect(chat.getByRole('dialog')).toHaveCount(0)

  await signOutButton(chat).click()
  await expect(account).toHaveURL('/home')
})
