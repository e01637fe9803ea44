/** The page /admin/notifications: its addresses, elements and actions. */
import type { Mail } from '../../../../contract/mail.ts'
import type { Page } from '../test.ts'
import type { TestServer } from '../test-server.ts'

export const broadcastsPath = '/admin/notifications'

export const subjectField = (page: Page) => page.getByRole('textbox', { name: 'Asunto' })
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
export const sendButton = (page: Page) => page.getByRole('form').getByRole('button', { name: /^Enviar/ })
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
