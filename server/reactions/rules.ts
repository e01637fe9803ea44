import type { NamedReaction, Reaction } from '../../contract/content/reactions.ts'
import { limits } from '../../contract/limits.ts'
import { touchMessages } from '../chat/queries.ts'
import type { Db } from '../db/schema.ts'
import { lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { notifyOfReaction, removeReactionNotice, removeReactionNoticesBy } from '../notices/rules.ts'
import type { Services } from '../services.ts'
import {
  deleteReaction,
  deleteReactionRowsOf,
  findThing,
  insertReaction,
  listNames,
  listOwn,
  listReactions,
  listTargets,
  type Target,
  tableOf,
} from './queries.ts'

/** 404 for a thing that the person may not see. */
const requireThing = async (db: Db, user: SignedIn, target: Target) =>
  authorize(user, `${target.kind}.read`, await findThing(db, target))

/** Tells the pages that show the thing. A message has to be locked. */
async function announce({ bus }: Services, tx: Db, { kind, id }: Target, postId: string | null) {
  if (kind === 'message') {
    await touchMessages(tx, [id])
    await bus.send(tx, { kind: 'chat_changes' })
  } else if (kind === 'comment') await bus.send(tx, { kind: 'comments', id: postId ?? fail('not_found') })
  else await bus.send(tx, { kind: 'reactions', to: kind, id })
}

/** Reactions to a thing with names, for people who may see it. */
export async function readNamedReactions(
  { db }: Services,
  user: SignedIn,
  target: Target,
  { all }: { all?: boolean | undefined },
): Promise<NamedReaction[]> {
  await requireThing(db, user, target)
  const own = await listOwn(db, target, user.id)
  const people = await listNames(db, target, all ? undefined : limits.reactions.maxNames)
  return (await listReactions(db, target)).map((reaction) => ({
    ...reaction,
    is_mine: own.includes(reaction.emoji),
    names: people.filter(({ emoji }) => emoji === reaction.emoji).map(({ name }) => name),
  }))
}

/**
 * Runs `work`, which changes the person's reactions to the locked thing and returns false if nothing changed, and returns
 * the thing's reactions.
 */
const changeReactions = (
  services: Services,
  user: SignedIn,
  target: Target,
  work: (tx: Db, thing: Awaited<ReturnType<typeof requireThing>>) => Promise<boolean>,
): Promise<Reaction[]> =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, tableOf(target), target.id)
    const thing = await requireThing(tx, user, target)
    if (await work(tx, thing)) await announce(services, tx, target, thing.post_id)
    return listReactions(tx, target)
  })

/** No effect if the person has reacted so already; 409 for another emoji than those of a thing with all kinds that fit. */
export const addReaction = (services: Services, user: SignedIn, target: Target, emoji: string) =>
  changeReactions(services, user, target, async (tx, thing) => {
    const used = await listReactions(tx, target)
    if (used.length >= limits.reactions.maxKinds && !used.some((one) => one.emoji === emoji)) fail('too_many_reactions')
    const { kind, id: target_id } = target
    const isNew = await insertReaction(tx, { kind, target_id, user_id: user.id, emoji, created_at: services.now() })
    if (isNew) await notifyOfReaction(services, tx, user, { ...target, ...thing })
    return isNew
  })

/** No effect without such a reaction. */
export const removeReaction = (services: Services, user: SignedIn, target: Target, emoji: string) =>
  changeReactions(services, user, target, async (tx) => {
    const isDeleted = await deleteReaction(tx, target, user.id, emoji)
    if (isDeleted && (await listOwn(tx, target, user.id)).length === 0)
      await removeReactionNotice(services, tx, user, target)
    return isDeleted
  })

/** Deletes all reactions of a person, whose account is being emptied. */
export async function deleteReactionsOf(services: Services, tx: Db, userId: string) {
  const targets = await listTargets(tx, userId)
  const messages = targets.filter(({ kind }) => kind === 'message').map(({ id }) => id)
  for (const id of messages) await lockRow(tx, 'chat_messages', id)
  await deleteReactionRowsOf(tx, userId)
  await removeReactionNoticesBy(services, tx, userId)
  await touchMessages(tx, messages)
  if (messages.length > 0) await services.bus.send(tx, { kind: 'chat_changes' })
  for (const target of targets) {
    if (target.kind === 'message') continue
    const thing = target.kind === 'comment' ? await findThing(tx, target) : undefined
    await announce(services, tx, target, thing?.post_id ?? null)
  }
}
