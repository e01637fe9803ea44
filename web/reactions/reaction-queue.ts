import { type Reaction, reactions } from '../../contract/content/reactions.ts'
import { CallError, call, isStatus } from '../api/call.ts'
import { onReconnect } from '../api/live.ts'
import { currentSession, onSession, whenSignedOut } from '../api/session.ts'
import { ChangeQueue } from '../api/unsent/change-queue.ts'
import type { Refusal } from '../api/unsent/retry.ts'
import type { Target } from './api.ts'
import { localReactionStorage, type ReactionChange } from './local-reactions.ts'

type ReactionQueue = ChangeQueue<ReactionChange, Reaction[]>

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

let current: { person: string; queue: ReactionQueue } | undefined

/** A person's queue, with what earlier visits left; the same object while the person is signed in. */
export function reactionQueue(person: string): ReactionQueue {
  if (current?.person === person) return current.queue
  current?.queue.stop()
  const toError = ({ status, problem }: Refusal) => new CallError(status, problem)
  const queue: ReactionQueue = new ChangeQueue({ send, storage: localReactionStorage(person), toError })
  current = { person, queue }
  queue.subscribe(() => forgetGone(queue))
  queue.start()
  return queue
}

function retryNow() {
  current?.queue.retryNow()
}

onSession(() => {
  const session = currentSession()
  if (session.phase === 'ended') current?.queue.stop()
  if (session.phase === 'member' && session.user.id === current?.person) current.queue.start()
})
whenSignedOut(() => {
  current?.queue.stop()
  current = undefined
})
onReconnect(retryNow)
addEventListener('online', retryNow)
