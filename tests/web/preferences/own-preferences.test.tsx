// The panel of e-mail preferences (SPEC §2 'Account', §4, §8, §9).
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { preferences } from '../../../contract/preferences.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo, withAndWithoutReason } from '../../support/web/server.ts'
import { emailPreferences } from '../account/account-answers.ts'

const path = '/profile/email-preferences'
const panel = page.getByRole('list', { name: 'Preferencias de Email' })
const toggle = (name: string) => panel.getByRole('switch', { name, exact: true })
const posts = toggle('Nuevos posts')
const notices = toggle('Avisos de la administración')
const alert = page.getByRole('main').getByRole('alert')
const updated = page.getByText('Preferencias actualizadas exitosamente')

async function openPanel(screen: 'desktop' | 'narrow' = 'desktop') {
  let stored = emailPreferences
  const write = answer(preferences.update, ({ body }) => (stored = { ...stored, ...(body as object) }))
  await openPage(path, { screen, answers: [answer(preferences.read, () => stored), write] })
  await expect.element(posts).toBeChecked()
  return { write, stored: () => stored }
}

test('Safo sees the kinds of mail and the explanations; a choice is shown at once, and its message for three seconds', async () => {
  const { stored } = await openPanel()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Preferencias de Email')
  await expect.element(notices).toBeChecked()
  await expect.element(posts).toBeEnabled()
  await expect.element(notices).toBeEnabled()
  const [replies, digest] = [toggle('Respuestas a comentarios'), toggle('Resumen semanal')]
  await expect.element(replies).toBeChecked()
  await expect.element(digest).not.toBeChecked()
  for (const one of [replies, digest]) {
    await expect.element(one).toBeDisabled()
    await expect.element(one).toHaveAccessibleDescription(/^Próximamente disponible/)
  }
  expect(panel.getByText('Próximamente disponible', { exact: true }).elements()).toHaveLength(2)
  const notes = page.getByRole('list', { name: 'Conviene saber' }).element().textContent
  for (const note of ['Los cambios se aplican de inmediato.', 'Los correos críticos de seguridad se envían siempre.'])
    expect(notes).toContain(note)
  expect(notes).toContain('safo@alejandria.example')

  stopTimers()
  await posts.click()
  const isShown = () => updated.query() !== null
  await soon(isShown)
  await expect.element(posts).not.toBeChecked()
  expect(stored()).toEqual({ ...emailPreferences, new_posts: false })
  await passes(2800)
  expect(isShown()).toBe(true)
  await passes(250)
  await soon(() => !isShown())
})

const failures = withAndWithoutReason('Error al actualizar las preferencias')
test.each(failures)('a switch that can’t be saved (%s) is restored, with an error beside it', async (detail, shown) => {
  const { write, stored } = await openPanel()
  const held = holdBack(preferences.update)
  nowAnswer(held.handler, refuse(preferences.update, 500, detail))
  await posts.click()
  await expect.element(posts).not.toBeChecked()
  held.release()
  await expect.element(posts).toBeChecked()
  const row = panel.getByRole('listitem').filter({ has: page.getByRole('switch', { name: 'Nuevos posts' }) })
  await expect.element(row.getByRole('alert')).toHaveTextContent(shown)
  await expect.element(updated).not.toBeInTheDocument()
  nowAnswer(write)
  await posts.click()
  await expect.element(updated).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  expect(stored()).toEqual({ ...emailPreferences, new_posts: false })
})

test('quick toggles are sent one after the other, and the last choice is stored', async () => {
  const { stored } = await openPanel()
  const held = holdBack(preferences.update)
  nowAnswer(held.handler)
  for (const isOn of [false, true, false]) {
    await posts.click()
    await expect.poll(() => (posts.element() as HTMLInputElement).checked).toBe(isOn)
  }
  await notices.click()
  await expect.poll(() => sentTo(preferences.update)).toEqual([{ new_posts: false }])
  held.release()
  await expect.element(updated).toBeVisible()
  await expect.poll(() => sentTo(preferences.update).length).toBe(4)
  await expect.poll(stored).toEqual({ ...emailPreferences, new_posts: false, admin_notifications: false })
  await expect.element(posts).not.toBeChecked()
  await expect.element(notices).not.toBeChecked()
})

test('if the first of two quick toggles fails, the second is stored and no error is shown', async () => {
  const { write, stored } = await openPanel()
  const held = holdBack(preferences.update)
  nowAnswer(held.handler, refuse(preferences.update, 500))
  await posts.click()
  await expect.poll(() => sentTo(preferences.update).length).toBe(1)
  nowAnswer(write)
  await posts.click()
  held.release()
  await expect.element(updated).toBeVisible()
  await expect.element(posts).toBeChecked()
  await expect.element(alert).not.toBeInTheDocument()
  expect(stored()).toEqual(emailPreferences)
})

test('the panel says that it is loading or failed, and loads after a retry, which leaves the focus before it; Space and Tab go on from there', async () => {
  const held = holdBack(preferences.read)
  await openPage(path, { answers: [held.handler, refuse(preferences.read, 500, 'Hoy no se lee nada.')] })
  await expect.element(page.getByText('Cargando preferencias...')).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
  held.release()
  await expect.element(alert.getByText('Hoy no se lee nada.')).toBeVisible()
  nowAnswer(refuse(preferences.read, 500))
  const retry = alert.getByRole('button', { name: 'Reintentar' })
  await retry.click()
  await expect.element(alert.getByText('Error al cargar las preferencias de email')).toBeVisible()
  nowAnswer(answer(preferences.read, emailPreferences), answer(preferences.update, emailPreferences))
  await retry.click()
  await expect.element(posts).toBeChecked()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByText('Cargando preferencias...')).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(posts).toHaveFocus()
  await userEvent.keyboard(' {Tab}')
  await expect.poll(() => sentTo(preferences.update)).toEqual([{ new_posts: false }])
  await expect.element(notices).toHaveFocus()
})

test.each(['desktop', 'narrow'] as const)('the panel is accessible on %s after success and failure', async (screen) => {
  const { write } = await openPanel(screen)
  nowAnswer(refuse(preferences.update, 500))
  await notices.click()
  await expect.element(alert).toBeVisible()
  stopTimers()
  nowAnswer(write)
  await posts.click()
  await soon(() => updated.query() !== null)
  vi.useRealTimers() // the message stays
  await expectAccessible('preferences')
})
