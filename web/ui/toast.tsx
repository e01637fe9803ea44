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
import { ToastQueue } from './toast-queue.ts'

const Context = createContext<ToastQueue | null>(null)

// A part that doesn't come, after a new release or without a network, must not take the page along.
const ToastView = lazy<ComponentType<{ queue: ToastQueue }>>(() =>
  import('./toast-view.tsx').catch(() => ({ default: () => null })),
)

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
          <ToastView queue={queue} />
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
