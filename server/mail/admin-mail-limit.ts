import { limits } from '../../contract/limits.ts'
import { fail } from '../http/fail.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'

/** Limits broadcasts and test mails together, per admin. */
export function adminMailLimit(now: () => number) {
  const take = createTokenBuckets(limits.adminMails, now)

  return (userId: string) => {
    if (!take(userId)) fail('too_often', { retryAfterSeconds: Math.ceil(1 / limits.adminMails.perSecond) })
  }
}

export type TakeMail = ReturnType<typeof adminMailLimit>
