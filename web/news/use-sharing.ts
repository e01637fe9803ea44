import type { NewsItem } from '../../contract/news.ts'
import { useDraft } from '../api/drafts.ts'
import { confirm, discardQuestion } from '../ui/dialogs/confirm.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useForm } from '../ui/form/use-form.ts'
import { areSame } from '../ui/lists/use-inline-edit.ts'
import { useCreateNews } from './api.ts'
import { type ShowError, shown } from './error-banner.tsx'
import { bodyOf, emptyDraft, type NewsDraft, newsForm } from './news-draft.ts'
import { texts } from './texts.ts'

interface SharingDraft extends NewsDraft {
  /** With what another app or page has filled the form in. */
  outside?: NewsDraft
}

/** The form of a new item. Belongs to the page: it may be closed before the answer comes. */
export function useSharing(onFail: ShowError, onShared: (item: NewsItem) => void) {
  const draft = useDraft<SharingDraft>('new-news', emptyDraft)
  const { outside, ...typed } = draft.value
  const isEmpty = areSame(typed, emptyDraft)
  const isTyped = !isEmpty && !(outside && areSame(typed, outside))
  const clear = () => draft.setValue(emptyDraft)
  const create = useCreateNews(draft.id, clear)
  const form = useForm({
    ...newsForm,
    initial: emptyDraft,
    state: [typed, (next) => draft.setValue({ ...draft.value, ...next })],
    save: (data) => shown(create.mutateAsync(bodyOf(data)), onFail, texts.createFailed),
    onSaved(item) {
      form.clearErrors()
      toast.success(texts.shared)
      onShared(item)
    },
    failureText: texts.createFailed,
  })

  return {
    form,
    wasRestored: draft.wasRestored,
    isFromOutside: outside !== undefined,
    /** Asks first if there is a draft; true if it is another one now. */
    async replace(next: NewsDraft) {
      const question = { text: texts.confirmReplace, action: texts.replace, danger: true }
      if (!isEmpty && !areSame(typed, next) && !(await confirm(question))) return false
      clear()
      form.clearErrors()
      draft.setValue({ ...next, outside: next })
      return true
    },
    /** Asks first if something was typed; true if the draft was discarded. */
    async discard() {
      if (isTyped && !(await confirm(discardQuestion))) return false
      clear()
      form.clearErrors()
      return true
    },
  }
}
