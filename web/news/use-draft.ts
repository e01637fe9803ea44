import { useUnsent } from '../api/unsent.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { type Draft, emptyDraft, isSame } from './draft.ts'
import { texts } from './texts.ts'

/** What is typed of a link that isn't shared yet; a reload goes on with it. */
export function useDraft() {
  const unsent = useUnsent('new-news', emptyDraft)
  const confirm = useConfirm()
  const isEmpty = isSame(unsent.typed, emptyDraft)
  const clear = () => {
    unsent.type(emptyDraft)
    unsent.forget()
  }
  return {
    typed: unsent.typed,
    isEmpty,
    change: (changes: Partial<Draft>) => unsent.type({ ...unsent.typed, ...changes }),
    clear,
    /** What was typed goes: that is asked. Whether it is gone. */
    async discard() {
      const question = { text: texts.confirmDiscard, action: texts.discard, danger: true }
      if (!isEmpty && !(await confirm(question))) return false
      clear()
      return true
    },
  }
}
