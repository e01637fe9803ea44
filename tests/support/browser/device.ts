import { insertTextAsTyped } from './firefox.ts'
import { type BrowserContext, test as base, expect } from './test.ts'

/** A browser whose profile is on disk, so that it can be closed and opened again. */
export const test = base.extend<{ openDevice: () => Promise<BrowserContext> }>({
  /** Starts the browser with the profile of this test, which it finds as it was left. */
  openDevice: async (
    { playwright, browser, browserName, launchOptions, locale, server, pageErrors },
    use,
    testInfo,
  ) => {
    // Firefox is prepared by the fixture of the browser that all tests share
    expect(browser.isConnected()).toBe(true)
    let context: BrowserContext | undefined
    await use(async () => {
      context = await playwright[browserName].launchPersistentContext(testInfo.outputPath('profile'), {
        ...launchOptions,
        baseURL: server.url,
        locale,
        serviceWorkers: 'allow',
        ...(browserName === 'firefox' && { channel: 'moz-firefox' }),
      })
      if (browserName === 'firefox') await insertTextAsTyped(context)
      await pageErrors.watch(context)
      return context
    })
    await context?.close()
  },
})
