import { type Reaction, reactions } from '../../contract/content/reactions.ts'
import { call, isStatus } from '../api/call.ts'
import { queueOfMember } from '../api/unsent/queue-of-member.ts'
import { answerTimeoutMs } from '../api/unsent/retry.ts'
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
    // a request that was given up must not arrive after the next one
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
}

/** Forgets reactions to things that are gone, which nobody will see. */
function forgetGone(queue: ReactionQueue) {
  for (const { id, state, error } of queue.waiting()) if (state === 'failed' && isStatus(error, 404)) queue.discard(id)
}

const read = ({ isMine }: Partial<ReactionChange>) => (typeof isMine === 'boolean' ? { isMine } : undefined)

export const reactionQueue = queueOfMember({
  kind: 'reactions',
  read,
  make(options) {
    const queue: ReactionQueue = new UnsentQueue({ send: (change) => [send(change)], ...options })
    queue.subscribe(() => forgetGone(queue))
    return queue
  },
})
