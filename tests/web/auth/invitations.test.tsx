// Invitations on the page /admin: one, sent again and taken back, and many at once.
import { expect, test } from 'vitest'
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

test('an invitation is sent again, and taken back, by the keyboard alone', async () => {
  const invited = { id: erina.id, name: 'Erina', email: erina.email, invited_by: 'Hipatia' }
  const answers = [
    answer(invitations.list, [{ ...invited, invited_at: earlier, expires_at: earlier }]),
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

test('a list with mistakes is corrected where it was pasted, kept while closed, and gives a link for each', async () => {
  await openPage('/admin', { as: hipatia, answers: adminAnswers() })
  const opener = page.getByRole('button', { name: 'Invitar a varias personas' })
  const dialog = page.getByRole('dialog', { name: 'Invitar a varias personas' })
  const list = dialog.getByLabelText('Lista de personas')
  const rows = dialog.getByRole('listitem')
  const said = dialog.getByRole('status')
  const send = (count: number) => dialog.getByRole('button', { name: `Invitar a ${count} personas` }).click()
  await opener.click()
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nErina; erina\nana; corina@tanagra.example')
  await expect.element(rows.nth(0)).toMatchTextContent('Safosafo@lesbos.example · 600 111 222')
  await expect.element(rows.nth(1)).toMatchTextContent('El correo no es una dirección válida')
  await expect.element(said).toHaveTextContent('3 personas, 1 con algo por corregir')
  await expectAccessible('a list with a mistake')
  await send(3)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Hay una persona con algo por corregir en la lista. Todavía no se ha invitado a nadie.')
  await expect.element(list).toHaveFocus()
  expect(sentTo(invitations.createList)).toEqual([])

  const refused = 'La lista tiene errores: no se ha invitado a nadie.'
  const errors = [{ field: 'people.1.name', message: 'Ya existe un usuario con ese nombre.' }]
  nowAnswer(refuse(invitations.createList, 422, refused, 'not_valid', { errors }))
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nana; corina@tanagra.example')
  await send(2)
  await expect.element(rows.nth(1)).toMatchTextContent('Ya existe un usuario con ese nombre.')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused)

  await list.fill('Telesila, telesila@lesbos.example')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(list).toHaveValue('Telesila, telesila@lesbos.example')
  // a file of a spreadsheet, not in UTF-8
  const csv = new Uint8Array(
    [...'Nombre;Correo;Teléfono\r\n"Nóside";noside@locri.example;600 111 222\r\n'].map((c) => c.charCodeAt(0)),
  )
  const files = new DataTransfer()
  files.items.add(new File([csv], 'socias.csv', { type: 'text/csv' }))
  const input = dialog.element().querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(rows.nth(1)).toMatchTextContent('Nósidenoside@locri.example · 600 111 222')
  nowAnswer(
    answer(
      invitations.createList,
      ['Telesila', 'Nóside'].map((name) => ({ name, ...sentFields })),
    ),
  )
  await send(2)
  const sent = page.getByRole('dialog', { name: '2 personas con invitación' })
  const address = `${location.origin}${path}`
  await expect.element(sent.getByLabelText('Enlaces')).toHaveValue(`Telesila: ${address}\nNóside: ${address}`)
  await expect
    .poll(() => sentTo(invitations.createList).at(-1))
    .toMatchObject({
      people: [
        { name: 'Telesila', email: 'telesila@lesbos.example' },
        { name: 'Nóside', email: 'noside@locri.example', phone: '600 111 222' },
      ],
    })
  await expectAccessible('the links of a list')
  await sent.getByRole('button', { name: 'Hecho' }).click()
  await expect.element(sent).not.toBeInTheDocument()
})
