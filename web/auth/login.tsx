import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { sessionAbandoned, useSession } from '../api/session.ts'
import { askToReload, lazyPart } from '../ui/lazy.ts'
import { texts } from './texts.ts'

// After a deployment the old page can't load the dialog any more.
const LoginDialog = lazyPart(() => import('./login/login-dialog.tsx'), askToReload(texts.reload))

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
  const requestLogin = useCallback(() => {
    setRequested(true)
    onRequest?.()
  }, [onRequest])

  function close(isSignedIn: boolean) {
    setRequested(false)
    if (hasEnded && !isSignedIn) sessionAbandoned()
  }

  return (
    <Context value={requestLogin}>
      {children}
      {wasOpened && <LoginDialog open={open} reason={isAgain ? texts.sessionEnded : undefined} onClose={close} />}
    </Context>
  )
}

export const useLogin = () => useContext(Context)
