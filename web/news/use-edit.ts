import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NewsItem } from '../../contract/news.ts'
import { useUnsent } from '../api/unsent.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { type NewsBody, useCreateNews, useUpdateNews } from './api.ts'
import { type Draft, draftOf, isSame } from './draft.ts'
import { texts } from './texts.ts'
import type { Fail } from './use-failure.ts'

/** What is typed over a link, and over which version of it: that of a moment. */
interface Edit extends Draft {
  over: string
}

/** Editing a link in its place, from 'Editar' to 'Guardar Cambios' or 'Cancelar'; a reload goes on with it. */
export function useEdit(item: NewsItem, isGone: boolean, place: RefObject<HTMLElement | null>, onFail: Fail) {
  const unsent = useUnsent<Edit | null>(`news ${item.id}`, null)
  // opening it isn't typing yet: nothing is kept, and nobody is asked about it
  const [opened, setOpened] = useState<Edit | null>(null)
  const edit = unsent.typed ?? opened
  const toast = useToast()
  const confirm = useConfirm()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    unsent.type(null)
    unsent.forget()
    setOpened(null)
  }
  const update = useUpdateNews(item.id, clear)
  const again = useCreateNews(clear)
  const saving = isGone ? again : update
  const toPlace = () => place.current?.focus({ preventScroll: true })
  const isSending = useRef(false)

  return {
    edit,
    field,
    isSaving: saving.isPending,
    failure: saving.error,
    /** Somebody else changed what is being edited. */
    isOutdated: edit !== null && !isGone && edit.over !== item.updated_at && !update.isPending,
    open() {
      flushSync(() => setOpened({ ...draftOf(item), over: item.updated_at }))
      field.current?.focus()
    },
    type(changes: Partial<Draft>) {
      // what was refused isn't what stands there any more
      if (saving.isError) saving.reset()
      if (!edit) return
      const next = { ...edit, ...changes }
      unsent.type(opened && isSame(next, opened) ? null : next)
    },
    async save(body: NewsBody) {
      // a double press sends once
      if (!edit || isSending.current) return
      isSending.current = true
      try {
        // what others made of it is shown beside: whoever saves then has seen it
        await (isGone ? again.mutateAsync(body) : update.mutateAsync({ body, over: item.updated_at }))
        toast.success(isGone ? texts.shared : texts.updated)
        toPlace()
      } catch (error) {
        onFail(error, isGone ? texts.createFailed : texts.updateFailed)
      } finally {
        isSending.current = false
      }
    },
    /** What was typed goes: that is asked. */
    async cancel() {
      const question = { text: texts.confirmDiscard, action: texts.discard, danger: true }
      if (edit && !isSame(edit, draftOf(item)) && !(await confirm(question))) return
      clear()
      saving.reset()
      toPlace()
    },
  }
}
