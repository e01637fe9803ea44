// The people online, in the header; with several people: tests/e2e/presence.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { preferences } from '../../../contract/preferences.ts'
import { presence } from '../../../contract/presence.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { expectInConsole, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse } from '../../support/web/server.ts'

const path = '/profile/email-preferences'
const preferencesPage = [
  answer(preferences.read, {
    ...{ new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
  }),
]
const header = page.getByRole('banner').first()
const widget = header.getByRole('button', { name: /online/ })
const me = header.getByRole('listitem').filter({ hasText: '(tú)' })

test('the list says that nobody is online', async () => {
  await openPage(path, { answers: [answer(presence.list, { online_users: [] }), ...preferencesPage] })
  await expect.element(widget).toHaveTextContent('0 online')
  await widget.click()
  await expect.element(page.getByText('No hay usuarios conectados', { exact: true })).toBeVisible()
})

test('the last list stays when a poll fails', async () => {
  expectInConsole(/^warn: online users/)
  stopTimers()
  await openPage(path, { answers: preferencesPage })
  await soon(() => widget.query() !== null)
  await widget.click()
  await soon(() => me.query() !== null)
  nowAnswer(refuse(presence.list, 500, 'Hoy no.'))
  await passes(30_000)
  await soon(() => vi.mocked(console.warn).mock.calls.flat().join().includes('online users'))
  expect(me.query()).not.toBeNull()
  expect(page.getByText('Hoy no.').query()).toBeNull()
})
