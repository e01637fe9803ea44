/** What every browser test starts from: a house with its server, people at their browsers, and an eye on all that goes wrong. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type House, openHouse } from './house.ts'
import { Trouble } from './trouble.ts'

export { expect, type Locator, type Page } from '@playwright/test'
export { passwordOf } from './house.ts'

const touch = { isMobile: true, hasTouch: true }
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  /** The smallest phone that everything has to work on (DECISIONS §3). */
  narrow: { viewport: { width: 360, height: 740 }, ...touch },
} as const satisfies Record<string, BrowserContextOptions>

/** Any address of the origin will do to put something in a tab's storage; this one runs nothing of ours. */
export const quietPage = '/theme.js'

export type Screen = keyof typeof screens

export interface Browsing {
  screen?: Screen
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  /** Before the page is opened: routes, a clock. */
  before?: (page: Page) => Promise<unknown>
}

interface Fixtures {
  trouble: Trouble
  /** A new browser without a page. */
  browse: (browsing?: Browsing) => Promise<BrowserContext>
  /** Opens an address as a visitor, in a browser of their own. */
  visit: (path: string, browsing?: Browsing) => Promise<Page>
  /** Opens an address as somebody who is signed in, in a browser of their own. */
  openAs: (name: string, path: string, browsing?: Browsing) => Promise<Page>
  tidied: undefined
}

interface WorkerFixtures {
  house: House
  /** A file that gives another name has a house to itself, in which nobody has been before. */
  houseName: string
  /** Whether what a test wrote is gone when the next one starts. */
  isTidied: boolean
}

/** What a test can ask for. */
export type Given = Fixtures & WorkerFixtures

export const test = base.extend<Fixtures, WorkerFixtures>({
  houseName: ['house', { scope: 'worker', option: true }],
  isTidied: [true, { scope: 'worker', option: true }],

  // Nothing leaves this machine, whatever a page asks for.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],

  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const house = await openHouse()
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  tidied: [
    async ({ house, isTidied }, use) => {
      if (isTidied) await house.tidy()
      await use(undefined)
    },
    { auto: true },
  ],

  trouble: async ({ house }, use) => {
    const trouble = new Trouble(house.url)
    const from = house.log().length
    await use(trouble)
    expect(trouble.complaints(), 'what went wrong in the browser').toEqual([])
    expect(house.log().slice(from), 'what the server complained of').toBe('')
  },

  browse: async ({ browser, house, trouble }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ screen = 'desktop', before: _, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: house.url,
        timezoneId: 'Europe/Madrid',
        ...screens[screen],
        ...options,
      })
      contexts.push(context)
      await trouble.watch(context)
      return context
    })
    await Promise.all(contexts.map((context) => context.close()))
  },

  visit: async ({ browse }, use) => {
    await use(async (path, browsing) => {
      const page = await (await browse(browsing)).newPage()
      await browsing?.before?.(page)
      await page.goto(path)
      return page
    })
  },

  openAs: async ({ browse, house }, use) => {
    await use(async (name, path, browsing) => {
      const { token } = await house.person(name)
      const page = await (await browse(browsing)).newPage()
      await page.goto(quietPage)
      await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
      await browsing?.before?.(page)
      await page.goto(path)
      return page
    })
  },
})

/** Signs in through the modal, from the button in the header. */
export async function signIn(page: Page, name: string, password: string) {
  await page.getByRole('button', { name: 'Iniciar Sesión' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Login' })
  await modal.getByLabel('Name').fill(name)
  await modal.getByLabel('Password', { exact: true }).fill(password)
  await modal.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The header of the site; a modal has one of its own. */
export const headerOf = (page: Page) => page.getByRole('banner').first()

/** Answers a confirmation dialog, whose text is letter for letter `text`. */
export async function answer(page: Page, text: string, button: string) {
  // a message in the corner is an alertdialog too
  const dialog = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })
  await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** How many pixels the page is wider than the window; on a phone it would have to be pushed sideways. */
export const overflowOf = (page: Page) =>
  page.evaluate((width) => (document.scrollingElement?.scrollWidth ?? 0) - width, page.viewportSize()?.width ?? 0)
