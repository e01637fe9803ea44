// 'Llévate lo tuyo' on the account page: a ZIP of one's own things, asked for with the password.
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../../support/browser/axe.ts'
import { refuse } from '../../support/browser/network.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'
import { readZip } from '../../support/server/zip.ts'

test.use({ serverName: 'takeaway' })

const section = (page: Page) => page.getByRole('region', { name: 'Llévate lo tuyo' })
const opener = (page: Page) => section(page).getByRole('button', { name: 'Llevarme lo mío' })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Llevarme lo mío' })
const password = (page: Page) => modal(page).getByRole('textbox', { name: 'Tu contraseña' })
const withFiles = (page: Page) => modal(page).getByRole('checkbox', { name: 'Con mis archivos' })
const send = (page: Page) => modal(page).getByRole('button', { name: 'Descargar' })

async function downloads(page: Page, typed: string) {
  await password(page).fill(typed)
  const [download] = await Promise.all([page.waitForEvent('download'), password(page).press('Enter')])
  return download
}

test('Safo reads what she has, types a wrong password, then the right one, and her browser saves the ZIP', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('400 POST /api/account/export')
  const safo = await server.person('Safo')
  await safo.call('POST', '/posts', { title: 'Himno', content: 'A **Afrodita**.', is_published: true })
  await safo.call('POST', '/posts', { title: 'Sin acabar', content: 'Casi.', is_published: false })
  await safo.call('POST', '/chat/messages', { message: 'Hola' })
  const page = await openAs('Safo', '/account')
  await expect(section(page).getByRole('listitem')).toHaveText(['1 post', '1 borrador', '1 mensaje del chat'])
  await expect(section(page)).toContainText('Lo que han escrito otras personas no va en la copia')
  await expectAccessible(page, 'the account page with the section')

  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(withFiles(page)).toHaveCount(0)
  await expectAccessible(page, 'the dialog')
  await send(page).click()
  await expect(password(page)).toHaveAccessibleDescription(/La contraseña es requerida/)
  await password(page).fill('no es esta')
  await send(page).click()
  await expect(password(page)).toHaveAccessibleDescription(/La contraseña actual no es correcta\./)
  await expect(password(page)).toBeFocused()

  const download = await downloads(page, passwordOf('Safo'))
  expect(download.suggestedFilename()).toMatch(/^Alejandría de Safo \d{4}-\d\d-\d\d\.zip$/)
  expect(await download.failure()).toBeNull()
  const zip = await readZip(await readFile(await download.path()))
  expect(zip.paths.filter((path) => path.startsWith('posts/'))).toEqual([
    expect.stringMatching(/ Himno\.html$/),
    expect.stringMatching(/ Himno\.md$/),
  ])
  expect(zip.text('index.html')).toContain('Sin acabar')
  await expect(modal(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect(toast(page, /^La descarga ha empezado\./)).toBeVisible()
  // the page stays where it is
  await expect(page).toHaveURL(/\/account$/)

  await opener(page).click()
  await expect(password(page)).toHaveValue('')
})

test('without her files Corina takes away the rest; after three times in a day the fourth is refused', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('429 POST /api/account/export')
  const corina = await server.person('Corina')
  await corina.uploadFile({ name: 'carta.txt', type: 'text/plain', bytes: 'Una carta.' })
  const page = await openAs('Corina', '/account', { screen: 'phone' })
  for (const isIncluded of [true, false, false]) {
    await opener(page).tap()
    await expect(withFiles(page)).toHaveAccessibleDescription(/^1\sarchivo \(10 Bytes\)\. Si la conexión se corta/)
    await withFiles(page).setChecked(isIncluded)
    const zip = await readZip(await readFile(await (await downloads(page, passwordOf('Corina'))).path()))
    expect(zip.paths.includes('archivos/carta.txt')).toBe(isIncluded)
    await expect(modal(page)).toBeHidden()
  }
  await opener(page).tap()
  await expectAccessible(page, 'the dialog on a phone')
  await password(page).fill(passwordOf('Corina'))
  await send(page).tap()
  await expect(modal(page).getByRole('alert')).toContainText('Ya te lo has llevado tres veces en las últimas 24 horas.')
  await expectAccessible(page, 'the refused dialog')
})

test('who has made nothing is told so; without the counts the ZIP can be had all the same', async ({
  openAs,
  pageErrors,
}) => {
  const page = await openAs('Erina', '/account')
  await expect(section(page)).toContainText('Todavía no has escrito ni subido nada')
  pageErrors.expect('500 GET /api/auth/users/{id}/contents')
  const again = await openAs('Erina', '/account', {
    before: (page) => refuse(page, '**/api/auth/users/*/contents', 500, undefined, 'GET'),
  })
  await expect(section(again)).not.toContainText('Ahora mismo tienes')
  await opener(again).click()
  const download = await downloads(again, passwordOf('Erina'))
  expect(await download.failure()).toBeNull()
})
