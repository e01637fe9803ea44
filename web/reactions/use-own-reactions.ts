import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Reaction } from '../../contract/content/reactions.ts'
import { alertOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useToast } from '../ui/dialogs/toast.tsx'
import { showReactions, storeReaction, type Target, useNamedReactions } from './api.ts'
import { type OwnChange, withOwnChanges } from './own-changes.ts'
import { texts } from './texts.ts'

/** The reactions to a thing with this person's own, shown before they are stored and taken back if that fails. */
export function useOwnReactions(target: Target, reactions: readonly Reaction[]) {
  const client = useQueryClient()
  const toast = useToast()
  const me = useMember()?.id ?? ''
  const [changes, setChanges] = useState<readonly OwnChange[]>([])
  const latest = useRef(reactions)
  useEffect(() => {
    latest.current = reactions
  }, [reactions])
  const storing = useRef(Promise.resolve())

  const isListed = ({ user_ids }: Reaction) => user_ids.includes(me)
  const isCut = (reaction: Reaction) => reaction.count > reaction.user_ids.length && !isListed(reaction)
  const named = useNamedReactions(target, reactions, reactions.some(isCut)).data
  const isMine = (reaction: Reaction) =>
    isCut(reaction) ? named?.find(({ emoji }) => emoji === reaction.emoji)?.is_mine : isListed(reaction)

  const without = (emoji: string) => (all: readonly OwnChange[]) => all.filter((one) => one.emoji !== emoji)

  async function store(change: OwnChange) {
    const { emoji, isMine } = change
    try {
      const stored = await storeReaction(target, emoji, isMine)
      const storedIn = latest.current
      setChanges((all) => all.map((one) => (one === change ? { ...one, storedIn } : one)))
      showReactions(client, target, stored)
    } catch (error) {
      setChanges((all) => all.filter((one) => one !== change))
      toast.error(alertOf(error, isMine ? texts.addFailed : texts.removeFailed))
    }
  }

  /** One after the other, so that the last choice is the one that stays. */
  function choose(emoji: string, isMine: boolean) {
    const change = { emoji, isMine }
    setChanges((all) => [...without(emoji)(all), change])
    storing.current = storing.current.then(() => store(change))
  }

  return { shown: withOwnChanges(reactions, changes, isMine), choose }
}
