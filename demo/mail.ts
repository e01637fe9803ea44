import { deliverDue } from '../server/mail/deliver.ts'
import { openLease } from '../server/mail/lease.ts'
import type { Mailer } from '../server/mail/mailer.ts'
import type { Services } from '../server/services.ts'

/** Nobody of the demo has a letterbox. */
const nowhere: Mailer = { send: async () => {}, close() {} }

/** What was queued so far went out at that moment. */
export async function postman(services: Services) {
  const lease = openLease(services)
  try {
    await deliverDue({ ...services, mailer: nowhere }, lease)
  } finally {
    await lease.close()
  }
}
