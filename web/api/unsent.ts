// What somebody types and has not sent yet (DECISIONS §3: never lost). This browser keeps it as it is typed, for this
// person and place, and each page that is open keeps its own: two tabs in one place don't write over each other.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useMember } from './session.ts'

/** Of this page, as long as it is open. */
const page = crypto.randomUUID?.() ?? String(Math.random())
/** Signing out clears these (session.ts): others may use this computer. */
const prefixOf = (person: string) => `unsent ${person} `

// held while this page lives, so that others see whether what it kept is somebody's
void navigator.locks?.request(page, () => new Promise(() => {}))
/** Where there are no locks (plain http), only what this tab itself was before is known to be gone. */
const isAlive = async (other: string, isOwn: boolean) =>
  (await navigator.locks?.query().catch(() => undefined))?.held?.some(({ name }) => name === other) ?? !isOwn

interface Kept<T> {
  key: string
  raw: string
  at: number
  typed: T
  /** Of this tab, before a reload. */
  isOwn: boolean
}

function read<T>(key: string): Kept<T> | undefined {
  try {
    const raw = localStorage.getItem(key)
    const { at, typed } = JSON.parse(raw ?? 'null') as { at: number; typed: T }
    return { key, raw: raw as string, at, typed, isOwn: false }
  } catch {
    return undefined
  }
}

/** Only a page comes after the place: `comment 1 <page>` isn't kept in the place `comment`. */
const isIn = (place: string, key: string) => key.startsWith(`${place} `) && !key.includes(' ', place.length + 1)

/** What this tab kept last in this place, also before a reload; otherwise the newest of any tab. */
function find<T>(place: string): Kept<T> | undefined {
  try {
    const own = read<T>(sessionStorage.getItem(place) ?? '')
    if (own) return { ...own, isOwn: true }
    const kept = Object.keys(localStorage).flatMap((key) => (isIn(place, key) ? (read<T>(key) ?? []) : []))
    return kept.toSorted((a, b) => b.at - a.at)[0]
  } catch {
    return undefined // storage is closed to us
  }
}

/** Places on this page where something is typed and not sent. */
const open = new Set<string>()
const listeners = new Set<() => void>()
export const isAnythingUnsent = () => open.size > 0

function note(key: string, isOpen: boolean) {
  if (isOpen) open.add(key)
  else open.delete(key)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAnythingUnsent = () => useSyncExternalStore(subscribe, isAnythingUnsent)

/** Whether this browser keeps anything that a person typed. */
export const keepsUnsent = (person: string) => Object.keys(localStorage).some((key) => key.startsWith(prefixOf(person)))

/** Deletes what another page kept, unless it has gone on since or is still open; whether it is gone. */
async function supersede({ key, raw, isOwn }: Kept<unknown>) {
  if (await isAlive(key.slice(key.lastIndexOf(' ') + 1), isOwn)) return false
  if (localStorage.getItem(key) === raw) localStorage.removeItem(key)
  return true
}

/**
 * A text or a form that survives a reload, a closed tab, a lost session and a server that is gone, until it is sent or
 * given up with `forget`, or the person signs out. `name` is the place, the same at every visit.
 */
export function useUnsent<T>(name: string, start: T) {
  const place = `${prefixOf(useMember()?.id ?? '')}${name}`
  const key = `${place} ${page}`
  const [found] = useState(() => find<T>(place))
  const [typed, setTyped] = useState(found ? found.typed : start)
  const before = useRef(found)
  const latest = useRef(typed)

  const isStart = (value: T) => JSON.stringify(value) === JSON.stringify(start)
  useEffect(() => {
    if (found) note(key, true)
    return () => note(key, false)
  }, [found, key])

  async function supersedeBefore() {
    const other = before.current
    if (other && other.key !== key && (await supersede(other))) before.current = undefined
  }

  /** For good; but not what was typed in this place since, after a page was left while it was being sent. */
  function forget() {
    const stored = read<T>(key)
    if (stored && JSON.stringify(stored.typed) !== JSON.stringify(latest.current)) return
    note(key, false)
    try {
      localStorage.removeItem(key)
      sessionStorage.removeItem(place)
    } catch {}
    void supersedeBefore()
  }

  function type(next: T) {
    setTyped(next)
    if (isStart(next)) {
      forget()
      latest.current = next
      return
    }
    latest.current = next
    note(key, true)
    try {
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), typed: next }))
      sessionStorage.setItem(place, key)
    } catch {
      // storage is full or closed to us: it lasts as long as the page
      return
    }
    void supersedeBefore()
  }

  return { typed, type, forget, /** From an earlier visit. */ wasFound: found !== undefined }
}
