import { useState } from 'react'
import { Broadcast } from '../../contract/broadcasts.ts'
import { isBlank } from '../../contract/fields.ts'
import { codeOf } from '../api/call.ts'
import { useDraft } from '../api/drafts.ts'
import { useForm } from '../ui/form/use-form.ts'
import { useRecipients, useSendBroadcast } from './api.ts'
import { type BroadcastDraft, emptyDraft, failureText, findMissing, withClientId } from './broadcast-draft.ts'
import { texts } from './texts.ts'

/** The form of a broadcast: previewed before sending, sent once. */
export function useBroadcastForm() {
  const { value: draft, setValue: setDraft, wasRestored } = useDraft('broadcast', emptyDraft)
  const [restoredId] = useState(wasRestored ? draft.client_id : '')
  const recipients = useRecipients().data
  const [preview, setPreview] = useState<BroadcastDraft>()
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const [wasAsked, setAsked] = useState(false)
  const [conflict, setConflict] = useState<{ client_id: string; text: string }>()
  const [outcome, setOutcome] = useState<string>()
  const { mutateAsync: send } = useSendBroadcast(() => setDraft(emptyDraft))
  const count = draft.include_unsubscribed ? recipients?.total_users : recipients?.subscribed_count
  const isNobody = count === 0

  const form = useForm({
    initial: emptyDraft,
    state: [draft, change],
    schema: Broadcast,
    check: findMissing,
    showsErrorsEarly: (values, name) => name !== 'include_unsubscribed' && !isBlank(values[name]),
    save,
    failureText,
    alwaysShowsFailure: true,
  })
  const { errors, failure, isBusy } = form

  function change(next: BroadcastDraft) {
    setOutcome(undefined)
    setDraft(withClientId(next))
  }

  async function save(broadcast: Broadcast) {
    setConflict(undefined)
    try {
      const { message } = await send(broadcast)
      setAsked(false)
      setOutcome(message)
    } catch (error) {
      if (codeOf(error) !== 'client_id_taken') throw error
      // The text was changed after a first send with this id: it is another broadcast.
      const renewed = withClientId({ ...draft, client_id: '' })
      setDraft(renewed)
      setConflict({ client_id: renewed.client_id, text: `${failureText(error)} ${texts.sentBefore}` })
    } finally {
      setPreviewOpen(false)
    }
  }

  function openPreview() {
    if (isBusy) return
    setAsked(true)
    if (!form.validate() || isNobody) return
    setPreview(draft)
    setPreviewOpen(true)
  }

  function findError() {
    if (Object.keys(findMissing(draft)).some((name) => errors[name as keyof BroadcastDraft])) return texts.bothRequired
    if (wasAsked && isNobody) return texts.nobody
    return conflict && conflict.client_id === draft.client_id ? conflict.text : failure
  }

  return {
    ...form,
    error: findError(),
    wasRestored: restoredId !== '' && draft.client_id === restoredId,
    count,
    outcome,
    preview,
    isPreviewOpen,
    openPreview,
    closePreview: () => !isBusy && setPreviewOpen(false),
  }
}
