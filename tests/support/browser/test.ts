/** The fixtures of all browser tests: a test server, signed-in pages, and the errors of the pages. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { findFullChromium } from '../../../tools/chromium.ts'
import { firefoxPreferences, firefoxTouchPreferences, insertTextAsTyped, withoutMediaEmulation } from './firefox.ts'
import { PageErrors, requestsLeftInFirefox } from './page-errors.ts'
import { passwordOf, startTestServer, type TestServer } from './test-server.ts'

export { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
export { localhost, passwordOf } from './test-server.ts'

const touch = { isMobile: true, hasTouch: true }
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  /** The smallest supported phone (DECISIONS §3). */
  narrow: { viewport: { width: 360, height: 740 }, ...touch },
} as const satisfies Record<string, BrowserContextOptions>

/** An address of the origin without the app, for example to write to the storage of a tab. */
export const blankPage = '/start.js'

export type Screen = keyof typeof screens

export interface Browsing {
  screen?: Screen
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  javaScriptEnabled?: false
  /** Called before the page is opened, to set up routes or a clock. */
  before?: (page: Page) => Promise<unknown>
}

interface Fixtures {
  /** A test file with another name gets a test server of its own, without earlier data. */
  serverName: string
  /** Settings of that server. */
  serverSettings: Record<string, string>
  server: TestServer
  pageErrors: PageErrors
  /** A new browser context without a page. */
  browse: (browsing?: Browsing) => Promise<BrowserContext>
  /** Opens an address as a visitor, in a new browser context. */
  visit: (path: string, browsing?: Browsing) => Promise<Page>
  /** Opens an address as a signed-in user, in a new browser context. */
  openAs: (name: string, path: string, browsing?: Browsing) => Promise<Page>
  tidied: undefined
}

interface WorkerFixtures {
  /** Returns the running server with this name, or starts it. */
  serverOf: (name: string, settings?: Record<string, string>) => Promise<TestServer>
  /** `true` runs the test file in a full Chromium with a PDF viewer instead of the headless shell. */
  needsFullChromium: boolean
  /** `true` makes the finger the pointer of the whole Firefox; in Chromium the screen of a page does it. */
  hasTouchScreen: boolean
}

/** The name of the server that the other test files of a worker share. */
const commonServer = 'server'

export type Given = Fixtures & WorkerFixtures

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverName: [commonServer, { option: true }],
  serverSettings: [{}, { option: true }],
  needsFullChromium: [false, { scope: 'worker', option: true }],
  hasTouchScreen: [false, { scope: 'worker', option: true }],

  // No request of a page leaves this machine.
  launchOptions: [
    async ({ launchOptions, browserName, needsFullChromium, hasTouchScreen }, use) => {
      const offline = {
        chromium: {
          args: [
            ...(launchOptions.args ?? []),
            '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
          ],
        },
        firefox: { firefoxUserPrefs: { ...firefoxPreferences, ...(hasTouchScreen && firefoxTouchPreferences) } },
        webkit: {},
      }
      const full = needsFullChromium ? findFullChromium() : undefined
      await use({ ...launchOptions, ...(full && { executablePath: full }), ...offline[browserName] })
    },
    { scope: 'worker' },
  ],

  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') withoutMediaEmulation(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  serverOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const running = new Map<string, TestServer>()
      await use(async (name, settings) => {
        // the files run one after another, so the server of an earlier file isn't needed any more
        for (const [other, server] of running)
          if (other !== name && other !== commonServer) {
            running.delete(other)
            await server.close()
          }
        const server = running.get(name) ?? (await startTestServer(settings))
        running.set(name, server)
        return server
      })
      await Promise.all([...running.values()].map((server) => server.close()))
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ serverOf, serverName, serverSettings }, use) => {
      await use(await serverOf(serverName, serverSettings))
    },
    { timeout: 60_000 },
  ],

  tidied: [
    async ({ server }, use) => {
      await server.tidy()
      await use(undefined)
    },
    { auto: true },
  ],

  pageErrors: async ({ server, browserName }, use) => {
    const pageErrors = new PageErrors(server.url)
    if (browserName === 'firefox') pageErrors.tolerate(...requestsLeftInFirefox)
    const from = server.log().length
    await use(pageErrors)
    expect(pageErrors.problems(), 'unexpected errors in the browser').toEqual([])
    const lines = server.log().slice(from).split('\n')
    // `waitForImageVersions` gets 503 until they are made; the 503s of a page are among its own errors.
    const unexpected = lines.filter((line) => !line.includes('"code":"unavailable"')).join('\n')
    expect(unexpected, 'unexpected lines in the log of the server').toBe('')
  },

  browse: async ({ browser, browserName, server, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ screen = 'desktop', before: _, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        timezoneId: 'Europe/Madrid',
        ...screens[screen],
        ...options,
      })
      contexts.push(context)
      context.on('request', (request) => server.requested(request.method(), new URL(request.url()).pathname))
      if (browserName === 'firefox') await insertTextAsTyped(context)
      await pageErrors.watch(context)
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

  openAs: async ({ browse, server }, use) => {
    await use(async (name, path, browsing) => {
      const { token } = await server.person(name)
      const page = await (await browse(browsing)).newPage()
      // Only for the first page; afterwards the page manages its token.
      const signingIn = await page.addInitScript((token) => {
        // Firefox also runs it in an empty document, which has no storage.
        if (location.protocol === 'http:') sessionStorage.setItem('auth_token', token)
      }, token)
      await browsing?.before?.(page)
      await page.goto(path)
      await signingIn.dispose()
      return page
    })
  },
})

/** Signs in through the modal, from the button in the header. */
export async function signIn(page: Page, name: string, password = passwordOf(name)) {
  await page.getByRole('button', { name: 'Iniciar Sesión' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Login' })
  await modal.getByLabel('Name').fill(name)
  await modal.getByLabel('Password', { exact: true }).fill(password)
  await modal.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The header of the site; a modal has its own header. */
export const headerOf = (page: Page) => page.getByRole('banner').first()

/** The dialog that asks before something is deleted or left; a toast is an alertdialog too. */
export const confirmation = (page: Page) =>
  page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })

/** Presses a button of a confirmation dialog with exactly this text. */
export async function answer(page: Page, text: string, button: string) {
  const dialog = confirmation(page)
  await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The number of pixels by which the page is wider than the window. */
export const overflowOf = (page: Page) =>
  page.evaluate((width) => (document.scrollingElement?.scrollWidth ?? 0) - width, page.viewportSize()?.width ?? 0)
