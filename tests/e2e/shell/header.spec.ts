import { blockLiveConnection, liveConnectionFailure } from '../../support/browser/network.ts'
import { mainNavigation } from '../../support/browser/pages/navigation.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const longName = 'Maximiliana Constantinopolitana'.slice(0, 30)

/** Shows 120 users online, without the live connection, which would send the real number. */
async function crowd(page: Page) {
  await blockLiveConnection(page)
  await page.route('**/api/auth/online-users', (route) =>
    route.fulfill({
      json: {
        online_users: Array.from({ length: 120 }, (_, index) => ({
          id: `p${index}`,
          name: `P${index}`,
          role: 'normal',
        })),
      },
    }),
  )
}

test('the long name of an administrator is shortened without breaking the header, at any width', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(liveConnectionFailure) // retried after a second or more
  await server.person(longName, 'admin')
  const page = await openAs(longName, '/home', { before: crowd })
  const header = page.getByRole('banner')
  const name = header.getByText(longName)
  const badge = header.getByText('(Admin)')
  const account = header.getByRole('link', { name: 'Administrar cuenta' })
  for (const width of [1024, 1280, 1440])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      await expect(header.getByText('120')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      if (width < 1280) return
      const [nameBox, badgeBox, accountBox] = await Promise.all(
        [name, badge, account].map((part) => part.boundingBox()),
      )
      const right = (box: typeof nameBox) => (box?.x ?? 0) + (box?.width ?? 0)
      expect(right(nameBox)).toBeLessThanOrEqual(accountBox?.x ?? 0)
      expect(badgeBox?.y ?? 0).toBeLessThan(nameBox?.y ?? 0)
      expect(right(badgeBox)).toBeLessThanOrEqual(accountBox?.x ?? 0)
      const shown = await name.evaluate((element) => {
        const range = document.createRange()
        range.setStart(element.firstChild as Text, 0)
        range.setEnd(element.firstChild as Text, 8)
        return element.getBoundingClientRect().width - range.getBoundingClientRect().width
      })
      expect(shown, 'eight letters and the ellipsis').toBeGreaterThan(10)
    })
})

test('the navigation is disabled until the session is checked', async ({ openAs }) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const before = (page: Page) =>
    page.route('**/api/auth/me', async (route) => {
      await answered
      await route.continue()
    })
  const page = await openAs('Ana', '/home', { before })
  const chat = mainNavigation(page).getByRole('link', { name: 'Chat' })
  await expect(chat).toHaveAttribute('aria-disabled', 'true')
  answer()
  await expect(chat).not.toHaveAttribute('aria-disabled')
  await expect(chat).toHaveAttribute('href', '/chat')
})
