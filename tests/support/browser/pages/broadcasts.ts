/** The page /admin/notifications: its addresses, elements and actions. */
import type { Mail } from '../../../../contract/mail.ts'
import type { Page } from '../test.ts'
import type { TestServer } from '../test-server.ts'

export const broadcastsPath = '/admin/notifications'
export const broadcastRequest = '**/api/notifications/admin/broadcast'
export const recipientsRequest = '**/api/notifications/admin/recipients*'
export const testMailRequest = '**/api/notifications/test/new-post'
export const queueRequest = '**/api/notifications/admin/outbox'
export const retryRequest = '**/api/notifications/admin/outbox/retry'
export const mailsRequest = /\/api\/notifications\/admin\/mails(\?.*)?$/
export const deliveriesRequest = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/deliveries/
export const retryMailRequest = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/retry$/

export const subjectField = (page: Page) => page.getByRole('textbox', { name: 'Asunto' })
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
export const sendButton = (page: Page) => page.getByRole('form').getByRole('button', { name: /^Enviar/ })
export const includeUnsubscribed = (page: Page) =>
  page.getByRole('checkbox', { name: 'Incluir a los usuarios no suscritos' })
export const sendDialog = (page: Page) => page.getByRole('dialog', { name: '¿Enviar esta notificación?' })

export const sentMails = ({ hipatia }: TestServer) =>
  hipatia.call<Mail[]>('GET', '/notifications/admin/mails?limit=200')
export const mailsWithSubject = async (server: TestServer, subject: string) =>
  (await sentMails(server)).filter((mail) => mail.subject === subject)
export const recipientCounts = ({ hipatia }: TestServer) =>
  hipatia.call<{ subscribed_count: number; total_users: number }>('GET', '/notifications/admin/recipients')

export async function fillBroadcast(page: Page, subject: string, message = 'Mañana a las diez.\n\nTraed papiro.') {
  await subjectField(page).fill(subject)
  await messageField(page).fill(message)
}

/** Sends the broadcast in the form, and confirms it. */
export async function sendBroadcast(page: Page) {
  await sendButton(page).click()
  await sendDialog(page)
    .getByRole('button', { name: /^Enviar/ })
    .click()
}

/** Unsubscribes Zenón from broadcasts. */
export async function unsubscribeZenon(server: TestServer) {
  await server.person('Safo')
  const zenon = await server.person('Zenón')
  await zenon.call('PUT', '/notifications/preferences', { admin_notifications: false })
}
