// Dates that say how long ago something was, on a page that stays open.
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formatDaysAgo } from '../../../web/ui/format/dates.ts'
import { When } from '../../../web/ui/format/when.tsx'
import { mount } from '../../support/web/mount.ts'

const day = 24 * 60 * 60_000

test('‘hoy’ becomes ‘hace 1 día’ at midnight, and ‘hace 3 días’ when one comes back to the page', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(2026, 2, 2, 23, 57) })
  onTestFinished(() => void vi.useRealTimers())
  mount(<When at={new Date(2026, 2, 2, 12)} format={formatDaysAgo} />)
  await expect.element(page.getByText('hoy', { exact: true })).toBeVisible()
  vi.advanceTimersByTime(3 * 60_000)
  await expect.element(page.getByText('hace 1 día', { exact: true })).toBeVisible()
  // asleep, without a timer
  vi.setSystemTime(Date.now() + 2 * day)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('hace 3 días', { exact: true })).toBeVisible()
})
