import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Reaction } from '../../contract/content/reactions.ts'
import { alertOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { useToast } from '../ui/dialogs/toast.tsx'
import { showReactions, type Target, useNamedReactions } from './api.ts'
import { type OwnChange, withOwnChanges } from './own-changes.ts'
import { emojiOf, reactionQueue, toChange } from './reaction-queue.ts'
import { texts } from './texts.ts'

/** The reactions to a thing with this person's own, shown before they are stored and taken back if they are refused. */
export function useOwnReactions({ kind, id }: Target, reactions: readonly Reaction[]) {
  const client = useQueryClient()
  const toast = useToast()
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
  }, [waiting, queue, target, toast])

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
