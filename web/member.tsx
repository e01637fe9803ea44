import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '../contract/users.ts'
import { hasOpenDrafts, hasStoredDrafts } from './api/drafts.ts'
import { startLive } from './api/live.ts'
import { useRereadLists } from './api/reread-lists.ts'
import type { Store } from './api/store.ts'
import { resumeUnsent } from './api/unsent/queue-of-member.ts'
import { Confirmation } from './auth/step-up/confirmation.tsx'
import { texts } from './auth/texts.ts'
import { useUnreadBadge } from './chat/reading/read-state.ts'
import { useStartPage } from './installed/start-page.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { texts as linkTexts } from './links/texts.ts'
import { type LinkTokenProps, PlainLinkToken } from './markdown/link-token.tsx'
import { badges } from './navigation.ts'
import { loadOpenedPage, preloadByIntent } from './preload.ts'
import { useHeartbeat } from './presence/api.ts'
import { SearchPalette } from './search/palette/search-palette.tsx'
import { KeyHelp } from './shell/keys/key-help.tsx'
import type { NavBadge } from './shell/nav-entry.ts'
import { confirm } from './ui/dialogs/confirm.tsx'
import { allPaths } from './ui/icons.tsx'
import { lazyPart, nothing } from './ui/lazy.ts'
import { loadable } from './ui/loadable.tsx'
import { memberIcons } from './ui/member-icons.ts'
import { memberParts as emptyState } from './ui/page/empty-state.tsx'
import { HelpLink } from './ui/page/help-link.tsx'
import { useUnseenBadge } from './whats-new/api.ts'

Object.assign(allPaths, memberIcons)
emptyState.HelpLink = HelpLink

/** Loaded for those of whom a second factor will be demanded, and in place of all pages once it is. */
export const ComingDemand = lazyPart(() => import('./auth/demand/coming-demand.tsx'), nothing)
export const DemandPage = lazyPart(() => import('./auth/demand/demand-page.tsx'))

/** Uploads continue without it. */
export const UploadWatch = lazyPart(() => import('./files/uploads/upload-watch.tsx'), nothing)

/** Loaded when the page is idle. */
const InstalledApp = lazyPart(() => import('./installed/installed-app.tsx'), nothing)

export { loadUser, logOut } from './auth/api.ts'
export { Confirmation } from './auth/step-up/confirmation.tsx'
export { memberPages } from './member-pages.ts'
export { Bell } from './notices/bell.tsx'
export { loadOpenedPage } from './preload.ts'
export { OnlineUsers } from './presence/online-users.tsx'
export { SearchButton } from './search/palette/search-palette.tsx'
export { Greeting } from './shell/greeting.tsx'
export { Question } from './ui/dialogs/confirm.tsx'
export { Toasts } from './ui/dialogs/toasts.tsx'

const ResolvedLink = loadable(() => import('./links/resolved-link.tsx').catch(() => ({ default: PlainLinkToken })))

/**
 * Loaded with the first text that has a link token. All tokens of a page are then rendered at once and resolved in one
 * request, which `lazy` wouldn't do.
 */
export const LazyResolvedLink = (props: LinkTokenProps) => (
  <ResolvedLink {...props} fallback={props.image ? props.image() : linkTexts.loading(props.label)} />
)

/** Loaded on the home page of administrators. */
export const FirstStepsNotice = lazyPart(() => import('./first-steps/first-steps-notice.tsx'), nothing)

/** Loaded on the home page. */
export const SinceLastVisit = lazyPart(() => import('./whats-new/visit/since-last-visit.tsx'), nothing)

/** Loaded on the home page. */
export const NewestItems = lazyPart(() => import('./whats-new/visit/newest-items.tsx'), nothing)

const resumeMessages = () =>
  resumeUnsent(['chat-outbox', 'chat-changes'], async () => (await import('./chat/sync/browser.ts')).startQueues)
const resumeReactions = () =>
  resumeUnsent(['reactions'], async () => (await import('./reactions/reaction-queue.ts')).reactionQueue)

const liveDelayMs = 300
const maxIdleDelayMs = 5000

/** True once the page has nothing else to do; Safari doesn't say when. */
function useIdle() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const become = () => setIdle(true)
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(become, maxIdleDelayMs)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(become, { timeout: maxIdleDelayMs })
    return () => cancelIdleCallback(request)
  }, [])
  return isIdle
}

function useShownBadge(store: Store<NavBadge | undefined>, { short, label }: Partial<NavBadge> = {}) {
  useEffect(() => {
    store.set(short !== undefined && label !== undefined ? { short, label } : undefined)
    return () => store.set(undefined)
  }, [store, short, label])
}

/** Background work of a signed-in page: presence, the live connection, counts, unsent texts, preloading. */
export function MemberBackground() {
  const { pathname, search } = useLocation()
  const isIdle = useIdle()
  useStartPage()
  useLayoutEffect(() => void loadOpenedPage({ pathname, search }), [pathname, search])
  useEffect(preloadByIntent, [])
  useHeartbeat()
  useRereadLists()
  useShownBadge(badges.blog, useUnseenBadge('blog'))
  useShownBadge(badges.news, useUnseenBadge('news'))
  useShownBadge(badges.chat, useUnreadBadge())
  useShownBadge(badges.files, useUnseenBadge('files'))
  useEffect(() => {
    // the first list doesn't wait for the code of the live connection
    const timer = setTimeout(startLive, liveDelayMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(resumeMessages, [])
  useEffect(resumeReactions, [])
  return (
    <>
      <LeaveGuard />
      <SearchPalette />
      <KeyHelp />
      <Confirmation />
      {isIdle && <InstalledApp />}
    </>
  )
}

/** Asks before texts are lost that only this browser has. */
export async function confirmSignOut(user: User) {
  if (!hasStoredDrafts(user.id) && !hasOpenDrafts()) return true
  return await confirm({ text: texts.confirmSignOut, action: texts.signOut, danger: true })
}
