import type { HttpHandler } from 'msw'
import { page } from 'vitest/browser'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { type Delivery, type Mail, mail, type QueueStatus } from '../../../contract/mail.ts'
import { hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

export const recipients = {
  subscribed_count: 2,
  total_users: 3,
  users: ['Hipatia', 'Safo', 'Zenón'].map((name, n) => ({
    id: idOf(n + 1),
    name,
    email: `${name.toLowerCase()}@alejandria.example`,
    subscribed: name !== 'Zenón',
  })),
}

export const none: QueueStatus = { is_set: true, queued: 0, sent: 0, saved: 0, failed: 0, skipped: 0, held: null }

/** The state of the mail queue; tests change it as the server would. */
export interface Queue {
  status: QueueStatus
  mails: Mail[]
  deliveries: Delivery[]
}

/** Opens /admin/notifications; further answers come before those of an idle server. */
export async function openBroadcasts(
  answers: HttpHandler[] = [],
  { queue = { status: none, mails: [], deliveries: [] } as Queue, screen = 'desktop' as 'desktop' | 'narrow' } = {},
) {
  const idle = [
    answer(broadcasts.recipients, recipients),
    answer(mail.queueStatus, () => queue.status),
    answer(mail.list, () => queue.mails),
    answer(mail.deliveries, () => queue.deliveries),
  ]
  await openPage('/admin/notifications', { as: hipatia, screen, answers: [...answers, ...idle] })
  return queue
}

export const subject = page.getByRole('textbox', { name: 'Asunto' })
export const message = page.getByRole('textbox', { name: 'Mensaje' })
export const alert = page.getByRole('alert')
export const send = page.getByRole('form').getByRole('button', { name: /^Enviar/ })
export const dialog = page.getByRole('dialog', { name: '¿Enviar esta notificación?' })
export const confirm = dialog.getByRole('button', { name: /^Enviar/ })

export async function fill(text: string, body = 'Mañana a las diez.\n\nTraed papiro.') {
  await subject.fill(text)
  await message.fill(body)
}
