import type { NewsItem } from '../../contract/news.ts'
import { useDraft } from '../api/drafts.ts'
import { useConfirm } from '../ui/dialogs/confirm.tsx'
import { useToast } from '../ui/dialogs/toast.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { areSame } from '../ui/lists/use-inline-edit.ts'
import { useCreateNews } from './api.ts'
import { type ShowError, shown } from './error-banner.tsx'
import { bodyOf, emptyDraft, type NewsDraft, newsForm } from './news-draft.ts'
import { texts } from './texts.ts'

/** The form of a new item. Belongs to the page: it may be closed before the answer comes. */
export function useSharing(onFail: ShowError, onShared: (item: NewsItem) => void) {
  const draft = useDraft('new-news', emptyDraft)
  const fromOutside = useDraft('new-news-from-outside', false)
  const confirm = useConfirm()
  const toast = useToast()
  const isEmpty = areSame(draft.value, emptyDraft)
  const clear = () => {
    draft.setValue(emptyDraft)
    draft.discard()
    fromOutside.setValue(false)
  }
  const create = useCreateNews(draft.id, clear)
  const form = useForm({
    ...newsForm,
    initial: emptyDraft,
    state: [draft.value, draft.setValue],
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
    /** True while the form has what another app or page filled in. */
    isFromOutside: fromOutside.value,
    /** Asks first if there is a draft; true if it is another one now. */
    async replace(next: NewsDraft) {
      const question = { text: texts.confirmReplace, action: texts.replace, danger: true }
      if (!isEmpty && !areSame(draft.value, next) && !(await confirm(question))) return false
      clear()
      form.clearErrors()
      draft.setValue(next)
      fromOutside.setValue(true)
      return true
    },
    /** Asks first, mostly; true if the draft was discarded. */
    async discard(isAsked = true) {
      const question = { text: texts.confirmDiscard, action: texts.discard, danger: true }
      if (isAsked && !isEmpty && !(await confirm(question))) return false
      clear()
      form.clearErrors()
      return true
    },
  }
}
