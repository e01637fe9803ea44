// The recipients of notices about reactions and accounts; those about texts are in server/texts/kinds.ts.
import type { ReactionKind } from '../../contract/content/reactions.ts'
import type { Db } from '../db/schema.ts'
import type { PushServices } from './push.ts'
import { listActiveAdmins } from './recipients/queries.ts'
import { addNotices, removeNotices } from './rules.ts'

interface Reacted {
  kind: ReactionKind
  id: string
  author_id: string
  post_id: string | null
}

/** Of all reactions of one person to a thing. */
const reactionCause = (thing: { id: string }, by: { id: string }) => `${thing.id} ${by.id}`

/** The author of a thing, of somebody's first reaction to it. */
export const notifyOfReaction = (services: PushServices, tx: Db, by: { id: string }, thing: Reacted) =>
  addNotices(services, tx, {
    ...{ kind: 'reaction', to: [thing.author_id], actor_id: by.id, post_id: thing.post_id },
    ...{ subject: { kind: thing.kind, id: thing.id }, cause_id: reactionCause(thing, by) },
  })

/** After somebody has taken back the last reaction to a thing. */
export const removeReactionNotice = (services: PushServices, tx: Db, by: { id: string }, thing: { id: string }) =>
  removeNotices(services, tx, reactionCause(thing, by))

/** The administrators, that an invited person has an account now. */
export const notifyOfAcceptance = async (services: PushServices, tx: Db, { id }: { id: string }) =>
  addNotices(services, tx, {
    ...{ kind: 'invitation', to: await listActiveAdmins(tx), actor_id: id, cause_id: id },
    subject: { kind: 'person', id },
  })
