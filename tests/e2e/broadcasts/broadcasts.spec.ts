import {
  broadcastsPath,
  fillBroadcast,
  mailsWithSubject,
  recipientCounts,
  sendBroadcast,
  sentMails,
} from '../../support/browser/pages/broadcasts.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notifications' })

test('Hipatia sends herself a test, and a broadcast to the subscribed, not to Zenón', async ({ server, openAs }) => {
  await server.person('Safo')
  const zenon = await server.person('Zenón')
  await zenon.call('PUT', '/notifications/preferences', { admin_notifications: false })
  const { subscribed_count, total_users } = await recipientCounts(server)
  expect(subscribed_count).toBe(total_users - 1)
  const page = await openAs('Hipatia', broadcastsPath)
  const recipientsOf = (subject: string) => page.getByRole('list', { name: `Destinatarios de «${subject}»` })

  await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
  // the server of the tests has no mail server
  const saved = page.getByText(/^Guardado, no enviado: (?!no había)/)
  await expect(saved).toHaveCount(1)
  const [{ kind, subject: tested } = { kind: '', subject: '' }] = await sentMails(server)
  expect(kind).toBe('test')
  await page.getByRole('button', { name: tested }).click()
  await expect(recipientsOf(tested).getByRole('listitem')).toContainText(['Hipatia'])

  await fillBroadcast(page, 'Encuentro en el faro')
  await sendBroadcast(page)
  await expect(saved).toHaveCount(2)
  await page.getByRole('button', { name: 'Encuentro en el faro' }).click()
  await expect(recipientsOf('Encuentro en el faro').getByRole('listitem')).toHaveCount(subscribed_count)
  await expect(recipientsOf('Encuentro en el faro')).not.toContainText('Zenón')
  const mails = await mailsWithSubject(server, 'Encuentro en el faro')
  expect(mails.map(({ queued, sent, saved }) => queued + sent + saved)).toEqual([subscribed_count])
})
