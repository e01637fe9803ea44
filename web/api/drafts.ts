// Unsaved texts and forms (DECISIONS §3: never lost). The browser stores each change per person and scope; each open
// page has its own key, so that two tabs don't overwrite each other.
import { useEffect, useRef, useState } from 'react'
import { v4 as newClientId } from 'uuid'
import { CallError, isStatus } from './call.ts'
import { useMember } from './session.ts'
import { createStore, useStore } from './store.ts'
import { texts } from './texts.ts'

// not crypto.randomUUID, which is missing on plain http
const page = newClientId()
/** Signing out clears these keys (session.ts): others may use this computer. */
const prefixOf = (person: string) => `unsent ${person} `

// the lock shows other tabs that this page's drafts are in use
void navigator.locks?.request(page, () => new Promise(() => {}))
/** After a reload the page before may hold its lock for a moment; a duplicated tab names a page that stays open. */
const reloadMs = 1000

/** If the page of a draft is open; undefined without locks (plain http). */
async function isPageOpen({ key, isOwn }: StoredDraft<unknown>): Promise<boolean | undefined> {
  const other = key.slice(key.lastIndexOf(' ') + 1)
  const signal = AbortSignal.timeout(reloadMs)
  if (isOwn) await navigator.locks?.request(other, { mode: 'shared', signal }, () => {}).catch(() => {})
  return (await navigator.locks?.query().catch(() => undefined))?.held?.some(({ name }) => name === other)
}

interface StoredDraft<T> {
  key: string
  raw: string
  at: number
  value: T
  /** See `DraftId`; absent until the first attempt to send. */
  clientId: string | undefined
  /** Stored by this tab, before a reload. */
  isOwn: boolean
}

function read<T>(key: string): StoredDraft<T> | undefined {
  try {
    const raw = localStorage.getItem(key)
    const { at, typed, client_id } = JSON.parse(raw ?? 'null') as { at: number; typed: T; client_id?: string }
    return { key, raw: raw as string, at, value: typed, clientId: client_id, isOwn: false }
  } catch {
    return undefined
  }
}

/** Only the page's id follows the scope: `comment 1 <page>` doesn't belong to the scope `comment`. */
const isOfScope = (scope: string, key: string) => key.startsWith(`${scope} `) && !key.includes(' ', scope.length + 1)

/** Scopes whose drafts were the text alone, and its field in the draft of today; `answers` had what the text answers. */
const textScopes = [
  { scope: /^(\S+ \S* )chat-message$/, text: '$1chat', answers: '$1chat-answer', field: 'text' },
  { scope: /^(\S+ \S* )new-comment (\S+)$/, text: '$1comment $2', answers: '$1answered $2', field: 'content' },
]

/** Makes drafts of today of those that an earlier version has stored. */
function convertTexts(scope: string) {
  for (const { scope: now, text, answers, field } of textScopes) {
    if (!now.test(scope)) continue
    const [textScope, answersScope] = [scope.replace(now, text), scope.replace(now, answers)]
    for (const key of Object.keys(localStorage)) {
      const draft = isOfScope(textScope, key) ? read<string>(key) : undefined
      const answersKey = key.replace(textScope, answersScope)
      if (draft) {
        const typed = { [field]: draft.value, answered: read(answersKey)?.value ?? null }
        const stored = JSON.stringify({ at: draft.at, typed, client_id: draft.clientId })
        localStorage.setItem(key.replace(textScope, scope), stored)
        localStorage.removeItem(answersKey)
        localStorage.removeItem(key)
      }
    }
  }
}

/** Drafts of this scope: this tab's last one first, also from before a reload; then those of any tab, the newest first. */
function list<T>(scope: string): StoredDraft<T>[] {
  try {
    convertTexts(scope)
    const own = read<T>(sessionStorage.getItem(scope) ?? '')
    const drafts = Object.keys(localStorage).flatMap((key) => (isOfScope(scope, key) ? (read<T>(key) ?? []) : []))
    drafts.sort((a, b) => b.at - a.at)
    return own ? [{ ...own, isOwn: true }, ...drafts] : drafts
  } catch {
    return [] // the storage is blocked
  }
}

async function findOfClosedPage<T>(scope: string) {
  for (const draft of list<T>(scope)) if (!(await isPageOpen(draft))) return draft
}

const openKeys = new Set<string>()
const isAnyOpen = createStore(false)
export const hasOpenDrafts = isAnyOpen.get
export const useHasOpenDrafts = () => useStore(isAnyOpen)

function setOpen(key: string, isOpen: boolean) {
  if (isOpen) openKeys.add(key)
  else openKeys.delete(key)
  isAnyOpen.set(openKeys.size > 0)
}

export const hasStoredDrafts = (person: string) =>
  Object.keys(localStorage).some((key) => key.startsWith(prefixOf(person)))

/** Deletes the draft of another page unless it has changed; false if that page is still open. */
async function supersede(draft: StoredDraft<unknown>) {
  const { key, raw, isOwn } = draft
  // without locks only the previous page of this tab is known to be closed
  if ((await isPageOpen(draft)) ?? !isOwn) return false
  if (localStorage.getItem(key) === raw) localStorage.removeItem(key)
  return true
}

/**
 * The id under which a draft is sent, so that a repeat after a lost answer is the same thing: taken at the first attempt
 * to send, stored with the draft, and dropped once the draft is sent or emptied.
 */
export interface DraftId {
  clientId: () => Promise<string>
  /** Makes the draft another thing than the one that was stored. */
  renewClientId: () => void
}

/** Ids of this page's drafts, by key; also for a form that was left and opened again. */
const clientIds = new Map<string, string>()

/**
 * A text or a form that survives a reload, a closed tab, a lost session and a server outage, until `discard` or
 * sign-out. `name` is its scope, the same at every visit.
 */
export function useDraft<T>(name: string, initial: T) {
  const scope = `${prefixOf(useMember()?.id ?? '')}${name}`
  const key = `${scope} ${page}`
  const [found, setFound] = useState(() => {
    const [draft] = list<T>(scope)
    // signing out cleared the draft
    if (draft?.key !== key) clientIds.delete(key)
    return draft
  })
  const [value, setState] = useState(found ? found.value : initial)
  const restored = useRef(found)
  const latest = useRef(value)
  const restoredId = useRef(found?.key === key ? undefined : found?.clientId)

  // Locks are asked after the draft is shown: one of a page that is open is taken back, unless it was changed meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of the draft that was found
  useEffect(() => {
    if (!found || found.key === key) return
    void findOfClosedPage<T>(scope).then((free) => {
      if (free?.key === found.key || latest.current !== found.value) return
      restored.current = free
      restoredId.current = free?.clientId
      latest.current = free ? free.value : initial
      setState(latest.current)
      setFound(free)
    })
  }, [])

  const isInitial = (value: T) => JSON.stringify(value) === JSON.stringify(initial)
  useEffect(() => {
    if (found) setOpen(key, true)
    return () => setOpen(key, false)
  }, [found, key])

  async function supersedeRestored() {
    const other = restored.current
    if (!other || other.key === key) return
    if (await supersede(other)) restored.current = undefined
    else {
      // the other page sends its text under that id
      restoredId.current = undefined
      const stored = read<T>(key)
      if (stored) write(stored.value)
    }
  }

  function write(next: T) {
    try {
      const client_id = clientIds.get(key) ?? restoredId.current
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), typed: next, client_id }))
      sessionStorage.setItem(scope, key)
      return true
    } catch {
      // the storage is full or blocked: the draft exists only as long as the page
      return false
    }
  }

  function store(next: T) {
    setOpen(key, true)
    return write(next)
  }

  function setClientId(id: string) {
    clientIds.set(key, id)
    if (!isInitial(latest.current)) store(latest.current)
    return id
  }

  async function clientId() {
    await supersedeRestored()
    return setClientId(clientIds.get(key) ?? restoredId.current ?? newClientId())
  }

  /** Deletes the draft, but not a newer text that was written in this scope during the sending. */
  function discard() {
    clientIds.delete(key)
    restoredId.current = undefined
    const stored = read<T>(key)
    if (stored && JSON.stringify(stored.value) !== JSON.stringify(latest.current)) return void write(stored.value)
    setOpen(key, false)
    try {
      localStorage.removeItem(key)
      sessionStorage.removeItem(scope)
    } catch {}
    void supersedeRestored()
  }

  function setValue(next: T) {
    setState(next)
    if (isInitial(next)) {
      discard()
      latest.current = next
      return
    }
    latest.current = next
    if (store(next)) void supersedeRestored()
  }

  const id: DraftId = { clientId, renewClientId: () => void setClientId(newClientId()) }
  return { value, setValue, discard, id, /** True for a draft of an earlier visit. */ wasRestored: found !== undefined }
}

interface Creation<T> {
  create: (client_id: string) => Promise<T>
  /** False if an earlier attempt stored it, and the person has changed the draft since. */
  isSame: (stored: T) => boolean
  /** Saves the changed draft over what is stored; 412 if that has been changed too. */
  correct?: (stored: T) => Promise<T>
}

/**
 * Stores a draft once, for any number of attempts whose answers were lost (035). What can't be corrected is said, and
 * stored separately at the next attempt.
 */
export async function createOnce<T>(id: DraftId, { create, isSame, correct }: Creation<T>): Promise<T> {
  const stored = await create(await id.clientId())
  if (isSame(stored)) return stored
  try {
    if (correct) return await correct(stored)
  } catch (error) {
    if (!isStatus(error, 412)) throw error
  }
  id.renewClientId()
  throw new CallError(409, { detail: texts.storedBefore, code: 'client_id_taken' })
}
