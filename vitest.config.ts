import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, findChromium } from './tests/support/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      {
        // Through HTTP, on SQLite; on PostgreSQL with TEST_DATABASE=postgres
        test: {
          name: 'server',
          include: ['tests/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // What needs neither a server nor a browser
        test: {
          name: 'unit',
          include: ['tests/{contract,web}/**/*.test.ts'],
        },
      },
      {
        // Components in a real browser
        plugins: [react()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
              contextOptions: { locale: 'es-ES' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
