import type { RefObject } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { deletionTitle } from '../ui/dialogs/deletion-title.ts'
import { ItemActions } from '../ui/lists/item-actions.tsx'
import { useDeleteNews } from './api.ts'
import type { ShowError } from './error-banner.tsx'
import { texts } from './texts.ts'

interface Props {
  item: NewsItem
  element: RefObject<HTMLElement | null>
  onEdit: () => void
  onFail: ShowError
  /** Called with the element to focus. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

export function NewsActions({ item, element, onEdit, onFail, onDeleted }: Props) {
  const remove = useDeleteNews()
  return (
    <ItemActions
      texts={texts}
      item={element}
      onEdit={onEdit}
      question={{ title: deletionTitle(item.title), text: texts.confirmDelete(item.title) }}
      remove={() => remove.mutateAsync(item.id)}
      onFail={(error) => onFail(error, texts.deleteFailed)}
      onDeleted={onDeleted}
    />
  )
}
