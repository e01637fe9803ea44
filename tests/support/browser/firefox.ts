/** Settings with which the tests run in an installed Firefox over WebDriver BiDi. */
import type { Browser, BrowserContext } from '@playwright/test'

/** Every host but this machine goes to a port on which nothing listens. */
export const firefoxPreferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1',
}

/** A coarse pointer that can't hover, and touch events: BiDi has no emulation of them. */
export const firefoxTouchPreferences = {
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  'dom.w3c_touch_events.enabled': 1,
}

interface BidiSession {
  send(method: string, params?: unknown): Promise<unknown>
}

/**
 * Playwright 1.65 sends `emulation.setMediaFeaturesOverride` for every new context, whatever its options, and Firefox
 * ESR 153 has no such command: it is answered here, and tests that emulate a colour scheme, reduced motion or print stay
 * with Chromium.
 */
export function withoutMediaEmulation(browser: Browser) {
  const { _connection } = browser as unknown as {
    _connection: { toImpl(browser: Browser): { _browserSession: BidiSession } }
  }
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as BidiSession
  const { send } = session
  session.send = async function (this: BidiSession, method, params) {
    if (method !== 'emulation.setMediaFeaturesOverride') return send.call(this, method, params)
  }
}

/**
 * Over BiDi, Playwright 1.65 fills a field by assigning `value` in the page, and React, which watches assignments, takes
 * the `input` event for its own: here the browser inserts the text as if it was typed.
 */
export const insertTextAsTyped = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => void document.execCommand('insertText', false, text),
      set() {},
    }),
  )
