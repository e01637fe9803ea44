import { useId, useRef, useState } from 'react'
import type { Category } from '../../contract/categories.ts'
import { Button } from '../ui/controls/button.tsx'
import { useConfirm } from '../ui/dialogs/confirm.tsx'
import { useToast } from '../ui/dialogs/toast.tsx'
import { logFailure } from '../ui/log-failure.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { hadFocus } from '../ui/page/had-focus.ts'
import { useDeleteCategory } from './api.ts'
import css from './categories.module.css'
import { texts } from './texts.ts'

interface Props {
  category: Category
  describedBy: string
  onEdit: (category: Category) => void
  /** The row that had the focus was removed. */
  onDeleted: () => void
}

export function CategoryActions({ category, describedBy, onEdit, onDeleted }: Props) {
  const id = useId()
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useDeleteCategory()
  const [failure, setFailure] = useState<string>()
  const actions = useRef<HTMLDivElement>(null)

  async function confirmAndDelete() {
    setFailure(undefined)
    const { name, post_count } = category
    const question = {
      title: texts.deleteTitle(name),
      text: post_count > 0 ? texts.deleteHasPosts(post_count) : texts.deleteText,
      action: texts.deleteAction,
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync(category)
      toast.success(texts.wasDeleted(name))
      if (hadFocus(actions.current)) onDeleted()
    } catch (error) {
      setFailure(logFailure(error, texts.deleteFailed))
    }
  }

  return (
    <div ref={actions} className={css.actions}>
      <div className={`flex ${css.buttons}`}>
        <Button size="s" variant="quiet" aria-describedby={describedBy} onClick={() => onEdit(category)}>
          {texts.edit}
        </Button>
        <Button
          size="s"
          variant="danger"
          className={css.delete}
          aria-describedby={failure ? `${describedBy} ${id}` : describedBy}
          busy={remove.isPending}
          onClick={() => void confirmAndDelete()}
        >
          {texts.delete}
        </Button>
      </div>
      {failure && (
        <div id={id} className={css.failure}>
          <ErrorNote>{failure}</ErrorNote>
        </div>
      )}
    </div>
  )
}
