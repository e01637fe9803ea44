import type { RefObject } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { ItemActions } from '../ui/item-actions.tsx'
import { useDeleteNews } from './api.ts'
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
  const remove = useDeleteNews()
  return (
    <ItemActions
      texts={texts}
      place={place}
      onEdit={onEdit}
      question={{ title: texts.deleteTitle(item.title), text: texts.confirmDelete(item.title) }}
      remove={() => remove.mutateAsync(item.id)}
      onFail={(error) => onFail(error, texts.deleteFailed)}
      onDeleted={onDeleted}
    />
  )
}
