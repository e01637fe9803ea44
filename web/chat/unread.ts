// How much of the chat the signed-in person hasn't read, on every page.
import { useEffect, useSyncExternalStore } from 'react'
import { type ChatMessage, type ChatReading, chat } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import { onConnected, onLive } from '../api/live.ts'
import { currentSession, onSession, useMember } from '../api/session.ts'
import { keepsMessages } from './outbox.ts'
import { isRefusal, listWithin, within } from './wire.ts'

/** Milliseconds that a message has to be read before it counts: who is looking at the chat reads it as it comes. */
const readWithin = 300
/** Milliseconds without reading after which the server is told, and how long it waits at most while somebody reads on. */
const quietFor = 2000
const tellWithin = 3000
/** Milliseconds until it is told again when that failed. */
const tellAgainAfter = 15_000

let person: string | undefined
/** As far as is known here, and as far as the server was told. */
let readSeq = 0
let toldSeq = 0
let newest = 0
/** Unread up to `countedUpTo` when the server counted last; others' messages after that are in `arrived`. */
let counted = 0
let countedUpTo = 0
let arrived: number[] = []
let unread = 0
let first: Promise<number> | undefined
let isTelling = false
let telling: { timer: ReturnType<typeof setTimeout>; latest: number } | undefined
const listeners = new Set<() => void>()

function count() {
  const next = Math.min(counted + arrived.length, limits.unreadCounted)
  if (next === unread) return
  unread = next
  for (const listener of listeners) listener()
}

function take({ seq, unread, head }: ChatReading) {
  // older than what is known: an answer that was overtaken
  if (seq < readSeq) return
  // read farther than is known, though counted before the last count: neither says what is unread now
  if (head < countedUpTo) return seq > readSeq ? refresh() : undefined
  readSeq = seq
  toldSeq = Math.max(toldSeq, seq)
  counted = unread
  countedUpTo = head
  newest = Math.max(newest, head)
  arrived = arrived.filter((one) => one > head)
  count()
}

async function ask(request: () => Promise<ChatReading>) {
  const [asker, known] = [person, newest]
  const reading = await request()
  if (person !== asker) return reading.seq
  // less than was there before it was asked: the server has an older database now
  if (reading.head < known) forget(asker)
  take(reading)
  return readSeq
}

const warn = (error: unknown) => console.warn('chat reading', error)
const refresh = () => void (toldSeq < readSeq ? tellServer() : ask(() => call(chat.reading, {})).catch(warn))

/** Once for many messages: who looks at the chat reads one after the other. */
function tellSoon() {
  const now = performance.now()
  const latest = telling?.latest ?? now + tellWithin
  clearTimeout(telling?.timer)
  telling = { latest, timer: setTimeout(() => void tellServer(), Math.min(quietFor, latest - now)) }
}

function tellAgain() {
  clearTimeout(telling?.timer)
  const latest = performance.now() + tellAgainAfter
  telling = { latest, timer: setTimeout(() => void tellServer(), tellAgainAfter) }
}

function tellNever() {
  clearTimeout(telling?.timer)
  telling = undefined
}

async function tellServer() {
  tellNever()
  // without a session it is told when there is one again
  if (isTelling || toldSeq >= readSeq || currentSession().phase !== 'member') return
  isTelling = true
  const teller = person
  const seq = readSeq
  try {
    await within(
      listWithin,
      ask(() => call(chat.read, { body: { seq }, keepalive: true })),
    )
    if (person === teller && readSeq >= seq) toldSeq = Math.max(toldSeq, seq)
    if (toldSeq < readSeq) tellSoon()
  } catch (error) {
    warn(error)
    if (person === teller && !isRefusal(error)) tellAgain()
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
  tellNever()
  count()
}

const beginWith = () => {
  first ??= ask(() => call(chat.reading, {}))
  first.catch(() => {
    first = undefined
  })
  return first
}

const tellWhenHidden = () => document.visibilityState === 'hidden' && void tellServer()
const tellNow = () => void tellServer()
const tellAgainWithSession = () => currentSession().phase === 'member' && toldSeq < readSeq && tellSoon()

/** Follows one person's reading until it is stopped. */
function follow(next: string) {
  if (person !== next) forget(next)
  void beginWith().catch(warn)
  const stops = [
    onLive('receive_message', hear),
    onLive('chat_reading', take),
    onConnected(refresh),
    onSession(tellAgainWithSession),
  ]
  document.addEventListener('visibilitychange', tellWhenHidden)
  addEventListener('pagehide', tellNow)
  // what an earlier visit didn't get sent goes on, whatever page this is
  if (keepsMessages(next))
    import('./outgoing.ts').then(
      // whoever has signed in meanwhile doesn't say it
      ({ senderOf }) => person === next && senderOf(next),
      () => {},
    )
  return () => {
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', tellWhenHidden)
    removeEventListener('pagehide', tellNow)
  }
}

/** The server has another database: how far one had read the old one says nothing any more. */
export function readAnew() {
  forget(person)
  void beginWith().catch(warn)
}

/** The person has read up to this message, the newest that is there. */
export function markRead(seq: number) {
  if (seq <= readSeq || person === undefined) return
  readSeq = seq
  if (seq >= countedUpTo) counted = 0
  arrived = arrived.filter((one) => one > seq)
  count()
  tellSoon()
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
