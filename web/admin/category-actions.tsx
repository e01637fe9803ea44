import { useId, useRef, useState } from 'react'
import type { Category } from '../../contract/categories.ts'
import { useDeleteCategory } from '../categories/api.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import css from './category-actions.module.css'
import { texts } from './category-texts.ts'
import { logFailure } from './log-failure.ts'

interface Props {
  category: Category
  /** The element with the category's name. */
  describedBy: string
  onEdit: (category: Category) => void
  /** The row with the focus in it is gone. */
  onDeleted: () => void
}

/** What can be done with one category; that it can't be deleted is said beside it. */
export function CategoryActions({ category, describedBy, onEdit, onDeleted }: Props) {
  const id = useId()
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useDeleteCategory()
  const [failure, setFailure] = useState<string>()
  const place = useRef<HTMLDivElement>(null)

  async function deleteIt() {
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
      if (wasHere(place.current)) onDeleted()
    } catch (error) {
      setFailure(logFailure(error, texts.deleteFailed))
    }
  }

  return (
    <div ref={place} className={css.actions}>
      <div className={css.buttons}>
        <Button size="s" variant="quiet" aria-describedby={describedBy} onClick={() => onEdit(category)}>
          {texts.edit}
        </Button>
        <Button
          size="s"
          variant="danger"
          className={css.delete}
          aria-describedby={failure ? `${describedBy} ${id}` : describedBy}
          busy={remove.isPending}
          onClick={() => void deleteIt()}
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
