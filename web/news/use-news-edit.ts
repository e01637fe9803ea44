import type { RefObject } from 'react'
import { useEditDraft, useInlineEdit } from '../ui/lists/use-inline-edit.ts'
import { useCreateNews, useUpdateNews } from './api.ts'
import { type ShowError, shown } from './error-banner.tsx'
import { bodyOf, draftOf, type NewsDraft, newsForm } from './news-draft.ts'
import { texts } from './texts.ts'
import type { ShownNews } from './use-shown-news.ts'

export function useNewsEdit(item: ShownNews, element: RefObject<HTMLElement | null>, onFail: ShowError) {
  const draft = useEditDraft<NewsDraft>(`news ${item.id}`)
  const update = useUpdateNews(item.id, draft.clear)
  const create = useCreateNews(draft.id, draft.clear)
  const [savedText, failureText] = item.isDeleted
    ? [texts.shared, texts.createFailed]
    : [texts.updated, texts.updateFailed]
  const editing = useInlineEdit({
    ...newsForm,
    element,
    stored: draftOf(item),
    updatedAt: item.updated_at,
    draft,
    save(data) {
      const body = bodyOf(data)
      // replaces the displayed version: a change by somebody else is shown above the form
      const saved = item.isDeleted ? create.mutateAsync(body) : update.mutateAsync({ body, over: item.updated_at })
      return shown(saved, onFail, failureText)
    },
    savedText,
    failureText,
    texts,
  })
  return { ...editing, isOutdated: editing.isOutdated && !item.isDeleted }
}
