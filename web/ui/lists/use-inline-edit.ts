import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../api/drafts.ts'
import { confirm, discardQuestion } from '../dialogs/confirm.tsx'
import { toast } from '../dialogs/toast.ts'
import { type FormOptions, useForm } from '../form/use-form.ts'
import { hadFocus } from '../page/focus.ts'

/** The values typed over an item; `over` is the `updated_at` of the version they are based on. */
type Edit<Values> = Values & { over: string }

export const areSame = <Values extends object>(some: Values, others: Values) =>
  (Object.keys(some) as (keyof Values)[]).every((name) => some[name] === others[name])

/** Draft of an edit: stored from the first change on, so that an untouched form closes without a question. */
export function useEditDraft<Values extends object>(name: string) {
  const draft = useDraft<Edit<Values> | null>(name, null)
  const [opened, setOpened] = useState<Edit<Values> | null>(null)
  const edit = draft.value ?? opened
  return {
    id: draft.id,
    edit,
    open: setOpened,
    change(changes: Partial<Values>) {
      if (!edit) return
      const next = { ...edit, ...changes }
      draft.setValue(opened && areSame(next, opened) ? null : next)
    },
    clear() {
      draft.setValue(null)
      setOpened(null)
    },
  }
}

interface Options<Values extends object, Data>
  extends Pick<FormOptions<Values, Data, unknown>, 'schema' | 'showsErrorsEarly' | 'checksOnLeaving' | 'failureText'> {
  /** The item's element, which receives the focus when the form closes. */
  element: RefObject<HTMLElement | null>
  stored: Values
  updatedAt: string
  draft: ReturnType<typeof useEditDraft<Values>>
  save: (data: Data) => Promise<unknown>
  savedText: string
}

/** The form in place of an item, and what opens and closes it. */
export function useInlineEdit<Values extends object, Data>(options: Options<Values, Data>) {
  const { element, stored, updatedAt, draft, savedText, ...formOptions } = options
  const { edit } = draft
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const form = useForm({
    ...formOptions,
    initial: stored,
    state: [edit ?? stored, draft.change],
    onSaved() {
      // also if the page was left before the answer came
      toast.success(savedText)
      focusItem()
    },
  })

  function focusItem() {
    if (hadFocus(element.current)) element.current?.focus({ preventScroll: true })
  }

  return {
    form,
    field,
    isOpen: edit !== null,
    /** True if somebody else has changed the item since the edit began. */
    isOutdated: edit !== null && edit.over !== updatedAt && !form.isBusy,
    open() {
      flushSync(() => draft.open({ ...stored, over: updatedAt }))
      field.current?.focus()
      const end = field.current?.value.length ?? 0
      field.current?.setSelectionRange(end, end)
    },
    async cancel() {
      if (edit && !areSame(stored, edit) && !(await confirm(discardQuestion))) return
      draft.clear()
      form.clearErrors()
      focusItem()
    },
  }
}
