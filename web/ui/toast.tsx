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
// with the page and not with the view: a style that failed to load once isn't asked for again
import css from './toast.module.css'
import { ToastQueue } from './toast-queue.ts'
import type { ToastViewProps } from './toast-view.tsx'

const Context = createContext<ToastQueue | null>(null)

type View = { default: ComponentType<ToastViewProps> }

/** Milliseconds until the view is asked for again when it didn't come: twice as many each time, up to the last. */
const firstPause = 10_000
const lastPause = 300_000

// A part that doesn't come, after a new release or without a network, must not take the page along; what is said
// meanwhile waits in the queue. Older browsers don't ask again for what failed once: nothing is said there, as before.
async function loadView(pause: number): Promise<View> {
  try {
    return await import('./toast-view.tsx')
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return loadView(Math.min(2 * pause, lastPause))
  }
}
const ToastView = lazy(() => loadView(firstPause))

/** Messages that come and go. The view (and Base UI with it) loads after the page, before the first message as a rule. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue())
  const [wanted, setWanted] = useState(false)

  useEffect(() => {
    queue.onFirst = () => setWanted(true)
    // A live region must stand in the page before it has something to say.
    const timer = setTimeout(() => setWanted(true), 3000)
    return () => clearTimeout(timer)
  }, [queue])

  return (
    <Context value={queue}>
      {children}
      {wanted && (
        <Suspense>
          <ToastView queue={queue} css={css} />
        </Suspense>
      )}
    </Context>
  )
}

/** `success` is announced when the reader pauses, `error` at once. */
export function useToast(): Pick<ToastQueue, 'success' | 'error'> {
  const queue = useContext(Context)
  if (!queue) throw new Error('useToast needs a ToastProvider above it')
  return queue
}
