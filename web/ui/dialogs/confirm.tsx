import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../lazy.ts'
import { texts } from '../texts.ts'
import type { ConfirmDialogProps, ConfirmOptions } from './confirm-dialog.tsx'

/** The question before an unsent text is thrown away. */
export const discardQuestion: ConfirmOptions = { text: texts.confirmDiscard, action: texts.discard, danger: true }

type Confirm = (options: ConfirmOptions) => Promise<boolean>

const Context = createContext<Confirm | null>(null)

// Not needed at first paint; if it can't be loaded, the browser's own dialog asks.
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), PlainConfirm)

function PlainConfirm({ text, open, onAnswer }: ConfirmDialogProps) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noAlert: better than a button that does nothing
    if (open) onAnswer(window.confirm(text))
  }, [open, text, onAnswer])
  return null
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmOptions | null>(null)
  const [open, setOpen] = useState(false)
  const resolveQuestion = useRef<((yes: boolean) => void) | null>(null)

  const confirm = useCallback<Confirm>((options) => {
    resolveQuestion.current?.(false) // a second question replaces the first, which counts as refused
    setQuestion(options)
    setOpen(true)
    return new Promise((resolve) => {
      resolveQuestion.current = resolve
    })
  }, [])

  const answer = useCallback((yes: boolean) => {
    setOpen(false)
    resolveQuestion.current?.(yes)
    resolveQuestion.current = null
  }, [])

  return (
    <Context value={confirm}>
      {children}
      {question && <ConfirmDialog {...question} open={open} onAnswer={answer} />}
    </Context>
  )
}

export function useConfirm() {
  const confirm = useContext(Context)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it')
  return confirm
}
