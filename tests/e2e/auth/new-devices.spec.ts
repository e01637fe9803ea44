// A mail about a sign-in on a new device, and its button 'it wasn't me'.
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { loginModal, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { test as base, expect, headerOf, passwordOf } from '../../support/browser/test.ts'
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
  serverName: 'new-devices',
  serverSettings: async ({ mail }, use) => use({ SMTP_URL: mail.url, PUBLIC_URL: '{url}' }),
})

const mailsTo = (mail: Mail, address: string) =>
  Promise.all(mail.accepted.filter(({ to }) => to.includes(address)).map(readMail))

/** Path of the link in the first mail to somebody. */
async function linkMailedTo(mail: Mail, address: string) {
  await expect.poll(async () => (await mailsTo(mail, address)).length).toBeGreaterThan(0)
  return /\/not-me\/[\w-]{43}/.exec((await mailsTo(mail, address))[0]?.text ?? '')?.[0] ?? ''
}

test('Ana is mailed about a browser that she doesn’t know, and shuts it out on her phone, by the keyboard', async ({
  server,
  mail,
  visit,
  pageErrors,
}) => {
  // the session of the stranger ends while its page is open
  pageErrors.tolerate(...requestsOfEveryPage)
  await server.person('Ana')
  const stranger = await visit('/home')
  await signInByHand(stranger, 'Ana')
  await expect(headerOf(stranger)).toContainText('Ana')

  const path = await linkMailedTo(mail, 'ana@alejandria.example')
  const phone = await visit(path, { screen: 'phone' })
  await expect(phone.getByRole('heading', { name: '¿No has sido tú?' })).toBeVisible()
  await expect(phone.getByText('Hola, Ana: si no fuiste tú quien entró en tu cuenta')).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Se cierran todas tus sesiones' })).toBeVisible()
  // the page alone changed nothing
  await stranger.reload()
  await expect(headerOf(stranger)).toContainText('Ana')

  const name = phone.getByLabel('Tu nombre')
  pageErrors.expect(/422/)
  await name.fill('Bruno')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(
    /Ese no es el nombre de esta cuenta\. Escríbelo como aparece arriba\.$/,
  )
  await stranger.reload()
  await expect(headerOf(stranger)).toContainText('Ana')

  pageErrors.expect(/401/)
  await name.fill('ana')
  await phone.getByRole('button', { name: 'No he sido yo' }).press('Enter')
  await expect(phone.getByText('Hola, Ana: elige la contraseña con la que entrarás desde ahora.')).toBeVisible()
  await expect(loginModal(stranger)).toBeVisible()
  await phone.getByLabel('Contraseña nueva', { exact: true }).fill('un papiro nuevo')
  await phone.getByLabel('Repite la contraseña').fill('un papiro nuevo')
  await phone.keyboard.press('Enter')
  await expect(headerOf(phone)).toContainText('Ana')

  pageErrors.expect(/401/, /410/)
  await loginModal(stranger).getByLabel('Name').fill('Ana')
  await loginModal(stranger).getByLabel('Password', { exact: true }).fill(passwordOf('Ana'))
  await stranger.keyboard.press('Enter')
  await expect(loginModal(stranger).getByText('El nombre o la contraseña no son correctos.')).toBeVisible()

  const late = await visit(path, { screen: 'phone' })
  await expect(late.getByText('Este enlace ya no vale: ya se usó o ha pasado demasiado tiempo.')).toBeVisible()
})

test('a browser is told about once, also after signing out, and a page can’t read its cookie', async ({
  server,
  mail,
  visit,
}) => {
  await server.person('Bruno')
  const page = await visit('/home')
  await signInByHand(page, 'Bruno')
  await expect(headerOf(page)).toContainText('Bruno')
  await linkMailedTo(mail, 'bruno@alejandria.example')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = () => page.context().cookies(new URL('/api/auth/login', page.url()).href)
  const before = await cookies()
  expect(before).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api/auth' }])

  await headerOf(page).getByRole('button', { name: 'Cerrar Sesión' }).click()
  await signInByHand(page, 'Bruno')
  await expect(headerOf(page)).toContainText('Bruno')
  const name = ({ name, value }: { name: string; value: string }) => [name, value]
  expect((await cookies()).map(name)).toEqual(before.map(name))
  // a mail that comes later in any case
  const { call } = await server.signIn('Bruno')
  await call('POST', '/auth/password-links', { name: 'Bruno' })
  await expect.poll(async () => (await mailsTo(mail, 'bruno@alejandria.example')).length).toBe(2)
  const subjects = (await mailsTo(mail, 'bruno@alejandria.example')).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Se ha entrado en tu cuenta de Alejandría desde un dispositivo nuevo',
    'Elige otra contraseña para Alejandría',
  ])
})
