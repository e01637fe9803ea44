/** Broadcasts, and the lists of mails for admins. */
import type { Delivery, Mail, QueueStatus } from '../../../contract/mail.ts'
import { type Community, expectDone } from './community.ts'

export const broadcast = { subject: 'Asamblea', message: 'El jueves a las siete.\n\nTraed sillas.' }

export const adminMails = ({ hipatia }: Community) => ({
  send: (body: object) =>
    hipatia.post<{ success: boolean; sent_count: number; message: string }>('/notifications/admin/broadcast', body),
  listMails: async () => expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails')),
  listDeliveries: async ({ id }: { id: string }) =>
    expectDone(await hipatia.get<Delivery[]>(`/notifications/admin/mails/${id}/deliveries`)),
  readQueueStatus: async () => expectDone(await hipatia.get<QueueStatus>('/notifications/admin/outbox')),
})
