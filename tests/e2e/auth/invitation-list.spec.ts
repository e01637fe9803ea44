// Many people invited at once: a list with a mistake is corrected where it was pasted, and nobody is invited before.
import { expectAccessible } from '../../support/browser/axe.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

// names that no other test has made
test.use({ serverName: 'invitation-list' })

const openList = async (page: Page) => {
  await page.getByRole('button', { name: 'Invitar a varias personas' }).click()
  return page.getByRole('dialog', { name: 'Invitar a varias personas' })
}

test('Hipatia pastes three people, corrects what is wrong, and gets their links', async ({
  server,
  openAs,
  visit,
  pageErrors,
}) => {
  await server.person('Ana')
  const page = await openAs('Hipatia', '/admin', { screen: 'phone' })
  const dialog = await openList(page)
  const list = dialog.getByLabel('Lista de personas')
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nErina; erina\nana; corina@tanagra.example')
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Safosafo@lesbos.example · 600 111 222')
  await expect(rows.nth(1)).toContainText('El correo no es una dirección válida')
  await expect(dialog.getByRole('status')).toHaveText('3 personas, 1 con algo por corregir')
  await expectAccessible(page, 'a list with a mistake')

  await dialog.getByRole('button', { name: 'Invitar a 3 personas' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Hay una persona con algo por corregir en la lista. Todavía no se ha invitado a nadie.',
  )
  await expect(list).toBeFocused()
  await list.fill('Safo; safo@lesbos.example; 600 111 222\nErina; erina@telos.example\nana; corina@tanagra.example')
  await expect(dialog.getByRole('alert')).toBeHidden()

  pageErrors.expect(/422/, /422/)
  await dialog.getByRole('button', { name: 'Invitar a 3 personas' }).click()
  await expect(rows.nth(2)).toContainText('Ya existe un usuario con ese nombre.')
  await expect(dialog.getByRole('alert')).toHaveText('La lista tiene errores: no se ha invitado a nadie.')

  await list.fill('Safo; safo@lesbos.example; 600 111 222\nErina; erina@telos.example\nCorina; corina@tanagra.example')
  await expect(dialog.getByRole('status')).toHaveText('3 personas')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openList(page)
  await expect(dialog.getByRole('status')).toHaveText('3 personas')
  await dialog.getByRole('button', { name: 'Invitar a 3 personas' }).click()
  const sent = page.getByRole('dialog', { name: '3 personas con invitación' })
  const links = sent.getByLabel('Enlaces')
  await expect(links).toHaveValue(/^Safo: http\S+\/invitation\/[\w-]{43}\nErina: http\S+\nCorina: http\S+$/)
  await expectAccessible(page, 'the links of a list')
  const [, address = ''] = /^Erina: (\S+)$/m.exec(await links.inputValue()) ?? []
  await sent.getByRole('button', { name: 'Hecho' }).click()
  await expect(sent).toBeHidden()
  await expect(rowOf(page, 'Corina')).toBeVisible()

  const erina = await visit(address)
  await expect(erina.getByText('Hola, Erina: Hipatia te invita a esta biblioteca.')).toBeVisible()
})

test('a CSV file of a spreadsheet is added to what was typed, by the keyboard', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('button', { name: 'Invitar a varias personas' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitar a varias personas' })
  await dialog.getByLabel('Lista de personas').fill('Telesila, telesila@lesbos.example')
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Elegir un archivo CSV' }).press('Enter')
  await (await choosing).setFiles({
    ...{ name: 'socias.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('Nombre;Correo;Tel\xe9fono\r\n"N\xf3side";noside@locri.example;600 111 222\r\n', 'latin1'),
  })
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('Nósidenoside@locri.example · 600 111 222')
  await dialog.getByRole('button', { name: 'Invitar a 2 personas' }).press('Enter')
  await page.getByRole('button', { name: 'Copiar todos' }).press('Enter')
  await page.getByRole('button', { name: 'Hecho' }).press('Enter')
  await expect(rowOf(page, 'Nóside')).toBeVisible()
})
