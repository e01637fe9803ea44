/** /admin/notifications: its addresses, its parts, and what is done there. */
import type { Mail } from '../../../contract/notifications.ts'
import type { House } from './house.ts'
import type { Page } from './test.ts'

export const path = '/admin/notifications'
export const broadcast = '**/api/notifications/admin/broadcast'
export const recipients = '**/api/notifications/admin/recipients*'
export const testMail = '**/api/notifications/test/new-post'
export const outbox = '**/api/notifications/admin/outbox'
export const tryAgain = '**/api/notifications/admin/outbox/retry'
export const mailsList = /\/api\/notifications\/admin\/mails(\?.*)?$/
export const deliveriesList = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/deliveries/
export const retryOne = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/retry$/

export const subject = (page: Page) => page.getByRole('textbox', { name: 'Asunto' })
export const message = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
export const sendButton = (page: Page) => page.getByRole('form').getByRole('button', { name: /^Enviar/ })
export const include = (page: Page) => page.getByRole('checkbox', { name: 'Incluir a los usuarios no suscritos' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Enviar esta notificación?' })
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()
export const sent = ({ hipatia }: House) => hipatia.call<Mail[]>('GET', '/notifications/admin/mails?limit=200')
export const called = async (house: House, name: string) => (await sent(house)).filter((mail) => mail.subject === name)
export const counts = ({ hipatia }: House) =>
  hipatia.call<{ subscribed_count: number; total_users: number }>('GET', '/notifications/admin/recipients')

export async function write(page: Page, about: string, words = 'Mañana a las diez.\n\nTraed papiro.') {
  await subject(page).fill(about)
  await message(page).fill(words)
}

export async function sendIt(page: Page) {
  await sendButton(page).click()
  await dialog(page)
    .getByRole('button', { name: /^Enviar/ })
    .click()
}

/** Zenón wants no broadcasts. */
export async function withoutZenon(house: House) {
  await house.person('Safo')
  const zenon = await house.person('Zenón')
  await zenon.call('PUT', '/notifications/preferences', { admin_notifications: false })
}
