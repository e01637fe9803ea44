// Dangerous calls ask again for the password in a dialog, above whatever is open, and lose nothing. Which calls they are:
// tests/server/auth/step-up.test.ts.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passkeys } from '../../../contract/auth/passkeys.ts'
import { auth, confirmation } from '../../../contract/auth.ts'
import { presence } from '../../../contract/presence.ts'
import { users } from '../../../contract/users.ts'
import { loadedQueryClient } from '../../../web/api/loaded-query-client.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, expectInConsole, hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { account, adminAnswers } from './admin-answers.ts'

const teofrasto = account(9, 'Teofrasto')
const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
const password = dialog.getByLabelText('Tu contraseña')
const editor = page.getByRole('dialog', { name: 'Edit User' })
const save = editor.getByRole('button', { name: 'Guardar cambios' })

/** Types another phone into an account, whose change needs a confirmation. */
async function editPhone(hasPasskey = false) {
  const passkey = { id: idOf(50), name: 'El móvil', created_at: earlier, last_used_at: null, is_synced: false }
  const answers = [
    answer(passkeys.list, { has_password: true, passkeys: hasPasskey ? [passkey] : [] }),
    refuse(users.update, 403, 'Tienes que confirmar antes que eres tú.', 'not_confirmed'),
    ...adminAnswers(teofrasto),
  ]
  await openPage('/admin', { as: hipatia, answers })
  await page.getByRole('row').filter({ hasText: 'Teofrasto' }).getByRole('button', { name: 'Edit' }).click()
  await editor.getByLabelText('Phone').fill('611 222 333')
}

test('cancelled, by the button or Escape, the form says so and keeps what was typed, but not the password', async () => {
  const asked = 'Para hacer esto hace falta tu contraseña otra vez. Lo que has escrito sigue donde estaba.'
  const cancelled = 'No se ha hecho: hacía falta tu contraseña. Puedes volver a intentarlo.'
  await editPhone()
  for (const cancel of [
    () => dialog.getByRole('button', { name: 'Cancelar' }).click(),
    () => userEvent.keyboard('{Escape}'),
  ]) {
    await save.click()
    await expect.element(dialog).toHaveAccessibleDescription(asked)
    await expect.element(password).toHaveFocus()
    await expect.element(password).toHaveValue('')
    await password.fill('a medias')
    await cancel()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(editor.getByRole('alert')).toHaveTextContent(cancelled)
    await expect.element(editor.getByLabelText('Phone')).toHaveValue('611 222 333')
  }
  await save.click()
  await expect.element(dialog).toBeVisible()
  await expectAccessible('the confirmation')
})

test('a wrong password is told at its field; after the right one the same call is repeated once', async () => {
  await editPhone()
  await save.click()
  nowAnswer(refuse(confirmation.confirm, 400, 'La contraseña actual no es correcta.', 'wrong_current_password'))
  await password.fill('no es esta')
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expect.element(password).toHaveFocus()
  nowAnswer(answer(confirmation.confirm, undefined), answer(users.update, { ...teofrasto, phone: '611 222 333' }))
  await password.fill('la clave de Hipatia')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => sentTo(confirmation.confirm).at(-1)).toEqual({ password: 'la clave de Hipatia' })
  await expect.poll(() => sentTo(users.update)).toMatchObject([{ phone: '611 222 333' }, { phone: '611 222 333' }])
  const [first, second] = sentTo(users.update)
  expect(second).toEqual(first)
})

test('whoever has a passkey may use it; one that is cancelled in the browser is told, and the password stays', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await editPhone(true)
  await save.click()
  const use = dialog.getByRole('button', { name: 'Usar una llave de acceso' })
  const challenge = { challenge: 'abc', rpId: 'localhost', timeout: 1000, allowCredentials: [] }
  nowAnswer(answer(passkeys.beginConfirming, { ...challenge, userVerification: 'required' }))
  await password.fill('a medias')
  await use.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('No se ha usado ninguna llave')
  await expect.element(password).toHaveValue('a medias')
  await expectAccessible('the confirmation with a passkey')
})

test('a session that ends meanwhile is begun again, which confirms as well', async () => {
  expectInConsole(/^warn: online users/)
  await editPhone()
  await save.click()
  await password.fill('la clave de Hipatia')
  nowAnswer(refuse(presence.list, 401, 'Inicia sesión.', 'unauthenticated'))
  await loadedQueryClient.get()?.invalidateQueries({ queryKey: ['presence', 'online'] })
  const login = page.getByRole('dialog', { name: 'Login' })
  await expect.element(login).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  nowAnswer(answer(presence.list, { online_users: [] }), answer(users.update, { ...teofrasto, phone: '611 222 333' }))
  nowAnswer(answer(auth.login, { access_token: 'another', user: hipatia }))
  await login.getByRole('textbox', { name: 'Name' }).fill('Hipatia')
  await login.getByRole('textbox', { name: 'Password' }).fill('la clave de Hipatia')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sentTo(users.update)).toHaveLength(2)
  await expect.element(editor).not.toBeInTheDocument()
  expect(sentTo(confirmation.confirm)).toEqual([])
})
