import { type Reaction, reactions } from '../../contract/content/reactions.ts'
import { call, isStatus } from '../api/call.ts'
import { localUnsent } from '../api/unsent/local-unsent.ts'
import { queueOfMember, toCallError } from '../api/unsent/queue-of-member.ts'
import { UnsentQueue } from '../api/unsent/unsent-queue.ts'
import type { Target } from './api.ts'

/** The last choice of a person with an emoji: to react with it, or to take that back. */
export interface ReactionChange {
  /** Kind and id of the thing, and the emoji. */
  id: string
  isMine: boolean
}

type ReactionQueue = UnsentQueue<ReactionChange, Reaction[]>

const toId = ({ kind, id }: Target, emoji: string) => `${kind} ${id} ${emoji}`

/** The emoji of a change to this thing; undefined for other things. */
export const emojiOf = (change: ReactionChange, target: Target) => {
  const prefix = toId(target, '')
  return change.id.startsWith(prefix) ? change.id.slice(prefix.length) : undefined
}

export const toChange = (target: Target, emoji: string, isMine: boolean): ReactionChange => ({
  id: toId(target, emoji),
  isMine,
})

function send({ id: changeId, isMine }: ReactionChange) {
  const [kind, id = '', ...typed] = changeId.split(' ') as [Target['kind'], ...string[]]
  return call(isMine ? reactions.add : reactions.remove, {
    params: { kind, id },
    body: { emoji: typed.join(' ') },
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/** Like the queue's: a request that was given up must not arrive after the next one. */
const timeoutMs = 20_000

/** Forgets reactions to things that are gone, which nobody will see. */
function forgetGone(queue: ReactionQueue) {
  for (const { id, state, error } of queue.waiting()) if (state === 'failed' && isStatus(error, 404)) queue.discard(id)
}

const read = ({ isMine }: Partial<ReactionChange>) => (typeof isMine === 'boolean' ? { isMine } : undefined)

export const reactionQueue = queueOfMember((person) => {
  const queue: ReactionQueue = new UnsentQueue({
    send: (change) => [send(change)],
    storage: localUnsent(person, 'reactions', read),
    toError: toCallError,
  })
  queue.subscribe(() => forgetGone(queue))
  return queue
})
