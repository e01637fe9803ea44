import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import { sessionAbandoned, useSession } from '../api/session.ts'
import { lazyPart } from '../ui/lazy.ts'
import type { LoginDialogProps } from './login-dialog.tsx'
import { texts } from './texts.ts'

// After a deployment the old page can't load the dialog any more.
const LoginDialog = lazyPart(() => import('./login-dialog.tsx'), LoginUnavailable)

function LoginUnavailable({ open, onClose }: LoginDialogProps) {
  useEffect(() => {
    if (!open) return
    // biome-ignore lint/suspicious/noAlert: nothing better could be loaded; typed texts are kept over the reload
    if (window.confirm(texts.reload)) location.reload()
    else onClose(false)
  }, [open, onClose])
  return null
}

const Context = createContext<() => void>(() => {})

/** The login modal: opened by `useLogin`, and automatically when the session has ended. */
export function LoginProvider({ onRequest, children }: { onRequest?: () => void; children: ReactNode }) {
  const [isRequested, setRequested] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { phase } = useSession()
  const hasEnded = phase === 'ended'
  if (isRequested && (phase === 'member' || phase === 'limited')) setRequested(false)
  const open = isRequested || hasEnded
  if (open && !wasOpened) setOpened(true)
  // also while the modal closes
  const [isAgain, setAgain] = useState(false)
  if (open && isAgain !== hasEnded) setAgain(hasEnded)
  const requestLogin = useMemo(
    () => () => {
      setRequested(true)
      onRequest?.()
    },
    [onRequest],
  )

  function close(isSignedIn: boolean) {
    setRequested(false)
    if (hasEnded && !isSignedIn) sessionAbandoned()
  }

  return (
    <Context value={requestLogin}>
      {children}
      {wasOpened && (
        <Suspense>
          <LoginDialog open={open} reason={isAgain ? texts.sessionEnded : undefined} onClose={close} />
        </Suspense>
      )}
    </Context>
  )
}

export const useLogin = () => useContext(Context)
