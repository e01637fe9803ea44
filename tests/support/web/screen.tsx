/**
 * The whole app in a real browser with answers in place of a server: for what is shown while it loads, when it is empty,
 * refused or lost, and for forms. `page` of vitest/browser finds what is on screen.
 */
import '../../../web/theme/global.css'
import '../../../web/api/query-client.ts'
import type { HttpHandler } from 'msw'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth, type OwnUser } from '../../../contract/auth.ts'
import { chat } from '../../../contract/chat.ts'
import { notices } from '../../../contract/notices/notices.ts'
import { firstSteps } from '../../../contract/operator/first-steps.ts'
import { presence } from '../../../contract/presence.ts'
import type { Role } from '../../../contract/users.ts'
import { whatsNew } from '../../../contract/whats-new.ts'
import { loadedQueryClient } from '../../../web/api/loaded-query-client.ts'
import { sessionClosed, sessionOpened, startSession } from '../../../web/api/session.ts'
import { App } from '../../../web/app.tsx'
import { loadUser } from '../../../web/auth/api.ts'
import { loadMemberParts } from '../../../web/member-parts.ts'
import { answer, pageClosed, startServer, takeProblems } from './server.ts'

export const screens = {
  desktop: [1440, 900],
  phone: [390, 844],
  /** The smallest supported phone (DECISIONS §3). */
  narrow: [360, 740],
} as const

/** A moment some days ago. */
export const earlier = '2026-03-02T09:00:00.000Z'

/** An id by a number. */
export const idOf = (n: number) => `${n}`.padStart(32, '0')

export const personNamed = (name: string, id: string, role: Role = 'normal'): OwnUser => ({
  id,
  name,
  role,
  email: `${name.toLowerCase()}@alejandria.example`,
  phone: null,
  avatar: null,
  avatar_url: null,
  is_active: true,
  created_at: earlier,
  must_add_factor: false,
  factor_demanded_from: null,
})
export const safo = personNamed('Safo', idOf(1))
export const hipatia = personNamed('Hipatia', idOf(2), 'admin')
export const zenon = personNamed('Zenón', idOf(3))

/** What every page of a member asks for. */
export const everyPage = (user: OwnUser): HttpHandler[] => {
  const unseen = { fresh: 0, seen_until: earlier }
  const none = { count: 0, newest: [] }
  return [
    answer(auth.me, user),
    answer(presence.heartbeat, { status: 'ok' }),
    answer(presence.list, { online_users: [{ id: user.id, name: user.name, role: user.role }] }),
    answer(whatsNew.read, { blog: unseen, news: unseen, files: unseen }),
    answer(whatsNew.markSeen, { blog: unseen, news: unseen, files: unseen }),
    answer(whatsNew.visit, { messages: none, posts: none, conversations: none, news: none, files: none }),
    answer(notices.list, [], { headers: { 'x-unread': '0' } }),
    answer(notices.read, { unread: 0 }),
    answer(notices.readFollowing, { state: null }),
    answer(chat.reading, { seq: 0, head: 0, unread: 0 }),
    ...(user.role === 'admin' ? [answer(firstSteps.read, { is_put_away: true, steps: [], test_mail: null })] : []),
  ]
}

// the page of a link under a resting pointer isn't preloaded
Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })

interface Opening {
  /** Nobody with null. */
  as?: OwnUser | null
  answers?: HttpHandler[]
  screen?: keyof typeof screens
  /** As at the start of a page whose tab has a token: the server is asked whose it is. */
  isStarting?: boolean
}

/** Of a browser whose tabs know nothing of each other: messages of a test would reach the next one. */
class SilentChannel {
  postMessage() {}
}

let root: Root | undefined

/** Opens a page of the app. */
export async function openPage(
  path: string,
  { as = safo, answers = [], screen = 'desktop', isStarting = false }: Opening = {},
) {
  const [width, height] = screens[screen]
  await page.viewport(width, height)
  closePage()
  await startServer([...answers, ...(as ? everyPage(as) : [])])
  // a pointer that rests on a link of the new page would ask for the data of another one
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true })
  history.replaceState(null, '', path)
  if (isStarting) {
    sessionClosed()
    sessionStorage.setItem('auth_token', 'token')
    vi.stubGlobal('BroadcastChannel', SilentChannel)
    startSession(loadUser)
  } else if (as) {
    sessionOpened('token', as, false)
    await loadMemberParts()
  } else sessionClosed()
  const element = document.createElement('div')
  document.body.append(element)
  root = createRoot(element)
  root.render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  )
}

/** As a reload of the page: what the browser has stored stays. */
export function closePage() {
  root?.unmount()
  root = undefined
  pageClosed()
  loadedQueryClient.get()?.clear()
  document.body.replaceChildren()
}

const expected: (string | RegExp)[] = []
const lines: string[] = []

/** Lines of the console that the test is about; any other warning or error fails it. */
export const expectInConsole = (...patterns: (string | RegExp)[]) => void expected.push(...patterns)

beforeEach(() => {
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...values) => void lines.push(`${level}: ${values.join(' ')}`))
})

afterEach(() => {
  closePage()
  sessionClosed()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  const isExpected = (line: string) => expected.some((pattern) => line.match(pattern))
  const unexpected = [...takeProblems(), ...lines.splice(0).filter((line) => !isExpected(line))]
  expected.length = 0
  expect(unexpected, 'requests without an answer, and lines of the console').toEqual([])
})
