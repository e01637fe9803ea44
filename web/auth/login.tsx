import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { sessionGivenUp, useSession } from '../api/session.ts'
import { texts } from './texts.ts'

const LoginDialog = lazy(() => import('./login-dialog.tsx'))
const Context = createContext<() => void>(() => {})

/** Holds the one login modal: opened by whoever asks, and by itself over a page whose session ended. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const [wasShown, setShown] = useState(false)
  const isEnded = useSession().phase === 'ended'
  const open = isAsked || isEnded
  if (open && !wasShown) setShown(true)
  const ask = useMemo(() => () => setAsked(true), [])

  function close(isSignedIn: boolean) {
    setAsked(false)
    if (isEnded && !isSignedIn) sessionGivenUp()
  }

  return (
    <Context value={ask}>
      {children}
      {wasShown && (
        <Suspense>
          <LoginDialog open={open} reason={isEnded ? texts.sessionEnded : undefined} onClose={close} />
        </Suspense>
      )}
    </Context>
  )
}

/** Opens the login modal. */
export const useLogin = () => useContext(Context)
