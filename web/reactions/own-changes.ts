import type { Reaction } from '../../contract/content/reactions.ts'

/** A choice of this person that may not be in the thing's reactions yet. */
export interface OwnChange {
  emoji: string
  /** True for a reaction, false for one that was taken back. */
  isMine: boolean
  /** The shown reactions when the server had stored it: later ones contain it. */
  storedIn?: readonly Reaction[]
}

/** A reaction as it is shown; `isMine` is undefined as long as it isn't known. */
interface ShownReaction extends Reaction {
  isMine: boolean | undefined
}

/** The reactions with the choices of this person that they don't contain yet. */
export function withOwnChanges(
  reactions: readonly Reaction[],
  changes: readonly OwnChange[],
  isMine: (reaction: Reaction) => boolean | undefined,
): ShownReaction[] {
  const shown: ShownReaction[] = reactions.map((reaction) => ({ ...reaction, isMine: isMine(reaction) }))
  for (const change of changes) {
    if (change.storedIn !== undefined && change.storedIn !== reactions) continue
    const one = shown.find(({ emoji }) => emoji === change.emoji)
    if (!one && change.isMine) shown.push({ emoji: change.emoji, count: 1, user_ids: [], isMine: true })
    if (!one || one.isMine === undefined || one.isMine === change.isMine) continue
    one.isMine = change.isMine
    one.count += change.isMine ? 1 : -1
  }
  return shown.filter(({ count }) => count > 0)
}
