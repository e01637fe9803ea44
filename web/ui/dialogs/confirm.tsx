import { useEffect } from 'react'
import { createStore, useStore } from '../../api/store.ts'
import { lazyPart } from '../lazy.ts'
import { texts } from '../texts.ts'
import type { ConfirmDialogProps, ConfirmOptions } from './confirm-dialog.tsx'

/** The question before an unsent text is thrown away. */
export const discardQuestion: ConfirmOptions = { text: texts.confirmDiscard, action: texts.discard, danger: true }

interface Asked {
  options: ConfirmOptions
  isOpen: boolean
  resolve: (yes: boolean) => void
}

const asked = createStore<Asked | undefined>(undefined)

// Not needed at first paint; if it can't be loaded, the browser's own dialog asks.
const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), PlainConfirm)

function PlainConfirm({ text, open, onAnswer }: ConfirmDialogProps) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noAlert: better than a button that does nothing
    if (open) onAnswer(window.confirm(text))
  }, [open, text, onAnswer])
  return null
}

function answer(yes: boolean) {
  const question = asked.get()
  if (!question?.isOpen) return
  asked.set({ ...question, isOpen: false })
  question.resolve(yes)
}

export function confirm(options: ConfirmOptions) {
  answer(false) // a second question replaces the first, which counts as refused
  return new Promise<boolean>((resolve) => asked.set({ options, isOpen: true, resolve }))
}

/** The dialog of `confirm`. */
export function Question() {
  const question = useStore(asked)
  useEffect(() => () => asked.set(undefined), [])
  return question && <ConfirmDialog {...question.options} open={question.isOpen} onAnswer={answer} />
}
