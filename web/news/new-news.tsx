import { type RefObject, useRef } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { useToast } from '../ui/toast.tsx'
import { useCreateNews } from './api.ts'
import css from './news-form.module.css'
import { NewsForm } from './news-form.tsx'
import { texts } from './texts.ts'
import type { useDraft } from './use-draft.ts'
import type { Fail } from './use-failure.ts'

interface Props {
  id: string
  unsent: ReturnType<typeof useDraft>
  urlField: RefObject<HTMLInputElement | null>
  onFail: Fail
  onShared: (item: NewsItem) => void
  onCancel: () => void
}

/** The form that the button in the page's head opens and closes. */
export function NewNews({ id, unsent, urlField, onFail, onShared, onCancel }: Props) {
  const toast = useToast()
  const create = useCreateNews(unsent.clear)
  const isSending = useRef(false)

  return (
    <div id={id} className={css.panel}>
      <NewsForm
        label={texts.share}
        urlField={urlField}
        draft={unsent.typed}
        onType={(changes) => {
          // what was refused isn't what stands there any more
          if (create.isError) create.reset()
          unsent.change(changes)
        }}
        isSaving={create.isPending}
        failure={create.error}
        send={texts.share}
        onSend={(body) => {
          // a double press sends once
          if (isSending.current) return
          isSending.current = true
          create.mutate(body, {
            onSuccess: (item) => {
              toast.success(texts.shared)
              onShared(item)
            },
            onError: (error) => onFail(error, texts.createFailed),
            onSettled: () => {
              isSending.current = false
            },
          })
        }}
        onCancel={onCancel}
      />
    </div>
  )
}
