import { type RefObject, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { confirm } from '../dialogs/confirm.tsx'
import type { ConfirmOptions } from '../dialogs/confirm-dialog.tsx'
import { toast } from '../dialogs/toast.ts'
import { hadFocus } from '../page/focus.ts'
import css from './lists.module.css'

interface Props {
  texts: { edit: string; delete: string; deleted: string }
  item: RefObject<HTMLElement | null>
  onEdit: () => void
  question: Pick<ConfirmOptions, 'title' | 'text'>
  remove: () => Promise<unknown>
  onFail: (error: unknown) => void
  /** Called with the element to focus. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function ItemActions({ texts, item: itemRef, onEdit, question, remove, onFail, onDeleted }: Props) {
  const [isRemoving, setRemoving] = useState(false)

  async function deleteItem() {
    if (isRemoving || !(await confirm({ ...question, action: texts.delete, danger: true }))) return
    const item = itemRef.current
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    setRemoving(true)
    try {
      // this component may be removed before `remove` ends
      await remove()
    } catch (error) {
      return onFail(error)
    } finally {
      setRemoving(false)
    }
    toast.success(texts.deleted)
    if (hadFocus(item)) onDeleted(neighbour instanceof HTMLElement ? neighbour : null)
  }

  return (
    <span className={css.actions} data-print="no">
      <IconButton icon="edit" label={texts.edit} onClick={onEdit} />
      <IconButton
        icon="trash"
        label={texts.delete}
        danger
        aria-busy={isRemoving || undefined}
        onClick={() => void deleteItem()}
      />
    </span>
  )
}
