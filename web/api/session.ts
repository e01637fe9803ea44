// Who is signed in here. The token lives in this tab's session storage; tabs of one browser ask each other for it and
// sign out together (DECISIONS §3).
import { useSyncExternalStore } from 'react'
import type { User } from '../../contract/users.ts'

export type Session =
  /** Before it is known whether there is a token. */
  | { phase: 'starting' }
  /** There is a token; whose it is is being asked. */
  | { phase: 'loading' }
  | { phase: 'visitor' }
  | { phase: 'member'; user: User }
  /** The session ended while the page was open: what is on it stays, until the person signs in again or gives up. */
  | { phase: 'ended'; user: User }

type Message = { type: 'ask' } | { type: 'token'; token: string } | { type: 'out'; person: string | undefined }

const key = 'auth_token'
/** What the upload client keeps in local storage, to go on after a reload (web/api/uploads.ts). */
const uploads = 'tus::'
/** Texts whose pictures of other sites somebody wanted to see (web/markdown/agreement.ts). */
const images = 'images '
/** Milliseconds that a new tab waits for another one to answer. */
const answerWithin = 200

let session: Session = { phase: 'starting' }
const listeners = new Set<() => void>()
/** What a person's work in this tab is ended with. */
const stopping = new Set<() => void>()
const channel = new BroadcastChannel('alejandria-session')

export const currentToken = () => sessionStorage.getItem(key)
const say = (message: Message) => channel.postMessage(message)

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** How a token becomes a person; given by the auth feature, which knows the call. */
type LoadUser = () => Promise<User>
let loadUser: LoadUser | undefined

async function load() {
  const token = currentToken()
  become({ phase: 'loading' })
  const user = await (loadUser as LoadUser)().catch(() => undefined)
  // signed out meanwhile, or in again: that is what counts
  if (session.phase !== 'loading') return
  if (user && currentToken() === token) return become({ phase: 'member', user })
  forget()
  become({ phase: 'visitor' })
}

/** Also what was typed and not sent, and what is known of unfinished uploads, which the session's end alone leaves there. */
function forgetEverything() {
  sessionStorage.clear()
  const kept = [uploads, images, ...('user' in session ? [`unsent ${session.user.id} `] : [])]
  for (const name of Object.keys(localStorage))
    if (kept.some((start) => name.startsWith(start))) localStorage.removeItem(name)
  forget()
}

function forget() {
  sessionStorage.removeItem(key)
  for (const legacy of [key, 'token', 'user']) localStorage.removeItem(legacy)
}

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  const token = currentToken()
  if (data.type === 'ask' && token && session.phase === 'member') say({ type: 'token', token })
  // what somebody else does in another tab is no concern of this one
  const isOther =
    data.type === 'out' && 'user' in session && data.person !== undefined && data.person !== session.user.id
  if (data.type === 'out' && !isOther && session.phase !== 'visitor') {
    forgetEverything()
    become({ phase: 'visitor' })
  }
  // somebody signed in beside us, or answered what we asked when we started
  if (data.type === 'token' && !token && (session.phase === 'visitor' || session.phase === 'starting')) {
    sessionStorage.setItem(key, data.token)
    void load()
  }
}

/** Finds out who is signed in: a token of this tab, or of another. Once, when the page starts. */
export function startSession(load_: LoadUser) {
  loadUser = load_
  if (currentToken()) return void load()
  say({ type: 'ask' })
  setTimeout(() => {
    if (session.phase === 'starting') become({ phase: 'visitor' })
  }, answerWithin)
}

/** After a sign-in. */
export function sessionOpened(token: string, user: User) {
  // somebody else than the one whose session ended: nothing of theirs goes on
  if ('user' in session && session.user.id !== user.id) for (const stop of stopping) stop()
  sessionStorage.setItem(key, token)
  become({ phase: 'member', user })
  say({ type: 'token', token })
}

/** The server knows more of the signed-in person than this page: another name, another role. */
export function userChanged(user: User) {
  if (session.phase !== 'member' || session.user.id !== user.id) return
  if (JSON.stringify(session.user) !== JSON.stringify(user)) become({ phase: 'member', user })
}

/** The server doesn't know the token any more. */
export function sessionEnded(token: string) {
  if (currentToken() !== token) return
  forget()
  if (session.phase === 'member') become({ phase: 'ended', user: session.user })
}

/** After signing out: here and in the other tabs. */
export function sessionClosed() {
  const person = currentPerson()
  forgetEverything()
  become({ phase: 'visitor' })
  say({ type: 'out', person })
}

/** Whose page this is. */
export const currentPerson = () => ('user' in session ? session.user.id : undefined)

/** Waits until somebody whose session ended decides: true once this very person is signed in again. */
export function signedInAgain(person: string): Promise<boolean> {
  const isBack = () => session.phase === 'member' && session.user.id === person
  if (session.phase !== 'ended' || session.user.id !== person) return Promise.resolve(isBack())
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (session.phase === 'ended') return
      stop()
      resolve(isBack())
    })
  })
}

/** When the person doesn't sign in again after the session ended; what was typed waits for when they do. */
export function sessionGivenUp() {
  forget()
  become({ phase: 'visitor' })
}

/** For what goes on behind the pages, and for one person only. */
export function whenSignedOut(stop: () => void) {
  stopping.add(stop)
  subscribe(() => session.phase === 'visitor' && stop())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentSession = () => session
/** For what follows the session without being on the page. */
export const onSession = subscribe

export const useSession = () => useSyncExternalStore(subscribe, () => session)

/** The signed-in person; undefined for a visitor and while it isn't known. */
export function useMember(): User | undefined {
  const session = useSession()
  return session.phase === 'member' || session.phase === 'ended' ? session.user : undefined
}
