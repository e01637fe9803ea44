import { type RefObject, useRef } from 'react'
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
  const edit = unsent.typed
  const toast = useToast()
  const confirm = useConfirm()
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    unsent.type(null)
    unsent.forget()
  }
  const update = useUpdateNews(item.id, clear)
  const again = useCreateNews(clear)
  const saving = isGone ? again : update
  const toPlace = () => place.current?.focus({ preventScroll: true })
  const done = (text: string) => ({
    onSuccess: () => {
      toast.success(text)
      toPlace()
    },
    onError: (error: Error) => onFail(error, isGone ? texts.createFailed : texts.updateFailed),
  })

  return {
    edit,
    field,
    isSaving: saving.isPending,
    failure: saving.error,
    /** Somebody else changed what is being edited. */
    isOutdated: edit !== null && !isGone && edit.over !== item.updated_at && !update.isPending,
    open() {
      flushSync(() => unsent.type({ ...draftOf(item), over: item.updated_at }))
      field.current?.focus()
    },
    type(changes: Partial<Draft>) {
      // what was refused isn't what stands there any more
      if (saving.isError) saving.reset()
      if (edit) unsent.type({ ...edit, ...changes })
    },
    save(body: NewsBody) {
      if (!edit || update.isPending || again.isPending) return
      if (isGone) again.mutate(body, done(texts.shared))
      // what others made of it is shown beside: whoever saves then has seen it
      else update.mutate({ body, over: item.updated_at }, done(texts.updated))
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
