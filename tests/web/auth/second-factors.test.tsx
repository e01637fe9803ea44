// A second factor: one that is demanded, lost ones of others, and recovery codes, which are shown once.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { factorDemand, factors } from '../../../contract/auth/factors.ts'
import { passkeys } from '../../../contract/auth/passkeys.ts'
import { passwordLinks } from '../../../contract/auth/password-links.ts'
import { presence } from '../../../contract/presence.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply } from '../../support/web/dialogs.ts'
import { earlier, expectInConsole, hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { accountAnswers, noFactors } from '../account/account-answers.ts'
import { account, adminAnswers, nothingDemanded } from './admin-answers.ts'

const from = '2099-03-01T00:00:00.000Z'
const mustAdd = 'En esta comunidad hace falta un segundo paso al entrar. En cuanto lo añadas podrás seguir.'
const section = page.getByRole('region', { name: 'Segundo paso obligatorio' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

test('Hipatia chooses from which day; a missing day and a refusal are told, and then it says who has none', async () => {
  const telesila = account(8, 'Telesila', { has_second_factor: null })
  await openPage('/admin', { as: hipatia, answers: adminAnswers(account(9, 'Safo'), telesila) })
  await expect.element(section).toMatchTextContent('No se pide a nadie: cada persona decide si lo añade.')
  expect(page.getByText('Sin segundo paso').elements()).toEqual([])
  await section.getByRole('button', { name: 'Cambiar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedir un segundo paso' })
  await dialog.getByLabelText('A quién se pide').selectOptions('A todos')
  const day = dialog.getByLabelText('Desde el día')
  await day.fill('')
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect.element(day).toHaveAccessibleDescription(/Elige el día\./)
  expect(sentTo(factorDemand.set)).toEqual([])
  await day.fill('2099-03-01')
  const said = 'Antes de pedirlo a los demás, añade tu propio segundo paso en tu cuenta.'
  nowAnswer(refuse(factorDemand.set, 409, said, 'own_factor_first'))
  await save.click()
  await expect.element(dialog).toMatchTextContent(said)
  await expectAccessible('the dialog of the demand')
  const demanded = { ...nothingDemanded, everybody_from: new Date('2099-03-01T00:00').toISOString() }
  nowAnswer(answer(factorDemand.set, demanded), answer(factorDemand.read, demanded))
  await save.click()
  await expect.element(section).toMatchTextContent('Se pedirá a todos desde el 1 de marzo de 2099.')
  await expect.element(rowOf('Safo')).toMatchTextContent('Sin segundo paso')
  await expect.element(rowOf('hipatia@')).not.toMatchTextContent('Sin segundo paso')
  await expect.element(rowOf('Telesila')).not.toMatchTextContent('Sin segundo paso')
  await section.getByRole('button', { name: 'Ver quiénes' }).click()
  await expect.poll(() => location.search).toContain('second_factor=without')
})

test('somebody who has yet to add one reads the day on the home page, which leads to the account, and there', async () => {
  const answers = [answer(factors.read, { ...noFactors, demanded_from: from }), ...accountAnswers()]
  await openPage('/home', { as: { ...safo, factor_demanded_from: from }, screen: 'narrow', answers })
  const notice = page.getByRole('status').filter({ hasText: 'Desde el 1 de marzo de 2099 hará falta un segundo paso' })
  await expect.element(notice).toBeVisible()
  await expectAccessible('the day on the home page')
  await expect.element(notice.getByRole('link', { name: 'Ir a mi cuenta' })).toHaveAttribute('href', '/account')
  await openPage('/account', { screen: 'phone', answers })
  const own = page.getByRole('region', { name: 'Segundo paso al entrar' })
  await expect.element(own).toMatchTextContent('Desde el 1 de marzo de 2099 hará falta')
  await expectAccessible('the day in the account')
  await openPage('/home', { as: hipatia })
  await expect.element(page.getByRole('banner').first()).toMatchTextContent('Hipatia')
  expect(page.getByText(/hará falta un segundo paso/).elements()).toEqual([])
})

test('on the day the page that somebody has open becomes the one for adding it, and other areas say why they are closed', async () => {
  expectInConsole(/^warn: (heartbeat|online users)/)
  const demanded = 'En esta comunidad hace falta un segundo paso al entrar.'
  const read = answer(factors.read, { ...noFactors, demanded_from: earlier })
  const refused = refuse(presence.heartbeat, 403, demanded, 'second_factor_demanded')
  const answers = [refused, read, answer(passkeys.list, { passkeys: [], has_password: true })]
  await openPage('/home', { screen: 'narrow', answers })
  await expect.element(page.getByText(mustAdd)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Añade un segundo paso')
  const blog = page.getByRole('link', { name: /^Blog/ })
  await expect.element(blog).toHaveAccessibleDescription('Añade antes tu segundo paso')
  await expectAccessible('the page of a demanded factor')
})

test('Hipatia takes lost factors of others away, is told what they need then, and has no such button for herself', async () => {
  const dora = account(9, 'Dora', { has_second_factor: true })
  const erifanis = account(10, 'Erifanis', { has_second_factor: true, is_active: false })
  await openPage('/admin', { as: hipatia, answers: adminAnswers(dora, erifanis) })
  const editor = page.getByRole('dialog', { name: 'Edit User' })
  const take = editor.getByRole('button', { name: 'Quitar segundo paso' })
  const edit = (name: string) => rowOf(name).getByRole('button', { name: 'Edit' }).click()
  await edit('hipatia@')
  await expect.element(editor.getByLabelText('Name')).toBeVisible()
  expect(take.elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  const without =
    '«Erifanis» ya no tiene segundo paso, y tampoco contraseña. Cuando actives su cuenta, vuelve aquí y crea un enlace para que elija una.'
  for (const [name, asked, outcome] of [
    ['Dora', 'Podrá entrar solo con su contraseña hasta que añada otro', '«Dora» ya no tiene segundo paso.'],
    ['Erifanis', 'si no tiene contraseña, entonces podrás crear un enlace para que la elija', without],
  ] as const) {
    nowAnswer(answer(factors.takeAway, { has_password: name === 'Dora', link: null }))
    await edit(name)
    await take.click()
    const question = page.getByRole('alertdialog', { name: `¿Quitar el segundo paso de «${name}»?` })
    await expect.element(question).toMatchTextContent(asked)
    await question.getByRole('button', { name: 'Quitar' }).click()
    await expect.element(editor.getByText(outcome)).toHaveFocus()
    await expect.element(take).not.toBeInTheDocument()
    await expectAccessible('the dialog after a factor was taken away')
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
  }
  await edit('Dora')
  nowAnswer(answer(passwordLinks.createFor, { path: '/password/abc', expires_at: earlier }))
  await editor.getByRole('button', { name: 'Crear enlace para una contraseña nueva' }).click()
  await expect.element(editor.getByRole('textbox', { name: 'Enlace' })).toHaveValue(`${location.origin}/password/abc`)
  await expectAccessible('a link in the form of a user')
})

test('recovery codes that can’t be copied are selected for the keyboard, and that is said until they are copied', async () => {
  const codes = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2']
  const withApp = { ...noFactors, totp_since: earlier, recovery_codes_left: 3, has_factor: true }
  const renewed = answer(factors.renewCodes, { recovery_codes: codes })
  const answers = [answer(factors.read, withApp), renewed, ...accountAnswers()]
  await openPage('/account', { screen: 'narrow', answers })
  const own = page.getByRole('region', { name: 'Segundo paso al entrar' })
  await own.getByRole('button', { name: 'Crear otros' }).click()
  await reply('Los que tenías dejarán de valer, y tus otras sesiones se cerrarán.', 'Crear diez códigos')
  const modal = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  const alert = modal.getByRole('alert')
  await expect.element(modal.getByRole('list', { name: 'Códigos de recuperación' })).toHaveFocus()
  expect(alert.elements()).toEqual([])

  const copy = modal.getByRole('button', { name: 'Copiar' })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await copy.click()
  const failure = 'No se han podido copiar. Están seleccionados: cópialos con el teclado o el menú.'
  await expect.element(alert).toMatchTextContent(failure)
  for (const code of codes) expect(getSelection()?.toString()).toContain(code)
  await expect.element(copy).toBeVisible()
  await expectAccessible('recovery codes that were not copied')

  writeText.mockResolvedValueOnce(undefined)
  await copy.click()
  await expect.element(modal.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(writeText).toHaveBeenLastCalledWith(codes.join('\n'))
  expect(alert.elements()).toEqual([])
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  await expect.element(modal).not.toBeInTheDocument()
})
