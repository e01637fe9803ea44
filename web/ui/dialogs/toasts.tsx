import { lazy, Suspense, useEffect, useState } from 'react'
import { growingDelaysMs, repeated } from '../../api/repeated.ts'
import { useStore } from '../../api/store.ts'
import { takeToasts, waitingToasts } from './toast.ts'
import css from './toasts.module.css'

const firstRetryDelayMs = 10_000
const maxRetryDelayMs = 300_000

// If the view can't be loaded, after a deployment or offline, the page stays and the messages wait in the queue. Older
// browsers don't retry a failed import: there no message is shown.
const ToastView = lazy(() =>
  repeated(() => import('./toast-view.tsx'), undefined, growingDelaysMs(firstRetryDelayMs, maxRetryDelayMs)),
)

/** Temporary messages. The view (and Base UI with it) is loaded after the page, usually before the first message. */
export function Toasts() {
  const isAwaited = useStore(waitingToasts).length > 0
  const [isNeeded, setNeeded] = useState(false)
  if (isAwaited && !isNeeded) setNeeded(true)

  useEffect(() => {
    // A live region must be in the page before its first message.
    const timer = setTimeout(() => setNeeded(true), 3000)
    return () => {
      clearTimeout(timer)
      takeToasts()
    }
  }, [])

  if (!isNeeded) return null
  return (
    <Suspense>
      <ToastView css={css} />
    </Suspense>
  )
}
