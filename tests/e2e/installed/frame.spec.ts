import { keptOnDevice, workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed' })

test('Telesila opens another page of the app without a network', async ({ openAs, pageErrors }) => {
  pageErrors.tolerate(/./)
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  await page.context().setOffline(true)
  await page.goto('/blog')
  await expect(headerOf(page)).toContainText('Alejandría')
  await page.reload()
  await expect(headerOf(page)).toContainText('Alejandría')
  expect(await keptOnDevice(page)).toEqual([expect.stringMatching(/^code /)])
})
