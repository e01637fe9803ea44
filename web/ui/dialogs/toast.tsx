import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react'
// loaded with the page: a style sheet that failed to load isn't requested again
import css from './popups.module.css'
import { ToastQueue } from './toast-queue.ts'
import type { ToastViewProps } from './toast-view.tsx'

const Context = createContext<ToastQueue | null>(null)

type View = { default: ComponentType<ToastViewProps> }

/** The delay doubles with each attempt. */
const firstRetryDelayMs = 10_000
const maxRetryDelayMs = 300_000

// If the view can't be loaded, after a deployment or offline, the page stays and the messages wait in the queue. Older
// browsers don't retry a failed import: there no message is shown.
async function loadView(retryDelayMs: number): Promise<View> {
  try {
    return await import('./toast-view.tsx')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    return loadView(Math.min(2 * retryDelayMs, maxRetryDelayMs))
  }
}
const ToastView = lazy(() => loadView(firstRetryDelayMs))

/** Temporary messages. The view (and Base UI with it) is loaded after the page, usually before the first message. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue())
  const [isNeeded, setNeeded] = useState(false)

  useEffect(() => {
    queue.onFirst = () => setNeeded(true)
    // A live region must be in the page before its first message.
    const timer = setTimeout(() => setNeeded(true), 3000)
    return () => clearTimeout(timer)
  }, [queue])

  return (
    <Context value={queue}>
      {children}
      {isNeeded && (
        <Suspense>
          <ToastView queue={queue} css={css} />
        </Suspense>
      )}
    </Context>
  )
}

/** `success` is announced when the screen reader pauses, `error` at once. */
export function useToast(): Pick<ToastQueue, 'success' | 'error'> {
  const queue = useContext(Context)
  if (!queue) throw new Error('useToast needs a ToastProvider above it')
  return queue
}
