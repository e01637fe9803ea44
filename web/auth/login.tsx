import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { sessionGivenUp, useSession } from '../api/session.ts'
import type { LoginDialogProps } from './login-dialog.tsx'
import { texts } from './texts.ts'

// The app was replaced by a newer one while this page was open: only that one has the dialog.
const LoginDialog = lazy<ComponentType<LoginDialogProps>>(() =>
  import('./login-dialog.tsx').catch(() => ({ default: LoginUnavailable })),
)

function LoginUnavailable({ open, onClose }: LoginDialogProps) {
  useEffect(() => {
    if (!open) return
    // biome-ignore lint/suspicious/noAlert: nothing better could be loaded; what was typed is kept over the reload
    if (window.confirm(texts.reload)) location.reload()
    else onClose(false)
  }, [open, onClose])
  return null
}

const Context = createContext<() => void>(() => {})

/** Holds the one login modal: opened by whoever asks, and by itself over a page whose session ended. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const [wasShown, setShown] = useState(false)
  const { phase } = useSession()
  const isEnded = phase === 'ended'
  // signed in, here or in another tab: nobody asks any more
  if (isAsked && phase === 'member') setAsked(false)
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
