// The people online, in the header; with several people: tests/e2e/chat.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { preferences } from '../../../contract/preferences.ts'
import { presence } from '../../../contract/presence.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { expectInConsole, hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { emailPreferences } from '../account/account-answers.ts'

const path = '/profile/email-preferences'
const preferencesPage = [answer(preferences.read, emailPreferences)]
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

test('the list has names, marks Safo herself and admins, and is asked for when her heartbeat is answered', async () => {
  const beat = holdBack(presence.heartbeat)
  let asked = 0
  const list = answer(presence.list, () => {
    asked++
    return { online_users: [hipatia, safo].map(({ id, name, role }) => ({ id, name, role })) }
  })
  await openPage(path, { answers: [beat.handler, list, ...preferencesPage] })
  await expect.element(header).toMatchTextContent('Bienvenida/o, Safo')
  await expect.element(page.getByRole('switch').first()).toBeVisible()
  expect(asked).toBe(0)
  beat.release()
  await expect.element(widget).toHaveTextContent('2 online')
  await expect.element(widget).toHaveAttribute('aria-expanded', 'false')
  await widget.click()
  const title = page.getByRole('heading', { name: 'Usuarios conectados' })
  await expect.element(title).toBeVisible()
  const rows = () => header.getByRole('listitem').elements()
  const namesAndMarks = () =>
    rows().map((row) => [...row.querySelectorAll('bdi, bdi ~ *')].map((one) => one.textContent))
  await expect
    .poll(() => namesAndMarks().filter(([name]) => name))
    .toEqual([
      ['Hipatia', 'Admin'],
      ['Safo', '(tú)'],
    ])
  await userEvent.keyboard('{Escape}')
  await expect.element(title).not.toBeInTheDocument()
  await expect.element(widget).toHaveFocus()
})
