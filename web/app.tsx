import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider, useMatch } from 'react-router'
import { pages } from '../contract/pages.ts'
import { hasOpenDrafts, hasStoredDrafts } from './api/drafts.ts'
import { startLive } from './api/live.ts'
import { createQueryClient } from './api/query-client.ts'
import { useMember, useSession } from './api/session.ts'
import { useClearCacheOnUserChange, useLogOut } from './auth/api.ts'
import { LoginProvider, useLogin } from './auth/login.tsx'
import { texts } from './auth/texts.ts'
import { resumeUnsentMessages } from './chat/sync/browser/resume-unsent-messages.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LazyResolvedLink } from './links/lazy-resolved-link.tsx'
import { LinkTokens } from './markdown/link-token.tsx'
import { navigation } from './navigation.ts'
import { useHeartbeat } from './presence/api.ts'
import { OnlineUsers } from './presence/online-users.tsx'
import { AppRoutes } from './routes.tsx'
import { Greeting } from './shell/greeting.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from './ui/controls/button.tsx'
import { ConfirmProvider, useConfirm } from './ui/dialogs/confirm.tsx'
import { ToastProvider } from './ui/dialogs/toast.tsx'
import { lazyPart } from './ui/lazy.ts'

/** Uploads continue without it. */
const UploadWatch = lazyPart(
  () => import('./files/uploads/upload-watch.tsx'),
  () => null,
)

function SessionButton() {
  const { phase } = useSession()
  const logIn = useLogin()
  const logOut = useLogOut()
  const confirm = useConfirm()
  const user = useMember()

  async function leave() {
    const isLost = user !== undefined && (hasStoredDrafts(user.id) || hasOpenDrafts())
    if (isLost && !(await confirm({ text: texts.confirmSignOut, action: texts.signOut, danger: true }))) return
    logOut.mutate()
  }
  if (phase === 'member')
    return (
      <Button variant="quiet" icon="logout" busy={logOut.isPending} onClick={() => void leave()}>
        {texts.signOut}
      </Button>
    )
  if (phase === 'visitor' || phase === 'ended')
    return (
      <Button variant="primary" icon="login" onClick={logIn}>
        {texts.signIn}
      </Button>
    )
  return null
}

function AppFrame() {
  const { phase } = useSession()
  const user = useMember()
  const isCounted = useHeartbeat()
  useClearCacheOnUserChange()
  // the document reader has a tab of its own, without the shell
  if (useMatch(pages.viewFile.path)) return <AppRoutes key={user?.id} />
  return (
    <Shell
      entries={navigation(
        user ? (user.role === 'admin' ? 'admin' : 'member') : phase === 'visitor' ? 'visitor' : 'unknown',
      )}
      greeting={user && <Greeting name={user.name} admin={user.role === 'admin'} />}
      online={phase === 'member' && <OnlineUsers isCounted={isCounted} />}
      session={<SessionButton />}
    >
      <AppRoutes key={user?.id} />
      {user && (
        <Suspense>
          <UploadWatch key={user.id} />
        </Suspense>
      )}
    </Shell>
  )
}

function Root() {
  return (
    <ToastProvider>
      <ConfirmProvider>
        <LoginProvider>
          <LinkTokens value={LazyResolvedLink}>
            <AppFrame />
            <LeaveGuard />
          </LinkTokens>
        </LoginProvider>
      </ConfirmProvider>
    </ToastProvider>
  )
}

// one route for all, because the contract defines the pages; a data router, because only it can block navigation
const router = createBrowserRouter([{ path: '*', element: <Root /> }])

export function App() {
  const [queryClient] = useState(createQueryClient)
  useEffect(startLive, [])
  useEffect(resumeUnsentMessages, [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
