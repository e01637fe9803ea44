// The pages of links: of an invitation, for another password, and of a mail about a new device.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { devices, invitations, passwordLinks } from '../../../contract/auth/password-links.ts'
import { auth } from '../../../contract/auth.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, idOf, openPage, personNamed, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'

const token = 'x'.repeat(43)
const expires_at = earlier
const main = page.getByRole('main')
const field = (name: string) => main.getByLabelText(name)

test('who is invited reads by whom, and is told of a short, a common and a mistyped password at its field', async () => {
  const answers = [answer(invitations.read, { name: 'Safo', invited_by: 'Hipatia', expires_at })]
  await openPage(`/invitation/${token}`, { as: null, screen: 'narrow', answers })
  await expect.element(main.getByText('Hola, Safo: Hipatia te invita a esta biblioteca.')).toBeVisible()
  await expectAccessible('an invitation')
  const [password, again] = [field('Contraseña'), field('Repite la contraseña')]
  const send = main.getByRole('button', { name: 'Entrar en Alejandría' })
  await password.fill('corta')
  await again.fill('corta')
  await send.click()
  await expect.element(main.getByText('La contraseña tiene que tener al menos 8 caracteres')).toBeVisible()
  await password.fill('la lira de Lesbos')
  await expect.element(password).toHaveAccessibleDescription('Al menos 8 caracteres. Solo la sabrás tú. Fuerza: buena.')
  await send.click()
  await expect.element(main.getByText('Las dos contraseñas no son iguales')).toBeVisible()
  expect(sentTo(invitations.accept)).toEqual([])
  await again.fill('la lira de Lesbos')
  const errors = [{ field: 'password', message: 'Esa contraseña es una de las más usadas' }]
  nowAnswer(refuse(invitations.accept, 422, 'No', 'not_valid', { errors }))
  await send.click()
  await expect.element(main.getByText('Esa contraseña es una de las más usadas')).toBeVisible()
  await expect.element(password).toHaveFocus()
})

test.each([
  ['/invitation', invitations.read, 'Esta invitación ya no vale. Pide otra a quien te invitó.'],
  ['/password', passwordLinks.read, 'Este enlace ya no vale.'],
  ['/not-me', devices.readAlarm, 'Este enlace ya no vale: ya se usó o ha pasado demasiado tiempo.'],
] as const)('a link of %s that has ended says so', async (path, row, said) => {
  await openPage(`${path}/${token}`, { as: null, answers: [refuse(row, 410, said, 'link_ended')] })
  await expect.element(main.getByText(said)).toBeVisible()
  await expectAccessible(`${path} that has ended`)
})

test('where somebody else is signed in, the page says whose account the link is for, and ends that session', async () => {
  const carmen = personNamed('Carmen', idOf(9))
  const answers = [
    answer(passwordLinks.read, { name: 'Carmen', expires_at }),
    answer(passwordLinks.accept, { access_token: 'another', user: carmen }),
    answer(auth.logout, undefined),
  ]
  await openPage(`/password/${token}`, { answers })
  const notice = main.getByRole('status').filter({ hasText: 'En este navegador ha entrado «Safo»' })
  const said = 'Al terminar se cerrará esa sesión, y este navegador pasará a la cuenta de «Carmen».'
  await expect.element(notice).toMatchTextContent(said)
  await expectAccessible('a link for somebody else')
  await field('Contraseña nueva').fill('un papiro nuevo')
  await field('Repite la contraseña').fill('un papiro nuevo')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('banner').first()).toMatchTextContent('Carmen')
  await expect.poll(() => sentTo(auth.logout)).toHaveLength(1)
  expect(localStorage.getItem('auth_token')).toBe('another')
})

test('a mail’s button ‘it wasn’t me’ needs the name of the account, and leads on to another password', async () => {
  const answers = [
    answer(devices.readAlarm, { name: 'Safo', expires_at }),
    answer(passwordLinks.read, { name: 'Safo', expires_at }),
  ]
  await openPage(`/not-me/${token}`, { as: safo, screen: 'narrow', answers })
  await expect.element(main.getByText(/^Hola, Safo: si no fuiste tú quien entró en tu cuenta/)).toBeVisible()
  await expect.element(main.getByRole('listitem').first()).toMatchTextContent('Se cierran todas tus sesiones')
  const name = field('Tu nombre')
  const button = main.getByRole('button', { name: 'No he sido yo' })
  await button.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/Escribe tu nombre$/)
  expect(sentTo(devices.disown)).toEqual([])
  const wrong = 'Ese no es el nombre de esta cuenta. Escríbelo como aparece arriba.'
  nowAnswer(refuse(devices.disown, 422, wrong, 'not_valid', { errors: [{ field: 'name', message: wrong }] }))
  await name.fill('Bruno')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription(new RegExp(`${wrong}$`))
  await expect.element(name).toHaveValue('Bruno')
  await expectAccessible('a wrong name')
  nowAnswer(answer(devices.disown, { path: `/password/${token}` }))
  await name.fill('safo')
  await button.click()
  // also where the person is signed in, whose session has ended by that
  await expect.element(main.getByText('Hola, Safo: elige la contraseña con la que entrarás desde ahora.')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(sessionStorage.getItem('auth_token')).toBeNull()
  await expect.poll(() => sentTo(devices.disown).at(-1)).toEqual({ token, name: 'safo' })
})
