import { QueryClientContext } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useMatch } from 'react-router'
import type { OwnUser } from '../contract/auth.ts'
import { pages } from '../contract/pages.ts'
import { loadedQueryClient } from './api/loaded-query-client.ts'
import { useMember, useSession } from './api/session.ts'
import { useStore } from './api/store.ts'
import css from './app.module.css'
import { Login, logIn } from './auth/login.tsx'
import { texts } from './auth/texts.ts'
import { framedFile } from './files/framed-file.ts'
import { LinkTokens, PlainLinkToken } from './markdown/link-token.tsx'
import { keepLoadingMemberParts, memberParts } from './member-parts.ts'
import { navigation } from './navigation.ts'
import { AppBoundary } from './page-boundary.tsx'
import { AppRoutes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from './ui/controls/button.tsx'

/**
 * One button signs in and out; the focus goes on to the page's heading. Before the session is known it offers to sign in,
 * but not at once, and not in a tab with a token (app.module.css).
 */
function SessionButton() {
  const { phase } = useSession()
  const user = useMember()
  const parts = useStore(memberParts)
  const [isLeaving, setLeaving] = useState(false)
  const isMember = phase === 'member' || phase === 'limited'

  async function leave() {
    if (!user || !parts || !(await parts.confirmSignOut(user))) return
    setLeaving(true)
    await parts.logOut()
    setLeaving(false)
  }
  return (
    <Button
      variant={isMember ? 'quiet' : 'primary'}
      icon={isMember ? 'logout' : 'login'}
      busy={isMember && (isLeaving || !parts)}
      onClick={isMember ? () => void leave() : logIn}
      className={phase === 'starting' ? css.likely : undefined}
    >
      {isMember ? texts.signOut : texts.signIn}
    </Button>
  )
}

const viewerOf = ({ must_add_factor, role }: OwnUser) =>
  must_add_factor ? 'limited' : role === 'admin' ? 'admin' : 'member'

function AppFrame() {
  const { phase } = useSession()
  const user = useMember()
  const parts = useStore(memberParts)
  const isHome = useMatch(pages.home.path) !== null
  const opened = useMatch(pages.viewFile.path)
  const framed = useStore(framedFile)
  const isHelp = useMatch(`${pages.help.path}/*`) !== null
  const isMissingParts = user !== undefined && !parts
  useEffect(() => (isMissingParts ? keepLoadingMemberParts() : undefined), [isMissingParts])
  const viewer = user && viewerOf(user)
  const isLimited = viewer === 'limited'
  const background = user && parts && (isLimited ? <parts.Confirmation /> : <parts.MemberBackground />)
  const content = isLimited && !isHelp ? parts && <parts.DemandPage /> : <AppRoutes key={user?.id} />
  // a document has a tab of its own, without the shell
  if (opened && opened.params.id !== framed && !isLimited)
    return (
      <>
        {background}
        {content}
      </>
    )
  return (
    <>
      {background}
      <Shell
        entries={navigation(viewer ?? (phase === 'loading' ? 'unknown' : 'visitor'))}
        greeting={user && parts && <parts.Greeting name={user.name} admin={user.role === 'admin'} />}
        search={phase === 'member' && parts && <parts.SearchButton />}
        notices={phase === 'member' && parts && <parts.Bell />}
        online={phase === 'member' && parts && <parts.OnlineUsers />}
        session={phase !== 'loading' && <SessionButton />}
        viewer={phase === 'visitor' || phase === 'limited' ? phase : user?.id}
      >
        {isHome && user?.factor_demanded_from && parts && <parts.ComingDemand />}
        {isHome && viewer === 'admin' && parts && <parts.FirstStepsNotice />}
        {content}
        {isHome && user && !isLimited && parts && <parts.SinceLastVisit key={`visit ${user.id}`} />}
        {user && !isLimited && parts && <parts.UploadWatch key={`uploads ${user.id}`} />}
      </Shell>
    </>
  )
}

/** Ends the time in which web/public/start.js remembers presses, and repeats the last one. */
function useEarlyPress() {
  // with the commit that makes React hear presses: later ones are not remembered as well
  useLayoutEffect(() => void document.dispatchEvent(new Event('app-ready')), [])
  useEffect(() => {
    const pressed = document.querySelector<HTMLElement>('[data-pressed]')
    pressed?.removeAttribute('data-pressed')
    pressed?.click()
  }, [])
}

/** The app below its router, which is the browser's or, for the pre-rendered pages, a fixed one. */
export function App() {
  const queryClient = useStore(loadedQueryClient)
  const parts = useStore(memberParts)
  useEarlyPress()
  useEffect(() => {
    queryClient?.mount()
    return () => queryClient?.unmount()
  }, [queryClient])
  return (
    <QueryClientContext value={queryClient}>
      <LinkTokens value={parts?.LazyResolvedLink ?? PlainLinkToken}>
        <AppBoundary>
          <AppFrame />
        </AppBoundary>
      </LinkTokens>
      <Login />
      {parts && <parts.Question />}
      {parts && <parts.Toasts />}
    </QueryClientContext>
  )
}
