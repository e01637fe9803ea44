import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Reaction } from '../../contract/content/reactions.ts'
import { alertOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { showReactions, type Target, useNamedReactions } from './api.ts'
import { emojiOf, reactionQueue, toChange } from './reaction-queue.ts'
import { texts } from './texts.ts'

/** A choice of this person that may not be in the thing's reactions yet. */
interface OwnChange {
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
function withOwnChanges(
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

/** The reactions to a thing with this person's own, shown before they are stored and taken back if they are refused. */
export function useOwnReactions({ kind, id }: Target, reactions: readonly Reaction[]) {
  const client = useQueryClient()
  const me = useMember()?.id ?? ''
  const target = useMemo(() => ({ kind, id }), [kind, id])
  const queue = useMemo(() => reactionQueue(me), [me])
  const waiting = useStore({ subscribe: queue.subscribe, get: queue.waiting })
  const [stored, setStored] = useState<readonly OwnChange[]>([])
  const latest = useRef(reactions)
  useEffect(() => {
    latest.current = reactions
  }, [reactions])

  useEffect(
    () =>
      queue.on({
        onAnswer(answer, change) {
          const emoji = emojiOf(change, target)
          if (emoji === undefined) return
          const added = { emoji, isMine: change.isMine, storedIn: latest.current }
          // before it leaves the queue, so that it is always shown
          flushSync(() => setStored((all) => [...all.filter((one) => one.emoji !== emoji), added]))
          showReactions(client, target, answer)
        },
      }),
    [queue, target, client],
  )

  useEffect(() => {
    for (const { id, isMine, state, error } of waiting)
      if (state === 'failed' && emojiOf({ id, isMine }, target) !== undefined && queue.discard(id))
        toast.error(alertOf(error, isMine ? texts.addFailed : texts.removeFailed))
  }, [waiting, queue, target])

  const isListed = ({ user_ids }: Reaction) => user_ids.includes(me)
  const isCut = (reaction: Reaction) => reaction.count > reaction.user_ids.length && !isListed(reaction)
  const named = useNamedReactions(target, reactions, { enabled: reactions.some(isCut) }).data
  const isMine = (reaction: Reaction) =>
    isCut(reaction) ? named?.find(({ emoji }) => emoji === reaction.emoji)?.is_mine : isListed(reaction)

  const unsent: OwnChange[] = waiting.flatMap((change) => {
    const emoji = change.state === 'sending' ? emojiOf(change, target) : undefined
    return emoji === undefined ? [] : [{ emoji, isMine: change.isMine }]
  })
  const changes = [...stored.filter(({ emoji }) => !unsent.some((one) => one.emoji === emoji)), ...unsent]
  return {
    shown: withOwnChanges(reactions, changes, isMine),
    choose: (emoji: string, isMine: boolean) => queue.put(toChange(target, emoji, isMine)),
  }
}
