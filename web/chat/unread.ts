// How much of the chat the signed-in person hasn't read, on every page.
import { useEffect, useSyncExternalStore } from 'react'
import { type ChatMessage, type ChatReading, chat } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { onConnected, onLive } from '../api/live.ts'
import { useMember } from '../api/session.ts'
import { keepsMessages } from './outbox.ts'

/** Milliseconds that a message has to be read before it counts: who is looking at the chat reads it as it comes. */
const readWithin = 300

let person: string | undefined
/** As far as is known here, and as far as the server was told. */
let readSeq = 0
let toldSeq = 0
let newest = 0
/** Unread when the server was asked last; others' messages that came since are in `arrived`. */
let counted = 0
let arrived: number[] = []
/** What came up to this one the server has counted. */
let countedUpTo = 0
let unread = 0
let first: Promise<number> | undefined
let isTelling = false
const listeners = new Set<() => void>()

function count() {
  const next = Math.min(counted + arrived.length, limits.unreadCounted)
  if (next === unread) return
  unread = next
  for (const listener of listeners) listener()
}

function take({ seq, unread }: ChatReading) {
  // older than what is known: an answer that was overtaken
  if (seq < readSeq) return
  readSeq = seq
  toldSeq = Math.max(toldSeq, seq)
  counted = unread
  countedUpTo = newest
  arrived = []
  count()
}

/** Asks until nothing arrives while it is being asked: only then it is known what the count holds. */
async function ask(request: () => Promise<ChatReading>) {
  const asker = person
  for (let tries = 0; tries < 3; tries++) {
    const before = newest
    const reading = await request()
    if (person !== asker) return reading.seq
    take(reading)
    if (newest === before) break
  }
  return readSeq
}

const refresh = () => (toldSeq < readSeq ? tellServer() : ask(() => call(chat.reading, {})).then(() => {}))

async function tellServer() {
  if (isTelling) return
  isTelling = true
  try {
    const teller = person
    while (toldSeq < readSeq && person === teller) {
      const seq = readSeq
      await ask(() => call(chat.read, { body: { seq } }))
      if (person === teller) toldSeq = Math.max(toldSeq, seq)
    }
  } catch (error) {
    // said again with the next message that is read, or at the next connection
    console.warn('chat reading', error)
  } finally {
    isTelling = false
  }
}

function hear({ seq, author_id }: ChatMessage) {
  if (seq <= newest) return
  newest = seq
  const hearer = person
  if (author_id === hearer) return
  setTimeout(() => {
    if (person !== hearer || seq <= Math.max(readSeq, countedUpTo)) return
    arrived.push(seq)
    count()
  }, readWithin)
}

function forget(next: string | undefined) {
  person = next
  readSeq = toldSeq = newest = counted = countedUpTo = 0
  arrived = []
  first = undefined
  count()
}

const beginWith = () => {
  first ??= ask(() => call(chat.reading, {}))
  first.catch(() => {
    first = undefined
  })
  return first
}

/** Follows one person's reading until it is stopped. */
function follow(next: string) {
  if (person !== next) forget(next)
  const quietly = () => void refresh().catch((error: unknown) => console.warn('chat reading', error))
  void beginWith().catch((error) => console.warn('chat reading', error))
  const stops = [onLive('receive_message', hear), onLive('chat_reading', take), onConnected(quietly)]
  // what an earlier visit didn't get sent goes on, whatever page this is
  if (keepsMessages(next))
    import('./outgoing.ts').then(
      ({ senderOf }) => senderOf(next),
      () => {},
    )
  return () => {
    for (const stop of stops) stop()
  }
}

/** The person has read up to this message, the newest that is there. */
export function markRead(seq: number) {
  if (seq <= readSeq || person === undefined) return
  readSeq = seq
  if (seq >= newest) counted = 0
  arrived = arrived.filter((one) => one > seq)
  count()
  void tellServer()
}

/** The `seq` up to which was read before; rejects when the server can't be asked. */
export const readUpTo = async () => Math.max(await beginWith(), readSeq)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Unread messages of others; 100 stands for 100 and more. For the navigation, which is on every page. */
export function useUnread() {
  const me = useMember()?.id
  useEffect(() => {
    if (me === undefined) return forget(undefined)
    return follow(me)
  }, [me])
  return useSyncExternalStore(subscribe, () => unread)
}
