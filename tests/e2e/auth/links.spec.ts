// Links of mails: an invitation, a forgotten password, and 'it wasn't me' after a sign-in on a new device.
import { expectAccessible } from '../../support/browser/axe.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { test as base, expect, headerOf, type Page } from '../../support/browser/test.ts'
import { openSmtpServer, readMail } from '../../support/server/smtp-server.ts'

type Mail = Awaited<ReturnType<typeof openSmtpServer>>

const test = base.extend<object, { mail: Mail }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mail = await openSmtpServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  serverName: 'links',
  serverSettings: async ({ mail }, use) => use({ SMTP_URL: mail.url, PUBLIC_URL: '{url}' }),
})

/** Path of the link in the last mail to somebody. */
async function linkMailedTo(mail: Mail, address: string, folder: string) {
  const ofPerson = () => mail.accepted.filter(({ to }) => to.includes(address))
  await expect.poll(() => ofPerson().length).toBeGreaterThan(0)
  const { text = '' } = await readMail(ofPerson().at(-1) ?? { raw: '' })
  return new RegExp(`/${folder}/[\\w-]{43}`).exec(text)?.[0] ?? ''
}

async function choosePassword(page: Page, label: string, password: string, button: string) {
  await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Repite la contraseña').fill(password)
  await page.getByRole('button', { name: button }).click()
}

/** The form of a new account, with a name and an address. */
async function openCreateUser(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(`${name.toLowerCase()}@alejandria.example`)
  const password = dialog.getByLabel('Password', { exact: true })
  return { dialog, password, create: dialog.getByRole('button', { name: 'Crear usuario' }) }
}

test('Hipatia invites Safo, who opens the mail’s link and chooses a password', async ({ mail, openAs, visit }) => {
  const page = await openAs('Hipatia', '/admin')
  const { password, create } = await openCreateUser(page, 'Safo')
  await expect(password).toHaveAccessibleDescription(/Déjala vacía para mandar una invitación\.$/)
  await create.click()
  const sent = page.getByRole('dialog', { name: 'La invitación de «Safo»' })
  const address = await sent.getByRole('textbox', { name: 'Enlace' }).inputValue()
  await expect(sent.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await sent.getByRole('button', { name: 'Hecho' }).click()
  await expect(sent).toBeHidden()
  const open = page.getByRole('region', { name: 'Invitaciones sin aceptar' })
  await expect(open.getByRole('listitem')).toContainText('Safosafo@alejandria.example · Invita Hipatia · vale hasta')

  const path = await linkMailedTo(mail, 'safo@alejandria.example', 'invitation')
  expect(address).toMatch(new RegExp(`${path}$`))
  const phone = await visit(path, { screen: 'phone' })
  await expect(phone.getByText('Hola, Safo: Hipatia te invita a esta biblioteca.')).toBeVisible()
  await choosePassword(phone, 'Contraseña', 'la lira de Lesbos', 'Entrar en Alejandría')
  await expect(phone).toHaveURL('/home')
  await expect(headerOf(phone)).toContainText('Safo')

  await page.reload()
  await expect(rowOf(page, 'Safo')).toBeVisible()
  await expect(open).toBeHidden()
})

test('Ana forgot her password, and chooses another one by the mail', async ({ server, mail, visit }) => {
  await server.person('Ana')
  const page = await visit('/home', { screen: 'phone' })
  await page.getByRole('button', { name: 'Iniciar Sesión' }).first().click()
  await loginModal(page).getByRole('button', { name: '¿Has olvidado tu contraseña?' }).press('Enter')
  const modal = page.getByRole('dialog', { name: 'Una contraseña nueva' })
  await modal.getByLabel('Nombre o correo').fill('ana')
  await modal.getByRole('button', { name: 'Pedir el enlace' }).press('Enter')
  await expect(modal.getByRole('status')).toHaveText(
    'Si la cuenta existe, te llegará un correo con un enlace. El correo dice hasta cuándo vale.',
  )

  await page.goto(await linkMailedTo(mail, 'ana@alejandria.example', 'password'))
  await expect(page.getByText('Hola, Ana: elige la contraseña con la que entrarás desde ahora.')).toBeVisible()
  await choosePassword(page, 'Contraseña nueva', 'un papiro nuevo', 'Guardar y entrar')
  await expect(page).toHaveURL('/home')
  await expect(headerOf(page)).toContainText('Ana')
})

test('Diana replaces a given password at her first sign-in, by keyboard', async ({ openAs, visit, pageErrors }) => {
  const page = await openAs('Hipatia', '/admin')
  const { dialog, password, create } = await openCreateUser(page, 'Diana')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await password.fill('dada por teléfono')
  const mark = dialog.getByRole('checkbox', { name: 'Tiene que elegir otra al entrar' })
  await expect(mark).toHaveAccessibleDescription(
    'Con esta contraseña solo podrá elegir la suya, que no sabrá nadie más.',
  )
  await mark.press('Space')
  await expect(mark).toBeChecked()
  await expectAccessible(page, 'an account whose password is to be replaced')
  await create.click()
  await expect(rowOf(page, 'Diana')).toBeVisible()

  pageErrors.expect(/403/, /422/)
  const phone = await visit('/home', { screen: 'phone' })
  await phone.getByRole('button', { name: 'Iniciar Sesión' }).first().click()
  await loginModal(phone).getByLabel('Name').fill('Diana')
  await loginModal(phone).getByLabel('Password', { exact: true }).fill('dada por teléfono')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Hola, Diana: elige la contraseña con la que entrarás desde ahora.')).toBeVisible()
  await expect(loginModal(phone)).toBeHidden()
  await choosePassword(phone, 'Contraseña nueva', 'dada por teléfono', 'Guardar y entrar')
  await expect(phone.getByText('Elige una contraseña distinta de la que te dieron')).toBeVisible()
  await choosePassword(phone, 'Contraseña nueva', 'un secreto solo mío', 'Guardar y entrar')
  await expect(phone).toHaveURL('/home')
  await expect(headerOf(phone)).toContainText('Diana')
})

test('Berenice shuts a stranger out, of whom a mail has told her', async ({ server, mail, visit, pageErrors }) => {
  // the session of the stranger ends while its page is open
  pageErrors.tolerate(...requestsOfEveryPage)
  await server.person('Berenice')
  const stranger = await visit('/home')
  await signInByHand(stranger, 'Berenice')
  await expect(headerOf(stranger)).toContainText('Berenice')
  expect(await stranger.evaluate(() => document.cookie)).toBe('')

  const path = await linkMailedTo(mail, 'berenice@alejandria.example', 'not-me')
  const phone = await visit(path, { screen: 'phone' })
  await expect(phone.getByRole('heading', { name: '¿No has sido tú?' })).toBeVisible()
  await expect(phone.getByText('Hola, Berenice: si no fuiste tú quien entró en tu cuenta')).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Se cierran todas tus sesiones' })).toBeVisible()
  // the page alone changed nothing
  await stranger.reload()
  await expect(headerOf(stranger)).toContainText('Berenice')

  const name = phone.getByLabel('Tu nombre')
  pageErrors.expect(/401/)
  await name.fill('berenice')
  await phone.getByRole('button', { name: 'No he sido yo' }).press('Enter')
  await expect(phone.getByText('Hola, Berenice: elige la contraseña con la que entrarás desde ahora.')).toBeVisible()
  await expect(loginModal(stranger)).toBeVisible()
  await choosePassword(phone, 'Contraseña nueva', 'un papiro nuevo', 'Guardar y entrar')
  await expect(headerOf(phone)).toContainText('Berenice')

  pageErrors.expect(/401/)
  await fillLogin(loginModal(stranger), 'Berenice')
  await expect(loginModal(stranger).getByText('El nombre o la contraseña no son correctos.')).toBeVisible()
})
