// Installing the app: the button in browsers that offer it, a hint where there is none; and the strip of a page without
// a network.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { storedSince } from '../../../web/installed/offline-state.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, openPage } from '../../support/web/screen.tsx'
import { accountAnswers } from '../account/account-answers.ts'

const asApp = page.getByRole('region', { name: 'Alejandría como aplicación' })
const devices = page.getByRole('region', { name: 'Avisos en este dispositivo' })
const hint = page.getByRole('status').getByText(/^Puedes tener Alejandría como una aplicación más\. Pulsa Compartir/)
const openAccount = () => openPage('/account', { screen: 'phone', answers: accountAnswers() })

/** Safari of an iPhone, outside of the app or in it, as a page can tell. */
const asIPhone = (value: boolean) => Object.defineProperty(navigator, 'standalone', { value, configurable: true })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
  storedSince.set(undefined)
})

test('on an iPhone Safo is told once how to install, finds it under her account, and in the app nothing of it', async () => {
  asIPhone(true)
  await openAccount()
  await expect.element(devices).toBeVisible()
  for (const element of [asApp, hint]) expect(element.query()).toBeNull()

  asIPhone(false)
  await openAccount()
  await expect.element(hint).toBeVisible()
  await expectAccessible('the hint')
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect.element(hint).not.toBeInTheDocument()
  expect(localStorage.getItem('install-hint')).toBe('1')
  await openAccount()
  await expect.element(asApp).toMatchTextContent('Añadir a pantalla de inicio')
  expect(asApp.getByRole('button').query()).toBeNull()
  expect(hint.query()).toBeNull()
})

test('where the browser offers it, Safo installs with a button', async () => {
  await openAccount()
  await expect.element(devices).toBeVisible()
  expect(asApp.query()).toBeNull()
  let asked = 0
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => void asked++ }))
  const button = asApp.getByRole('button', { name: 'Instalar' })
  await expect.element(button).toBeVisible()
  await expectAccessible('the account with its button to install')
  await button.click()
  await expect.element(asApp).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(asked).toBe(1)
})

test.each([
  ['phone', 'Más'],
  ['desktop', 'Ayuda y tema'],
] as const)('without a network the strip below the header leaves the menus of a %s free', async (screen, menu) => {
  await openPage('/account', { screen, answers: accountAnswers() })
  await expect.element(devices).toBeVisible()
  storedSince.set(earlier)
  const strip = page.getByRole('status').getByText(/^Sin conexión/)
  await expect.element(strip).toBeVisible()
  const button = page.getByRole('banner').getByRole('button', { name: menu, exact: true })
  await button.click()
  const panel = document.getElementById(button.element().getAttribute('aria-controls') ?? '')
  const { left, width } = panel?.getBoundingClientRect() ?? new DOMRect()
  const { top, height } = strip.element().getBoundingClientRect()
  expect(panel?.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
})
