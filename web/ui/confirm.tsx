import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'

export type ConfirmOptions = {
  title?: string
  text: string
  /** What else to know before answering, below the text and read with it. */
  detail?: ReactNode
  action: string
  danger?: boolean
  cancel?: string
}
export type ConfirmDialogProps = ConfirmOptions & { open: boolean; onAnswer: (yes: boolean) => void }
type Confirm = (options: ConfirmOptions) => Promise<boolean>

const Context = createContext<Confirm | null>(null)

// Nobody confirms anything at first paint; and where the dialog doesn't come, the browser's own asks.
const ConfirmDialog = lazy<ComponentType<ConfirmDialogProps>>(() =>
  import('./confirm-dialog.tsx').catch(() => ({ default: PlainConfirm })),
)

function PlainConfirm({ text, open, onAnswer }: ConfirmDialogProps) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noAlert: better than a button that does nothing
    if (open) onAnswer(window.confirm(text))
  }, [open, text, onAnswer])
  return null
}

/** Holds the one confirmation dialog of the app. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ConfirmOptions | null>(null)
  const [open, setOpen] = useState(false)
  const settle = useRef<((yes: boolean) => void) | null>(null)

  const confirm = useCallback<Confirm>((options) => {
    settle.current?.(false) // a second question takes the place of the first, which counts as refused
    setAsked(options)
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  const answer = useCallback((yes: boolean) => {
    setOpen(false)
    settle.current?.(yes)
    settle.current = null
  }, [])

  return (
    <Context value={confirm}>
      {children}
      {asked && (
        <Suspense>
          <ConfirmDialog {...asked} open={open} onAnswer={answer} />
        </Suspense>
      )}
    </Context>
  )
}

/** `await confirm({ text, action })` asks in a dialog of our own and is true when the person agreed. */
export function useConfirm() {
  const confirm = useContext(Context)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it')
  return confirm
}
