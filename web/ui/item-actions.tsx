import { type RefObject, useState } from 'react'
import { IconButton } from './button.tsx'
import { type ConfirmOptions, useConfirm } from './confirm.tsx'
import css from './item-actions.module.css'
import { useToast } from './toast.tsx'
import { wasHere } from './was-here.ts'

interface Props {
  texts: { edit: string; delete: string; deleted: string }
  /** The item's element in its list. */
  place: RefObject<HTMLElement | null>
  onEdit: () => void
  /** What is asked before it goes. */
  question: Pick<ConfirmOptions, 'title' | 'text'>
  remove: () => Promise<unknown>
  onFail: (error: unknown) => void
  /** With what has the focus when it is gone. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

/** Edit and delete of one item in a list: for whoever may. */
export function ItemActions({ texts, place, onEdit, question, remove, onFail, onDeleted }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const [isRemoving, setRemoving] = useState(false)

  async function deleteItem() {
    if (isRemoving || !(await confirm({ ...question, action: texts.delete, danger: true }))) return
    const item = place.current
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
    setRemoving(true)
    try {
      // this may be gone before it ends
      await remove()
    } catch (error) {
      return onFail(error)
    } finally {
      setRemoving(false)
    }
    toast.success(texts.deleted)
    if (wasHere(item)) onDeleted(neighbour instanceof HTMLElement ? neighbour : null)
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
