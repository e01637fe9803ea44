import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider, useMatch } from 'react-router'
import { pages } from '../contract/pages.ts'
import { startLive } from './api/live.ts'
import { makeQueryClient } from './api/queries.ts'
import { useMember, useSession } from './api/session.ts'
import { isAnythingUnsent, keepsUnsent } from './api/unsent.ts'
import { useForgetOnChange, useHeartbeat, useLogOut } from './auth/api.ts'
import { LoginProvider, useLogin } from './auth/login.tsx'
import { OnlineUsers } from './auth/online-users.tsx'
import { texts } from './auth/texts.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { LazyLinkToken } from './links/lazy-link-token.tsx'
import { LinkTokens } from './markdown/link-token.tsx'
import { navigation } from './navigation.ts'
import { AppRoutes } from './routes.tsx'
import { Greeting } from './shell/greeting.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from './ui/button.tsx'
import { ConfirmProvider, useConfirm } from './ui/confirm.tsx'
import { ToastProvider } from './ui/toast.tsx'

/** Beside all pages; without it the uploads go on all the same. */
const UploadWatch = lazy<ComponentType>(() => import('./files/upload-watch.tsx').catch(() => ({ default: () => null })))

/** Signs in or out; nothing while it isn't known which. */
function SessionButton() {
  const { phase } = useSession()
  const logIn = useLogin()
  const logOut = useLogOut()
  const confirm = useConfirm()
  const user = useMember()

  async function leave() {
    const isLost = user !== undefined && (keepsUnsent(user.id) || isAnythingUnsent())
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

/** The frame of every page, with who is signed in. */
function House() {
  const { phase } = useSession()
  const user = useMember()
  const isCounted = useHeartbeat()
  useForgetOnChange()
  // a document has a tab of its own, and all of its room
  if (useMatch(pages.viewFile.path)) return <AppRoutes key={user?.id} />
  return (
    <Shell
      entries={navigation({ isVisitor: phase === 'visitor', isAdmin: user?.role === 'admin' })}
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
          <LinkTokens value={LazyLinkToken}>
            <House />
            <LeaveGuard />
          </LinkTokens>
        </LoginProvider>
      </ConfirmProvider>
    </ToastProvider>
  )
}

// one route for all, as the pages are those of the contract: this router is the one that can be asked to wait
const router = createBrowserRouter([{ path: '*', element: <Root /> }])

export function App() {
  const [queryClient] = useState(makeQueryClient)
  useEffect(startLive, [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
