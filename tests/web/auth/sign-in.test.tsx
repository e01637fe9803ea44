// The login modal: its fields, its failures, its second step, and a passkey that isn't used.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passkeys } from '../../../contract/auth/passkeys.ts'
import { passwordLinks } from '../../../contract/auth/password-links.ts'
import { auth } from '../../../contract/auth.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { everyPage, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, loseAnswer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { besidesPost, etag, heading, post } from '../posts/posts.ts'

const banner = page.getByRole('banner').first()
const opener = banner.getByRole('button', { name: 'Iniciar Sesión' })
const modal = page.getByRole('dialog', { name: 'Login' })
const name = modal.getByRole('textbox', { name: 'Name' })
const password = modal.getByRole('textbox', { name: 'Password' })
const send = modal.getByRole('button', { name: 'Login' })
const alert = modal.getByRole('alert')

async function openModal(screen: 'desktop' | 'narrow' = 'desktop') {
  await openPage('/home', { as: null, screen, answers: everyPage(safo) })
  await opener.click()
  await expect.element(name).toHaveFocus()
}
async function enter() {
  await name.fill('Safo')
  await password.fill('la clave de Safo')
  await send.click()
}
const accepted = answer(auth.login, { access_token: 'token', user: safo })
const needs = (...factors: ('app' | 'passkey')[]) =>
  refuse(auth.login, 401, 'Falta el segundo paso: escribe un código.', 'second_factor_required', { factors })

test('the modal needs both fields, shows the password on request, and is sent only once', async () => {
  await openModal()
  await send.click()
  await expect.element(name).toHaveFocus()
  await name.fill('Safo')
  await send.click()
  await expect.element(password).toHaveFocus()
  expect(sentTo(auth.login)).toEqual([])
  await password.fill('la clave de Safo')
  await modal.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveValue('la clave de Safo')
  await modal.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')

  const late = holdBack(auth.login)
  nowAnswer(late.handler, accepted)
  await send.click()
  await modal.getByRole('button', { name: 'Logging in...' }).click({ force: true })
  password.element().focus()
  await userEvent.keyboard('{Enter}')
  late.release()
  await expect.element(modal).not.toBeInTheDocument()
  await expect.element(banner).toMatchTextContent('Bienvenida/o, Safo')
  await expect.poll(() => sentTo(auth.login)).toEqual([{ name: 'Safo', password: 'la clave de Safo', keep: true }])
})

test('the session is kept on the device unless Safo says that it isn’t hers', async () => {
  const keep = modal.getByRole('checkbox', { name: 'Mantener la sesión en este dispositivo' })
  for (const isKept of [true, false]) {
    await openModal('narrow')
    await expect.element(keep).toBeChecked()
    await expect.element(keep).toHaveAccessibleDescription('Desmárcala si el dispositivo no es tuyo.')
    if (!isKept) await keep.click()
    nowAnswer(accepted)
    await enter()
    await expect.element(banner).toMatchTextContent('Bienvenida/o, Safo')
    await expect.poll(() => sentTo(auth.login).at(-1)).toMatchObject({ keep: isKept })
    const [storage, other] = isKept ? [localStorage, sessionStorage] : [sessionStorage, localStorage]
    expect([storage.getItem('auth_token'), other.getItem('auth_token')]).toEqual(['token', null])
  }
})

test('at the address of a post Safo signs in, and its heading has the focus: pressed again, Enter signs nobody out', async () => {
  const read = holdBack(posts.read)
  const answers = [accepted, answer(auth.logout, undefined), read.handler, ...besidesPost, ...everyPage(safo)]
  await openPage(`/blog/${post.id}`, { as: null, answers: [...answers, answer(posts.read, post, etag)] })
  await expect.element(page.getByText('Debes iniciar sesión para ver este post.')).toBeVisible()
  await opener.click()
  await enter()
  // the modal has closed when the post comes
  await expect.element(modal).not.toBeInTheDocument()
  read.release()
  await expect.element(heading()).toHaveTextContent(post.title)
  await expect.element(heading()).toHaveFocus()
  expect(location.pathname).toBe(`/blog/${post.id}`)
  await userEvent.keyboard('{Enter}')
  expect(sentTo(auth.logout)).toEqual([])
  await banner.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect.element(opener).toBeVisible()
  await expect.element(heading()).toHaveFocus()
})

test('a refused sign-in is told in the server’s words or else ours, and stores nothing; Escape and a button close the modal', async () => {
  await openModal()
  const wrong = 'El nombre o la contraseña no son correctos.'
  for (const [refusal, said] of [
    [refuse(auth.login, 401, wrong, 'wrong_credentials'), `${wrong}Tu nombre completo, como lo firmas, o tu correo.`],
    [refuse(auth.login, 500), 'Login failed'],
    [loseAnswer(auth.login), 'Login failed'],
  ] as const) {
    nowAnswer(refusal)
    await enter()
    await expect.element(alert).toHaveTextContent(said)
  }
  await expect.element(name).toHaveValue('Safo')
  expect({ ...sessionStorage, ...localStorage }).toEqual({})
  await userEvent.keyboard('{Escape}')
  await expect.element(modal).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.element(modal).toBeVisible()
  expect(alert.elements()).toEqual([])
  await modal.getByRole('button', { name: 'Cerrar' }).click()
  await expect.element(modal).not.toBeInTheDocument()
})

test('after a right password the app’s code is asked for; a wrong one is told, and back leads to an empty password', async () => {
  await openModal('narrow')
  nowAnswer(needs('app'))
  await enter()
  const code = modal.getByLabelText('Código')
  await expect.element(code).toHaveFocus()
  await expectAccessible('the second step')
  nowAnswer(refuse(auth.login, 401, 'Ese código no vale.', 'wrong_code'))
  await code.fill('abcd-efgh-jkmn')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toMatchTextContent('Ese código no vale.')
  await expect.poll(() => sentTo(auth.login).at(-1)).toMatchObject({ code: 'abcd-efgh-jkmn' })
  await modal.getByRole('button', { name: 'Volver' }).click()
  await expect.element(name).toHaveValue('Safo')
  await expect.element(password).toHaveValue('')
})

test('a passkey that is cancelled in the browser is told, and the password still leads on', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await openModal()
  const passkey = modal.getByRole('button', { name: 'Entrar con una llave de acceso' })
  const challenge = { challenge: 'abc', rpId: 'localhost', timeout: 1000, allowCredentials: [] }
  nowAnswer(answer(passkeys.beginSignIn, { ...challenge, userVerification: 'required' }), needs('passkey'))
  await passkey.click()
  await expect.element(alert).toMatchTextContent('No se ha usado ninguna llave')
  await enter()
  await expect.element(modal).toMatchTextContent('Falta tu llave de acceso o un código de recuperación.')
  await expect.element(passkey).toHaveFocus()
  expect(modal.getByLabelText('Código').elements()).toEqual([])
  await expectAccessible('the second step with a passkey')
})

test('who forgot the password asks for a link under the name that was typed, and comes back', async () => {
  await openModal('narrow')
  await name.fill('ana')
  const forgotten = modal.getByRole('button', { name: '¿Has olvidado tu contraseña?' })
  await forgotten.click()
  const request = page.getByRole('dialog', { name: 'Una contraseña nueva' })
  await expect.element(request.getByLabelText('Nombre o correo')).toHaveFocus()
  await expect.element(request.getByLabelText('Nombre o correo')).toHaveValue('ana')
  const message = 'Si la cuenta existe, te llegará un correo con un enlace.'
  nowAnswer(answer(passwordLinks.request, { message, is_mailed: true }))
  const ask = request.getByRole('button', { name: 'Pedir el enlace' })
  await ask.click()
  await expect.element(request.getByRole('status')).toHaveTextContent(message)
  await expect.poll(() => sentTo(passwordLinks.request)).toEqual([{ name: 'ana' }])
  await expectAccessible('the request for a link')
  // nothing more can be asked for where no mail goes out
  const denied = 'Esta comunidad no envía correos. Pide a quien la administra un enlace.'
  nowAnswer(answer(passwordLinks.request, { message: denied, is_mailed: false }))
  await ask.click()
  await expect.element(request.getByText(denied)).toHaveFocus()
  await expect.element(ask).not.toBeInTheDocument()
  await request.getByRole('button', { name: 'Volver' }).click()
  await expect.element(forgotten).toHaveFocus()
})
