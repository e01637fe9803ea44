import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './tools/chromium.ts'

const { CHROMIUM = findChromium(), FIREFOX, TRACE } = process.env

// without it a browser can't write a file name with accents
const env = { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' }

// No webServer: tests/support/browser starts the real server on a free port, each with a data folder of its own
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // two more than processors, as pages wait for animations, timers and the disk; npm test: scripts/test/steps.ts
  workers: 4,
  // long enough for a busy machine; a fulfilled condition ends the wait
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'es-ES',
    // its requests would pass by the routes of tests; the files about it allow it
    serviceWorkers: 'block',
    // Recording snapshots of every test costs a third of the whole step: TRACE=1 asks for them.
    trace: TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'chromium',
      use: { launchOptions: { ...(CHROMIUM && { executablePath: CHROMIUM }), args: chromiumArgs, env } },
    },
    {
      name: 'firefox',
      workers: 2,
      // the main paths, and the places where engines differ: scroll positions, the focus of removed elements, the cache
      testMatch: [
        'journeys/**',
        'chat/keyboard.spec.ts',
        'chat/reading.spec.ts',
        'export/reading.spec.ts',
        'files/image-failures.spec.ts',
        'auth/sign-out-cache.spec.ts',
        'auth/kept-session.spec.ts',
      ],
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox', // the installed Firefox over WebDriver BiDi, not Playwright's own build
        launchOptions: { ...(FIREFOX && { executablePath: FIREFOX }), env },
      },
    },
  ],
})
