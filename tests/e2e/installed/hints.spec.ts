// Installing the app: the button in browsers that offer it, a hint where there is none.
import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, overflowOf, type Page, test } from '../../support/browser/test.ts'

const asApp = (page: Page) => page.getByRole('region', { name: 'Alejandría como aplicación' })
const hint = (page: Page) =>
  page.getByRole('status').getByText(/^Puedes tener Alejandría como una aplicación más\. Pulsa Compartir/)

/** Safari of an iPhone, outside of the app or in it, as a page can tell. */
const asIPhone = (isInstalled: boolean) => (page: Page) =>
  page.addInitScript(
    (isInstalled) => Object.defineProperty(navigator, 'standalone', { value: isInstalled, configurable: true }),
    isInstalled,
  )

/** The event by which Chromium offers to install, with the count of times that it was asked. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const scope = globalThis as unknown as { asked: number }
    scope.asked = 0
    dispatchEvent(Object.assign(event, { prompt: async () => void scope.asked++ }))
    return event.defaultPrevented
  })

test('on an iPhone Telesila is told once how to install, and finds it under her account afterwards', async ({
  openAs,
}) => {
  const page = await openAs('Telesila', '/home', { screen: 'phone', before: asIPhone(false) })
  await expect(hint(page)).toBeVisible()
  await expectAccessible(page, 'the hint')
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect(hint(page)).toBeHidden()
  await page.goto('/account')
  await expect(asApp(page)).toContainText('Añadir a pantalla de inicio')
  await expect(asApp(page).getByRole('button')).toHaveCount(0)
  await expect(hint(page)).toBeHidden()
  expect(await overflowOf(page)).toBe(0)
})

test('in the installed app on an iPhone nothing is said about installing', async ({ openAs }) => {
  const page = await openAs('Telesila', '/account', { screen: 'phone', before: asIPhone(true) })
  await expect(page.getByRole('region', { name: 'Avisos en este dispositivo' })).toBeVisible()
  await expect(asApp(page)).toBeHidden()
  await expect(hint(page)).toBeHidden()
})

test('where the browser offers it, Amparo installs with a button; the offer may come before the app is loaded', async ({
  openAs,
}) => {
  const page = await openAs('Amparo', '/account', { screen: 'phone' })
  await expect(page.getByRole('region', { name: 'Avisos en este dispositivo' })).toBeVisible()
  await expect(asApp(page)).toBeHidden()
  expect(await offer(page)).toBe(true)
  const button = asApp(page).getByRole('button', { name: 'Instalar' })
  await expect(button).toBeVisible()
  await expectAccessible(page, 'the account with its button to install')
  await button.click()
  await expect(asApp(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(1)

  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })),
    ),
  )
  await page.reload()
  await expect(button).toBeVisible()
})
