// The effects of saving and of removing a text, in their order; what they are for each kind is in kinds.ts.
import { recordIfNotOwner } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { addNotices, removeNotices, removeUnnamed } from '../notices/rules.ts'
import { changePushBody } from '../push/queue.ts'
import { indexDocument, removeDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'
import { type Change, kinds, type TextKind, type Texts } from './kinds.ts'
import { deleteReactionsTo, replaceLinks, saveMentions } from './queries.ts'

/** Called after the row of a text is inserted or changed, in the same transaction. */
export async function saved<Kind extends DocumentKind>(
  services: Services,
  tx: Db,
  by: SignedIn,
  kind: Kind,
  change: Change<Texts[Kind]>,
) {
  const { before, after } = change
  const effects: TextKind<Texts[Kind]> = kinds[kind]
  const named = effects.mentions ? await saveMentions(tx, effects.mentions(after)) : []
  if (effects.links) await replaceLinks(tx, after.id, effects.links(after))
  await indexDocument(tx, kind, after.id)
  const body = before ? await effects.pushBody?.(tx, { before, after }) : undefined
  if (body !== undefined) await changePushBody(tx, after.id, body)
  // before the notices: a message to one person replaces the one to all
  await effects.announce?.(services, tx, change)
  if (before && effects.mentions) await removeUnnamed(services, tx, after.id, named)
  for (const notice of (await effects.notices?.(tx, change, named)) ?? [])
    await addNotices(services, tx, { ...notice, cause_id: after.id })
  const signal = effects.signal(change)
  if (signal) await services.bus.send(tx, signal)
  const { owner, target, changed, detail } = effects.audit
  if (before && changed) {
    const details = { target: target(before), detail: detail?.({ before, after }) ?? null }
    await recordIfNotOwner(services, tx, by, owner(before), changed, details)
  }
}

/** Called while a removed text's row is there, in the same transaction: before it is deleted, or once it is empty. */
export async function removed<Kind extends DocumentKind>(
  services: Services,
  tx: Db,
  by: SignedIn,
  kind: Kind,
  text: Texts[Kind],
) {
  const effects: TextKind<Texts[Kind]> = kinds[kind]
  if (effects.leavesRow) {
    if (effects.mentions) await saveMentions(tx, { ...effects.mentions(text), text: '' })
    await deleteReactionsTo(tx, kind, text.id)
    await removeDocument(tx, kind, text.id)
  }
  await removeNotices(services, tx, text.id)
  await effects.withdraw?.(tx, text)
  const signal = effects.signal({ before: text, after: text })
  if (signal) await services.bus.send(tx, signal)
  const { owner, target, removed: action } = effects.audit
  await recordIfNotOwner(services, tx, by, owner(text), action, { target: target(text) })
}
