// The session of this page. Its token is in local storage if the person keeps the session on the device, else in session
// storage, which ends with the browser. Tabs of a browser share it and sign out together (DECISIONS §3).
import type { OwnUser } from '../../contract/auth.ts'
import { createStore, useStore } from './store.ts'
import { endRenewal, newTokenStored, renewalBegun, renewalEnded } from './token-renewal.ts'

type Session =
  /** The existence of a token isn't known yet. */
  | { phase: 'starting' }
  /** The user of the token is being fetched. */
  | { phase: 'loading' }
  | { phase: 'visitor' }
  | { phase: 'member'; user: OwnUser }
  /** The server answers nothing until the person has added a demanded second factor. */
  | { phase: 'limited'; user: OwnUser }
  /** The session ended while the page was open: its content stays until the person signs in again or cancels. */
  | { phase: 'ended'; user: OwnUser }

type Message =
  /** The token of a session that isn't kept: others are in local storage, whose changes all tabs hear. */
  | { type: 'ask' }
  | { type: 'token'; token: string; person: string | undefined }
  | { type: 'out'; person: string | undefined }
  | { type: 'renewing' }
  /** Without a token the one before is still valid. */
  | { type: 'renewed'; before: string; token: string | undefined }

const key = 'auth_token'
/** Person of the token in local storage. */
const personKey = 'auth_person'
/** Prefix of the upload client's keys in local storage (web/api/uploads.ts). */
const uploads = 'tus::'
/** Prefix of the consents to external images (web/markdown/images/with-image-consent.tsx). */
const images = 'images '
/** After it nobody finds the page of somebody who left it open: as if the person had cancelled the new sign-in. */
const endedPageMs = 15 * 60_000
/** Time for other tabs to answer a new one. */
const answerTimeoutMs = 200

const session = createStore<Session>({ phase: 'starting' })
const signOutListeners = new Set<() => void>()
let channel: BroadcastChannel | undefined
/** Session that ended while the page was open; other tabs may not know it yet. */
let ended: Held | undefined

interface Held {
  token: string
  isKept: boolean
}

/** Session of this page: somebody else may sign in in another tab. */
let held: Held | undefined

export const currentToken = () => held?.token ?? null

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'click']
/** Somebody has opened the page. */
let isActive = true

const noteActivity = ({ isTrusted }: Event) => {
  isActive ||= isTrusted
}

/**
 * True if the person has done something since the last call. The server is told with the next request: an open page that
 * nobody touches doesn't extend the session.
 */
export function takeActivity() {
  const wasActive = isActive
  isActive = false
  return wasActive
}

function findStored(): Held | undefined {
  const unkept = sessionStorage.getItem(key)
  if (unkept !== null) return { token: unkept, isKept: false }
  const kept = localStorage.getItem(key)
  return kept === null ? undefined : { token: kept, isKept: true }
}

function hold(token: string, isKept: boolean, person: string) {
  held = { token, isKept }
  if (!isKept) return sessionStorage.setItem(key, token)
  sessionStorage.removeItem(key)
  try {
    // before the token, of whose change the other tabs hear
    localStorage.setItem(personKey, person)
    localStorage.setItem(key, token)
  } catch {
    // the storage is full
    localStorage.removeItem(key)
    hold(token, false, person)
  }
}

/** Another tab may have stored a newer one. */
function dropToken() {
  for (const storage of [sessionStorage, localStorage])
    if (storage.getItem(key) === held?.token) storage.removeItem(key)
  held = undefined
}

const broadcast = (message: Message) => channel?.postMessage(message)

const openSession = (user: OwnUser): Session => ({ phase: user.must_add_factor ? 'limited' : 'member', user })
const isOpen = ({ phase }: Session) => phase === 'member' || phase === 'limited'
const userOf = (session: Session) => ('user' in session ? session.user : undefined)

export const currentSession = session.get
export const onSession = session.subscribe
export const useSession = () => useStore(session)

/** The signed-in person; undefined for a visitor and while the session is unknown. */
export const useMember = (): OwnUser | undefined => userOf(useSession())

/** The id of the signed-in person, also after their session ended. */
export const currentPerson = () => userOf(session.get())?.id

/** Fetches the user of the token, undefined if it has none; an error if that can't be known. Provided by the auth feature. */
type LoadUser = () => Promise<OwnUser | undefined>
let loadUser: LoadUser | undefined

async function load(): Promise<void> {
  session.set({ phase: 'loading' })
  const user = await (loadUser as LoadUser)().catch(() => 'unknown' as const)
  // signed out or in again since the request: the newer state is kept
  if (session.get().phase !== 'loading') return
  if (user && user !== 'unknown' && held) {
    // another tab may have stored somebody else's meanwhile
    if (held.isKept && localStorage.getItem(key) === held.token) hold(held.token, true, user.id)
    return session.set(openSession(user))
  }
  // a lost network says nothing about the token: a reload uses it again
  if (user !== 'unknown') {
    dropToken()
    // renewed in another tab meanwhile
    held = findStored()
    if (held) return load()
  }
  session.set({ phase: 'visitor' })
}

/** Includes drafts, unsent messages, last searches, the last page, the consent to push messages and unfinished uploads, which remain when a session only expires. */
function clearStorage() {
  sessionStorage.clear()
  const person = currentPerson()
  const prefixes = [
    uploads,
    images,
    ...(person === undefined
      ? []
      : [`unsent ${person} `, `searches ${person}`, `last-page ${person}`, `push ${person}`]),
  ]
  for (const name of Object.keys(localStorage))
    if (prefixes.some((prefix) => name.startsWith(prefix))) localStorage.removeItem(name)
  // somebody else may keep a session in this browser
  const keeper = localStorage.getItem(personKey)
  const isOthers = keeper !== null && person !== undefined && keeper !== person
  // the last two are of an older version of the site
  for (const name of [...(isOthers ? [] : [key, personKey]), 'token', 'user']) localStorage.removeItem(name)
  held = undefined
}

function receive({ data }: MessageEvent<Message>) {
  const { phase } = session.get()
  const person = currentPerson()
  if (data.type === 'ask' && held && !held.isKept && isOpen(session.get()))
    broadcast({ type: 'token', token: held.token, person })
  // another person's sign-out in another tab doesn't end this session
  const isOther = data.type === 'out' && person !== undefined && data.person !== undefined && data.person !== person
  if (data.type === 'out' && !isOther && phase !== 'visitor') {
    clearStorage()
    session.set({ phase: 'visitor' })
  }
  // signed in in another tab, or that tab answered this tab's request at its start
  if (data.type === 'token' && (phase === 'visitor' || phase === 'starting')) {
    hold(data.token, false, data.person ?? '')
    void load()
  }
  // the same person signed in again, or this tab missed a new token
  if (data.type === 'token' && phase === 'ended' && data.person === person && data.token !== ended?.token) {
    hold(data.token, false, data.person ?? '')
    continueSession()
  }
  if (data.type === 'renewing') renewalBegun()
  if (data.type === 'renewed') takeNewToken(data.before, data.token)
}

/** Another tab has stored the token of a kept session. */
function receiveStored({ storageArea, key: changed, newValue }: StorageEvent) {
  if (storageArea !== localStorage || changed !== key || newValue === null) return
  const { phase } = session.get()
  if (phase !== 'visitor' && phase !== 'starting') return void takeStored()
  held = { token: newValue, isKept: true }
  void load()
}

/** True if local storage has another token of this page's person: they signed in again, or it was renewed. */
function takeStored() {
  const token = localStorage.getItem(key)
  const isOthers = held?.isKept === false || localStorage.getItem(personKey) !== currentPerson()
  if (token === null || token === currentToken() || token === ended?.token || isOthers) return false
  held = { token, isKept: true }
  continueSession()
  newTokenStored()
  return true
}

function continueSession() {
  const current = session.get()
  if (current.phase === 'ended') session.set(openSession(current.user))
}

function takeNewToken(before: string, token: string | undefined) {
  const own = [held, ended].find((known) => known?.token === before)
  const isOurs = token !== undefined && own !== undefined
  if (isOurs) {
    hold(token, own.isKept, currentPerson() ?? '')
    continueSession()
  }
  endRenewal()
  if (isOurs) newTokenStored()
}

/** Runs a request whose answer may have a new token for this browser; the one before ends with it. */
export async function renewingToken(before: string, request: () => Promise<Response>) {
  renewalBegun()
  broadcast({ type: 'renewing' })
  let token: string | undefined
  try {
    const response = await request()
    token = response.headers.get('x-access-token') ?? undefined
    return response
  } finally {
    takeNewToken(before, token)
    broadcast({ type: 'renewed', before, token })
  }
}

/** True if the refused token of this person has been replaced; waits for a renewal that has begun. */
export async function wasRenewed(token: string, person: string | undefined) {
  await renewalEnded()
  if (currentToken() === token) takeStored()
  const current = currentToken()
  return current !== null && current !== token && currentPerson() === person
}

/** Looks for a token in this browser, then in other tabs. Called once, at page start. */
export function startSession(loader: LoadUser) {
  loadUser = loader
  for (const event of activityEvents) addEventListener(event, noteActivity, { capture: true, passive: true })
  channel = new BroadcastChannel('alejandria-session')
  channel.onmessage = receive
  addEventListener('storage', receiveStored)
  held = findStored()
  if (held) return void load()
  broadcast({ type: 'ask' })
  setTimeout(() => {
    if (session.get().phase === 'starting') session.set({ phase: 'visitor' })
  }, answerTimeoutMs)
}

/** With `isKept` the session outlives the browser. */
export function sessionOpened(token: string, user: OwnUser, isKept: boolean) {
  const before = currentPerson()
  // a different person signed in: the previous person's work is stopped
  if (before !== undefined && before !== user.id) for (const listener of signOutListeners) listener()
  // one that a server that was away left in its place
  dropToken()
  hold(token, isKept, user.id)
  session.set(openSession(user))
  if (!isKept) broadcast({ type: 'token', token, person: user.id })
}

/** Stores a changed name, role or limit of the signed-in person. */
export function userChanged(user: OwnUser) {
  const current = session.get()
  if (!('user' in current) || !isOpen(current) || current.user.id !== user.id) return
  if (JSON.stringify(current.user) !== JSON.stringify(user)) session.set(openSession(user))
}

/** Called when the server asks for a second factor before anything else. */
export function sessionLimited(token: string) {
  const current = session.get()
  if (currentToken() !== token || current.phase !== 'member') return
  session.set(openSession({ ...current.user, must_add_factor: true }))
}

/** Called when the server rejects the token. */
export function sessionEnded(token: string) {
  if (currentToken() !== token) return
  ended = held
  dropToken()
  const current = session.get()
  if (!('user' in current) || !isOpen(current)) return
  session.set({ phase: 'ended', user: current.user })
  setTimeout(() => {
    if (session.get().phase === 'ended' && ended?.token === token) sessionAbandoned()
  }, endedPageMs)
  if (!takeStored()) broadcast({ type: 'ask' })
}

/** Ends the session here and in the other tabs, after signing out. */
export function sessionClosed() {
  const person = currentPerson()
  clearStorage()
  session.set({ phase: 'visitor' })
  broadcast({ type: 'out', person })
}

/** Waits while the person's session has ended; true once the same person is signed in again. */
export function signedInAgain(person: string): Promise<boolean> {
  const isMember = () => isOpen(session.get()) && currentPerson() === person
  if (session.get().phase !== 'ended' || currentPerson() !== person) return Promise.resolve(isMember())
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      if (session.get().phase === 'ended') return
      unsubscribe()
      resolve(isMember())
    })
  })
}

/** Called when the person cancels the new sign-in; their drafts are kept. */
export function sessionAbandoned() {
  dropToken()
  session.set({ phase: 'visitor' })
}

/** Registers the stop function of one person's background work. */
export function whenSignedOut(stop: () => void) {
  signOutListeners.add(stop)
  session.subscribe(() => session.get().phase === 'visitor' && stop())
}
