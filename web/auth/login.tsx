import { useEffect, useState } from 'react'
import { currentSession, sessionAbandoned, useSession } from '../api/session.ts'
import { createStore, useStore } from '../api/store.ts'
import { loadMemberParts } from '../member-parts.ts'
import { askToReload, lazyPart } from '../ui/lazy.ts'
import { texts } from './texts.ts'

// After a deployment the old page can't load the dialog any more.
const LoginDialog = lazyPart(() => import('./login/login-dialog.tsx'), askToReload(texts.reload))

const isRequested = createStore(false)

/** Opens the login modal. What members need begins to load while the person types; `AppFrame` continues after the sign-in. */
export function logIn() {
  isRequested.set(true)
  void loadMemberParts().catch(() => {})
}

function close(isSignedIn: boolean) {
  isRequested.set(false)
  if (currentSession().phase === 'ended' && !isSignedIn) sessionAbandoned()
}

/** The login modal: opened by `logIn`, and automatically when the session has ended. */
export function Login() {
  const isWanted = useStore(isRequested)
  const { phase } = useSession()
  const isSignedIn = phase === 'member' || phase === 'limited'
  const open = phase === 'ended' || (isWanted && !isSignedIn)
  // undefined until the modal is opened first; kept while it closes
  const [reason, setReason] = useState<string>()
  const current = phase === 'ended' ? texts.sessionEnded : ''
  if (open && reason !== current) setReason(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in is what was wanted
  useEffect(() => () => isRequested.set(false), [isSignedIn])
  return reason !== undefined && <LoginDialog open={open} reason={reason || undefined} onClose={close} />
}
