import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './tests/support/chromium.ts'

const executablePath = findChromium()

// No webServer: tests/e2e/support starts the real server on a free port, each with a data folder of its own
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'es-ES',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: chromiumArgs,
      // without it Chromium can't write a file name with accents
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
    },
    trace: 'retain-on-failure',
  },
})
