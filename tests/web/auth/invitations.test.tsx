// Invitations on the page /admin: one, sent again and taken back, and many at once.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { invitations } from '../../../contract/auth/password-links.ts'
import { users } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { earlier, hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { account, adminAnswers, ownAccount } from './admin-answers.ts'

const path = `/invitation/${'x'.repeat(43)}`
const sentFields = { path, expires_at: earlier, is_mailed: true }
const erina = account(9, 'Erina', { has_second_factor: null })
const invited = { id: erina.id, name: 'Erina', email: erina.email, invited_by: 'Hipatia', invited_at: earlier }

/** A device that shares, and what was shared. */
function stubSharing() {
  const shared: ShareData[] = []
  const share = async (data: ShareData) => void shared.push(data)
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  return shared
}

test('an invitation is sent again, and taken back, by the keyboard alone', async () => {
  const answers = [
    answer(invitations.list, [{ ...invited, expires_at: earlier, is_mailed: true }]),
    answer(invitations.renew, sentFields),
    ...adminAnswers(erina),
  ]
  await openPage('/admin', { as: hipatia, answers })
  const open = page.getByRole('region', { name: 'Invitaciones sin aceptar' })
  const again = open.getByRole('button', { name: 'Enviar otra vez' })
  const press = async (button: typeof again) => {
    await expect.element(button).toBeEnabled()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await press(again)
  const sent = page.getByRole('dialog', { name: 'La invitación de «Erina»' })
  await expect.element(sent.getByRole('textbox', { name: 'Enlace' })).toHaveValue(`${location.origin}${path}`)
  await expect.element(sent.getByRole('img', { name: /Código QR/ })).toBeVisible()
  // this page is at localhost
  await expect.element(sent).toMatchTextContent(`«${location.host}» solo existe en este ordenador`)
  await expectAccessible('the link of an invitation')
  await press(sent.getByRole('button', { name: 'Hecho' }))
  await expect.element(again).toHaveFocus()
  await press(open.getByRole('button', { name: 'Retirar' }))
  nowAnswer(answer(invitations.withdraw, undefined), answer(invitations.list, []), answer(users.list, [ownAccount]))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }))
  await expect.element(open).not.toBeInTheDocument()
  await expect.element(page.getByRole('row').filter({ hasText: 'Erina' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '1 usuario' })).toHaveFocus()
})

test('where no mail goes out the button of an invitation makes a new link, which a phone shares', async () => {
  const shared = stubSharing()
  const answers = [
    answer(invitations.list, [{ ...invited, expires_at: earlier, is_mailed: false }]),
    answer(invitations.renew, { ...sentFields, is_mailed: false }),
    ...adminAnswers(erina),
  ]
  await openPage('/admin', { as: hipatia, answers })
  await page.getByRole('button', { name: 'Enlace nuevo' }).click()
  const sent = page.getByRole('dialog', { name: 'La invitación de «Erina»' })
  await expect.element(sent).toMatchTextContent('Esta comunidad no envía correos: dale tú el enlace.')
  await sent.getByRole('button', { name: 'Compartir' }).click()
  expect(shared).toMatchObject([{ url: `${location.origin}${path}`, text: expect.stringMatching(/^Erina, te invito/) }])
  expect(page.getByRole('button', { name: 'Enviar otra vez' }).elements()).toEqual([])
})

test('a list with mistakes is corrected where it was pasted, kept while closed, and gives a link for each', async () => {
  const shared = stubSharing()
  await openPage('/admin', { as: hipatia, answers: adminAnswers() })
  const opener = page.getByRole('button', { name: 'Invitar a varias personas' })
  const dialog = page.getByRole('dialog', { name: 'Invitar a varias personas' })
  const list = dialog.getByLabelText('Lista de personas')
  const rows = dialog.getByRole('listitem')
  const said = dialog.getByRole('status')
  const send = (name = 'Invitar a 2 personas') => dialog.getByRole('button', { name, exact: true }).click()
  await opener.click()
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nErina; erina\nana; corina@tanagra.example')
  await expect.element(rows.nth(0)).toMatchTextContent('Safosafo@lesbos.example · 600 111 222')
  await expect.element(rows.nth(1)).toMatchTextContent('El correo no es una dirección válida')
  await expect.element(said).toHaveTextContent('3 personas, 1 con algo por corregir')
  await expectAccessible('a list with a mistake')
  // nobody is invited as long as one can't be
  await send('Invitar')
  const mistake = 'Hay una persona con algo por corregir en la lista. Todavía no se ha invitado a nadie.'
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(mistake)
  await expect.element(list).toHaveFocus()
  expect(sentTo(invitations.createList)).toEqual([])

  const refused = 'La lista tiene errores: no se ha invitado a nadie.'
  const errors = [{ field: 'people.1.name', message: 'Ya existe un usuario con ese nombre.' }]
  nowAnswer(refuse(invitations.createList, 422, refused, 'not_valid', { errors }))
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nana; corina@tanagra.example')
  await send()
  await expect.element(rows.nth(1)).toMatchTextContent('Ya existe un usuario con ese nombre.')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused)

  await list.fill('Telesila, telesila@lesbos.example')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(list).toHaveValue('Telesila, telesila@lesbos.example')
  // a file of a spreadsheet, not in UTF-8
  const lines = 'Nombre;Correo;Teléfono\r\n"Nóside";noside@locri.example;600 111 222\r\n'
  const csv = new Uint8Array([...lines].map((c) => c.charCodeAt(0)))
  const input = dialog.element().querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File([csv], 'socias.csv', { type: 'text/csv' }))
  await expect.element(rows.nth(1)).toMatchTextContent('Nósidenoside@locri.example · 600 111 222')
  const made = ['Telesila', 'Nóside'].map((name, index) => ({ name, ...sentFields, path: `${path}${index + 1}` }))
  nowAnswer(answer(invitations.createList, made))
  await send()
  const sent = page.getByRole('dialog', { name: '2 personas con invitación' })
  const address = `${location.origin}${path}`
  await expect.element(sent.getByLabelText('Enlaces')).toHaveValue(`Telesila: ${address}1\nNóside: ${address}2`)
  const people = [
    { name: 'Telesila', email: 'telesila@lesbos.example' },
    { name: 'Nóside', email: 'noside@locri.example', phone: '600 111 222' },
  ]
  await expect.poll(() => sentTo(invitations.createList).at(-1)).toMatchObject({ people })
  await expectAccessible('the links of a list')
  // one person's each, on a device that shares
  const toNoside = sent.getByRole('listitem').filter({ hasText: 'Nóside' })
  await toNoside.getByRole('button', { name: 'Compartir' }).click()
  const text = 'Nóside, te invito a Alejandría. Este enlace es solo para ti y vale una sola vez.'
  expect(shared).toEqual([{ url: `${address}2`, text }])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await toNoside.getByRole('button', { name: 'Copiar el enlace' }).click()
  expect(copied).toHaveBeenCalledWith(`${address}2`)
  await expect.poll(() => getSelection()?.toString()).toBe(`Nóside: ${address}2`)
  await expect.element(sent.getByText(/^No se ha podido copiar\. Está seleccionado/)).toBeVisible()
  await sent.getByRole('button', { name: 'Hecho' }).click()
  await expect.element(sent).not.toBeInTheDocument()
})
