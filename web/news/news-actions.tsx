import type { RefObject } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useToast } from '../ui/toast.tsx'
import { wasHere } from '../ui/was-here.ts'
import { useDeleteNews } from './api.ts'
import css from './news-item.module.css'
import { texts } from './texts.ts'
import type { Fail } from './use-failure.ts'

interface Props {
  item: NewsItem
  /** The link's element. */
  place: RefObject<HTMLElement | null>
  onEdit: () => void
  onFail: Fail
  /** With what has the focus when it is gone. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

/** Edit and delete: for the author and admins. */
export function NewsActions({ item, place, onEdit, onFail, onDeleted }: Props) {
  const confirm = useConfirm()
  const toast = useToast()
  const remove = useDeleteNews()

  async function deleteItem() {
    if (remove.isPending) return
    const question = { text: texts.confirmDelete(item.title), action: texts.delete, danger: true }
    if (!(await confirm(question))) return
    const element = place.current
    const neighbour = element?.nextElementSibling ?? element?.previousElementSibling
    try {
      // not `onSuccess`: by then this is gone
      await remove.mutateAsync(item.id)
    } catch (error) {
      return onFail(error, texts.deleteFailed)
    }
    toast.success(texts.deleted)
    if (wasHere(element)) onDeleted(neighbour instanceof HTMLElement ? neighbour : null)
  }

  return (
    <span className={css.actions} data-print="no">
      <IconButton icon="edit" label={texts.edit} onClick={onEdit} />
      <IconButton
        icon="trash"
        label={texts.delete}
        danger
        aria-busy={remove.isPending || undefined}
        onClick={() => void deleteItem()}
      />
    </span>
  )
}
