import { useRef } from 'react'
import type { NewsItem } from '../../contract/news.ts'
import { useToast } from '../ui/toast.tsx'
import { type NewsBody, useCreateNews } from './api.ts'
import { texts } from './texts.ts'
import type { useDraft } from './use-draft.ts'
import type { Fail } from './use-failure.ts'

/** Sending what is typed. It is the page's: the form may be closed while it is under way, and opened again. */
export function useShare(unsent: ReturnType<typeof useDraft>, onFail: Fail, onShared: (item: NewsItem) => void) {
  const toast = useToast()
  const create = useCreateNews(unsent.clear)
  const isSending = useRef(false)

  async function share(body: NewsBody) {
    // a double press sends once
    if (isSending.current) return
    isSending.current = true
    try {
      const item = await create.mutateAsync(body)
      toast.success(texts.shared)
      onShared(item)
    } catch (error) {
      onFail(error, texts.createFailed)
    } finally {
      isSending.current = false
    }
  }

  return {
    share,
    isSaving: create.isPending,
    failure: create.error,
    /** What was refused isn't what stands there any more. */
    typed: () => create.isError && create.reset(),
  }
}
