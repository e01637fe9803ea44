import type { MailTransport } from '../server/mail/transports/transport.ts'
import { deliverDue } from '../server/mail/worker/deliver.ts'
import { createLease } from '../server/mail/worker/lease.ts'
import type { Services } from '../server/services.ts'

/** The addresses of the demo don't exist. */
const noTransport: MailTransport = { send: async () => {}, close() {} }

/** Delivers the queue at the time of `services.now()`. */
export async function deliverMail(services: Services) {
  const lease = createLease(services)
  try {
    await deliverDue({ ...services, mailTransport: noTransport }, lease)
  } finally {
    await lease.close()
  }
}
