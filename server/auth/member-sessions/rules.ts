import { changeAccount } from '../../accounts/change.ts'
import { findUserRow } from '../../accounts/queries.ts'
import { fail } from '../../http/fail.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { mailSessionsEnded } from '../../mail/security-mails.ts'
import type { Services } from '../../services.ts'
import { endIncluded, readSessions } from '../rules.ts'

/** 404 for unknown and deleted people. */
export const readMemberSessions = async (services: Services, by: SignedIn, id: string) =>
  readSessions(services, by, (await findUserRow(services.db, id)) ?? fail('not_found'))

/** Returns the count of ended sessions. Somebody else is told by mail. */
const endSessionsOf = (services: Services, by: SignedIn, id: string, isIncluded: (sessionId: string) => boolean) =>
  changeAccount(services, by, id, async (tx, user) => {
    const ended = await endIncluded(services, tx, by, user, isIncluded)
    if (ended > 0 && by.id !== id) await mailSessionsEnded(services, tx, user)
    return ended
  })

/** 404 for an id that isn't a session of this person. */
export async function endMemberSession(services: Services, by: SignedIn, id: string, sessionId: string) {
  const ended = await endSessionsOf(services, by, id, (own) => own === sessionId)
  if (ended === 0) fail('not_found')
}

export const endAllMemberSessions = (services: Services, by: SignedIn, id: string) =>
  endSessionsOf(services, by, id, () => true)
