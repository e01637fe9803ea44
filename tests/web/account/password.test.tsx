// The account page (SPEC §2 'Account', §5, §8, §9): identity and the change of the password. Which passwords are taken:
// tests/server/auth/password-change.test.ts.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { loadedQueryClient } from '../../../web/api/loaded-query-client.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, loseAnswer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { accountAnswers } from './account-answers.ts'

const openAccount = (as = safo, screen: 'desktop' | 'narrow' = 'desktop') =>
  openPage('/account', { as, screen, answers: accountAnswers() })
const tab = page.getByRole('tab', { name: 'Cambiar Contraseña', exact: true })
const panel = page.getByRole('tabpanel')
const modal = page.getByRole('dialog', { name: 'Cambiar Contraseña' })
const field = (name: string) => modal.getByRole('textbox', { name, exact: true })
const [current, next, again] = [
  field('Contraseña actual'),
  field('Contraseña nueva'),
  field('Repite la contraseña nueva'),
]
const send = modal.getByRole('button', { name: 'Cambiar la contraseña', exact: true })
const done = modal.getByText('Tu contraseña ha cambiado.')
const changed = answer(auth.changePassword, { message: 'Hecho' })
/** What the page keeps of the changes that it has asked for. */
const kept = () => JSON.stringify(loadedQueryClient.get()?.getMutationCache().getAll())

async function typeIn(old: string, wanted: string, repeated = wanted) {
  await current.fill(old)
  await next.fill(wanted)
  await again.fill(repeated)
  await send.click()
}

test('the account shows name, address and role; a press on the password tab opens the modal, arrow keys describe it', async () => {
  await openAccount()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Administrar Cuenta')
  const main = page.getByRole('main')
  for (const text of ['Safo', 'safo@alejandria.example', 'Miembro'])
    await expect.element(main.getByText(text, { exact: true })).toBeVisible()
  expect(textsOf(page.getByRole('tab'))).toEqual(['Preferencias de Email', 'Cambiar Contraseña'])
  await expect.element(page.getByRole('tab', { selected: true })).toMatchTextContent('Preferencias de Email')
  await tab.click()
  await expect.element(current).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(modal).not.toBeInTheDocument()
  await expect.element(tab).toHaveFocus()

  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => panel.getByRole('switch').elements().length).toBe(4)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel).toMatchTextContent('Para cambiarla necesitas la actual.')
  await expect.element(modal).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(modal)
    .toHaveAccessibleDescription('Al cambiarla se cierran tus otras sesiones. Esta sigue abierta.')
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(tab).toHaveFocus()

  const opener = panel.getByRole('button', { name: 'Cambiar la contraseña' })
  await opener.click()
  await modal.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect.element(opener).toHaveFocus()
  await openAccount(hipatia)
  await expect.element(main.getByText('Admin', { exact: true })).toBeVisible()
})

test('a mistake, or what the server refuses, is said at its field or below the form, and no password is kept', async () => {
  await openAccount()
  await tab.click()
  for (const [old, wanted, repeated, wrong, said] of [
    ['la de siempre', 'un papiro nuevo', 'un papiro viejo', again, 'New passwords do not match'],
    ['la de siempre', 'un papiro nuevo', '', again, 'New passwords do not match'],
    ['la de siempre', 'corta', 'corta', next, 'New password must be at least 6 characters long'],
    ['corta', 'corta', 'corta', next, 'New password must be at least 6 characters long'],
    [...Array(3).fill('la de siempre'), next, 'New password must be different from current password'],
    ['', 'un papiro nuevo', 'un papiro nuevo', current, 'La contraseña actual es requerida'],
  ] as [string, string, string, typeof next, string][]) {
    await typeIn(old, wanted, repeated)
    await expect.element(wrong).toHaveAccessibleDescription(new RegExp(`${said}$`))
    await expect.element(wrong).toHaveAttribute('aria-invalid', 'true')
    await expect.element(wrong).toHaveFocus()
  }
  await expectAccessible('the form with an error')
  await current.fill('x')
  await expect.element(modal.getByText('La contraseña actual es requerida')).not.toBeInTheDocument()
  expect(sentTo(auth.changePassword)).toEqual([])

  await userEvent.keyboard('{Escape}')
  await tab.click()
  for (const one of [current, next, again]) await expect.element(one).toHaveValue('')

  nowAnswer(refuse(auth.changePassword, 400, 'La contraseña actual no es correcta.', 'wrong_current_password'))
  await typeIn('no es esta', 'un papiro nuevo')
  await expect.element(current).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expect.element(current).toHaveFocus()
  const errors = [{ field: 'new_password', message: 'Es de las más usadas' }]
  nowAnswer(refuse(auth.changePassword, 422, 'No', 'not_valid', { errors }))
  await send.click()
  await expect.element(next).toHaveAccessibleDescription(/Es de las más usadas$/)
  for (const [refusal, said] of [
    [refuse(auth.changePassword, 500, 'Hoy no se cambia nada.'), 'Hoy no se cambia nada.'],
    [refuse(auth.changePassword, 500), 'Failed to change password'],
    [loseAnswer(auth.changePassword), 'Failed to change password'],
  ] as const) {
    nowAnswer(refusal)
    await send.click()
    await expect.element(modal.getByRole('alert')).toMatchTextContent(said)
  }
  await expect.element(next).toHaveValue('un papiro nuevo')
  expect(kept()).toContain('un papiro nuevo')
  await userEvent.keyboard('{Escape}')
  await expect.element(modal).not.toBeInTheDocument()
  await expect.poll(kept).not.toContain('papiro')

  nowAnswer(changed)
  await tab.click()
  await typeIn('la de siempre', 'un papiro nuevo')
  await expect.element(done).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(modal).not.toBeInTheDocument()
  await expect.poll(kept).not.toContain('papiro')
})

test('a pending change is sent once and keeps the modal open, which closes two seconds after it', async () => {
  await openAccount()
  await tab.click()
  const [fields, name] = [[current, next, again], modal.element().querySelector('[autocomplete=username]')]
  expect(fields.map((one) => one.element().getAttribute('autocomplete'))).toEqual([
    ...['current-password', 'new-password', 'new-password'],
  ])
  expect(name).toHaveValue('Safo')
  await modal.getByRole('button', { name: 'Mostrar: Contraseña nueva' }).click()
  await expect.element(next).toHaveAttribute('type', 'text')
  await expect.element(current).toHaveAttribute('type', 'password')
  await modal.getByRole('button', { name: 'Ocultar: Contraseña nueva' }).click()
  await expect.element(next).toHaveAttribute('type', 'password')

  const late = holdBack(auth.changePassword)
  nowAnswer(late.handler, changed)
  await typeIn('la de siempre', 'un papiro nuevo')
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  again.element().focus()
  await userEvent.keyboard('{Enter}{Escape}')
  await expect.element(modal).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  late.release()
  // small steps, so that the request can finish in between
  await expect.poll(() => vi.advanceTimersByTimeAsync(1).then(() => done.query())).not.toBeNull()
  await expect.element(modal).toMatchTextContent('Tus otras sesiones se han cerrado.')
  await vi.advanceTimersByTimeAsync(1900)
  await expect.element(done).toBeVisible()
  await vi.advanceTimersByTimeAsync(150)
  vi.useRealTimers()
  await expect.element(modal).not.toBeInTheDocument()
  await expect.element(tab).toHaveFocus()
  await expect.poll(kept).not.toContain('papiro')
  await expect
    .poll(() => sentTo(auth.changePassword))
    .toEqual([{ current_password: 'la de siempre', new_password: 'un papiro nuevo' }])
  await tab.click()
  for (const one of [current, next, again]) await expect.element(one).toHaveValue('')
})

test('the account page and its modal fit on the smallest phone and are accessible', async () => {
  await openAccount(safo, 'narrow')
  await expect.poll(() => page.getByRole('switch').elements().length).toBe(4)
  await expect.element(page.getByText('Esta sesión', { exact: true })).toBeVisible()
  await expectAccessible('the account')
  await tab.click()
  await expect.element(modal).toBeVisible()
  await expectAccessible('the password')
})
