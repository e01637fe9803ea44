import { QueryClientContext } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useMatch } from 'react-router'
import { pages } from '../contract/pages.ts'
import { loadedQueryClient } from './api/loaded-query-client.ts'
import { useMember, useSession } from './api/session.ts'
import { useStore } from './api/use-store.ts'
import css from './app.module.css'
import { LoginProvider, useLogin } from './auth/login.tsx'
import { texts } from './auth/texts.ts'
import { LinkTokens, PlainLinkToken } from './markdown/link-token.tsx'
import { keepLoadingMemberParts, loadMemberParts, memberParts } from './member-parts.ts'
import { navigation } from './navigation.ts'
import { AppRoutes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { Button } from './ui/controls/button.tsx'
import { ConfirmProvider } from './ui/dialogs/confirm.tsx'
import { ToastProvider } from './ui/dialogs/toast.tsx'
import { lazyPart } from './ui/lazy.ts'

/** Uploads continue without it. */
const UploadWatch = lazyPart(
  () => import('./files/uploads/upload-watch.tsx'),
  () => null,
)

/** Also shown before the session is known, but not at once, and not in a tab with a token (app.module.css). */
function SignInButton({ isCertain }: { isCertain: boolean }) {
  const logIn = useLogin()
  return (
    <Button variant="primary" icon="login" onClick={logIn} className={isCertain ? undefined : css.likely}>
      {texts.signIn}
    </Button>
  )
}

function AppFrame() {
  const { phase } = useSession()
  const user = useMember()
  const parts = useStore(memberParts)
  const isRead = useMatch(pages.viewFile.path) !== null
  const isMissingParts = user !== undefined && !parts
  useEffect(() => (isMissingParts ? keepLoadingMemberParts() : undefined), [isMissingParts])
  const background = user && parts && <parts.MemberBackground />
  // the document reader has a tab of its own, without the shell
  if (isRead)
    return (
      <>
        {background}
        <AppRoutes key={user?.id} />
      </>
    )
  return (
    <>
      {background}
      <Shell
        entries={navigation(
          user ? (user.role === 'admin' ? 'admin' : 'member') : phase === 'loading' ? 'unknown' : 'visitor',
        )}
        greeting={user && parts && <parts.Greeting name={user.name} admin={user.role === 'admin'} />}
        online={phase === 'member' && parts && <parts.OnlineUsers />}
        session={
          phase === 'member'
            ? parts && <parts.SignOutButton />
            : phase !== 'loading' && <SignInButton isCertain={phase !== 'starting'} />
        }
      >
        <AppRoutes key={user?.id} />
        {user && (
          <Suspense>
            <UploadWatch key={user.id} />
          </Suspense>
        )}
      </Shell>
    </>
  )
}

/** Ends the time in which web/public/start.js remembers presses, and repeats the last one. */
function useEarlyPress() {
  useEffect(() => {
    document.dispatchEvent(new Event('app-ready'))
    const pressed = document.querySelector<HTMLElement>('[data-pressed]')
    pressed?.removeAttribute('data-pressed')
    pressed?.click()
  }, [])
}

/** Begins while the person types; `AppFrame` continues after the sign-in. */
const preloadMemberParts = () => void loadMemberParts().catch(() => {})

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
      <ToastProvider>
        <ConfirmProvider>
          <LoginProvider onRequest={preloadMemberParts}>
            <LinkTokens value={parts?.LazyResolvedLink ?? PlainLinkToken}>
              <AppFrame />
            </LinkTokens>
          </LoginProvider>
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientContext>
  )
}
