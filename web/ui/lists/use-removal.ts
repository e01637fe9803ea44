import { useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { confirm } from '../dialogs/confirm.tsx'
import type { ConfirmOptions } from '../dialogs/confirm-dialog.tsx'
import { toast } from '../dialogs/toast.ts'
import { hadFocus } from '../page/focus.ts'

interface Removal<Result> {
  question?: Omit<ConfirmOptions, 'danger'>
  remove: () => Promise<Result>
  removed: (result: Result) => string
  failed: string
}

/**
 * Removes what an element shows, once the question is answered with yes; the focus, if it was in the element, goes where
 * `onRemoved` takes it.
 */
export function useRemoval<E extends HTMLElement>(onRemoved: () => void) {
  const ref = useRef<E>(null)

  async function removeAfter<Result>({ question, remove, removed, failed }: Removal<Result>) {
    if (question && !(await confirm({ ...question, danger: true }))) return
    const element = ref.current
    try {
      toast.success(removed(await remove()))
      if (hadFocus(element)) onRemoved()
    } catch (error) {
      toast.error(messageOf(error, failed))
    }
  }

  return [ref, removeAfter] as const
}
