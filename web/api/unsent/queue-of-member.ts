// Things of one person that wait to be sent, in localStorage: they survive a closed tab and a server outage.
import { CallError } from '../call.ts'
import { onReconnect } from '../live.ts'
import { storeEntry } from '../local-entries.ts'
import { currentPerson, currentSession, onSession, whenSignedOut } from '../session.ts'
import type { Refusal } from './retry.ts'
import type { Unsent, UnsentQueue, UnsentStorage, Waiting } from './unsent-queue.ts'

type UnsentKind = 'chat-outbox' | 'chat-changes' | 'reactions'

/** Signing out clears these keys (web/api/session.ts). Not below "chat ", where the composer's draft is stored. */
const prefixOf = (person: string, kind: UnsentKind) => `unsent ${person} ${kind} `

const keysOf = (prefix: string) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

interface Stored {
  at: number
  refusal: Refusal
}

/** Makes a change, apart from its id, of what is stored; undefined if it isn't one. */
type Read<C> = (stored: Partial<C>) => Omit<C, 'id'> | undefined

export function localUnsent<C extends { id: string }>(person: string, kind: UnsentKind, read: Read<C>) {
  const prefix = prefixOf(person, kind)
  function get(id: string) {
    try {
      const stored = JSON.parse(localStorage.getItem(prefix + id) ?? 'null') as Partial<C> & Partial<Stored>
      const { at, refusal } = stored
      const change = typeof at === 'number' ? read(stored) : undefined
      const isRefused = typeof refusal?.status === 'number'
      return change && ({ ...change, id, at, ...(isRefused && { refusal }) } as unknown as Unsent<C>)
    } catch {
      return undefined
    }
  }
  const storage: UnsentStorage<C> = {
    all: () => keysOf(prefix).flatMap((key) => get(key.slice(prefix.length)) ?? []),
    get,
    // in a storage that is full or blocked it exists only as long as the page
    put: (unsent) => storeEntry(prefix + unsent.id, JSON.stringify(unsent)),
    remove: (id) => storeEntry(prefix + id, null),
    onRemoved(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length))
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
  return storage
}

interface MemberQueue<C extends { id: string }, Stored> {
  kind: UnsentKind
  read: Read<C>
  make: (options: { storage: UnsentStorage<C>; toError: (refusal: Refusal) => unknown }) => UnsentQueue<C, Stored>
  /** Called with what waits, nothing after the person has signed out. */
  onChange?: (waiting: readonly Waiting<C>[]) => void
}

/**
 * A person's queue, with what earlier visits left; the same object while the person is signed in. It outlives the pages,
 * so that what was written is sent from any page.
 */
export function queueOfMember<C extends { id: string }, Stored>({
  kind,
  read,
  make,
  onChange,
}: MemberQueue<C, Stored>) {
  let current: { person: string; queue: UnsentQueue<C, Stored> } | undefined
  const changed = () => onChange?.(current?.queue.waiting() ?? [])
  const retryNow = () => current?.queue.retryNow()
  function end() {
    current?.queue.stop()
    current = undefined
    changed()
  }
  onSession(() => {
    const session = currentSession()
    if (session.phase === 'ended') current?.queue.pause()
    if (session.phase === 'member' && session.user.id === current?.person) current.queue.start()
  })
  whenSignedOut(end)
  onReconnect(retryNow)
  addEventListener('online', retryNow)
  const toError = ({ status, problem }: Refusal) => new CallError(status, problem)
  return (person: string) => {
    if (current?.person === person) return current.queue
    end()
    current = { person, queue: make({ storage: localUnsent(person, kind, read), toError }) }
    current.queue.subscribe(changed)
    current.queue.start()
    return current.queue
  }
}

/**
 * Sends what a person left unsent on an earlier visit, on any page. `load` is called only if there is any, and resolves to
 * the function that starts the person's queue.
 */
export function resumeUnsent(kinds: readonly UnsentKind[], load: () => Promise<(person: string) => unknown>) {
  let person: string | undefined
  function resume() {
    const next = currentPerson()
    if (next === person) return
    person = next
    if (next === undefined || !kinds.some((kind) => keysOf(prefixOf(next, kind)).length > 0)) return
    load().then(
      // another person may have signed in during loading
      (start) => currentPerson() === next && start(next),
      () => {},
    )
  }
  resume()
  return onSession(resume)
}
