import type { Mail } from '../../../contract/mail.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notifications' })

test('Hipatia sends herself a test, and a broadcast to the subscribed, not to Zenón', async ({ server, openAs }) => {
  const { call } = server.hipatia
  await server.person('Safo')
  const zenon = await server.person('Zenón')
  await zenon.call('PUT', '/notifications/preferences', { admin_notifications: false })
  type Counts = Record<'subscribed_count' | 'total_users', number>
  const { subscribed_count, total_users } = await call<Counts>('GET', '/notifications/admin/recipients')
  expect(subscribed_count).toBe(total_users - 1)
  const sentMails = () => call<Mail[]>('GET', '/notifications/admin/mails?limit=200')
  const page = await openAs('Hipatia', '/admin/notifications')
  const recipientsOf = (subject: string) => page.getByRole('list', { name: `Destinatarios de «${subject}»` })

  await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
  // the server of the tests has no mail server
  const saved = page.getByText(/^Guardado, no enviado: (?!no había)/)
  await expect(saved).toHaveCount(1)
  const [{ kind, subject: tested } = { kind: '', subject: '' }] = await sentMails()
  expect(kind).toBe('test')
  await page.getByRole('button', { name: tested }).click()
  await expect(recipientsOf(tested).getByRole('listitem')).toContainText(['Hipatia'])

  const send = { name: /^Enviar/ }
  await page.getByRole('textbox', { name: 'Asunto' }).fill('Encuentro en el faro')
  await page.getByRole('textbox', { name: 'Mensaje' }).fill('Mañana a las diez.\n\nTraed papiro.')
  await page.getByRole('form').getByRole('button', send).click()
  await page.getByRole('dialog', { name: '¿Enviar esta notificación?' }).getByRole('button', send).click()
  await expect(saved).toHaveCount(2)
  await page.getByRole('button', { name: 'Encuentro en el faro' }).click()
  await expect(recipientsOf('Encuentro en el faro').getByRole('listitem')).toHaveCount(subscribed_count)
  await expect(recipientsOf('Encuentro en el faro')).not.toContainText('Zenón')
  const mails = (await sentMails()).filter(({ subject }) => subject === 'Encuentro en el faro')
  expect(mails.map(({ queued, sent, saved }) => queued + sent + saved)).toEqual([subscribed_count])
})
