import { v4 as newClientId } from 'uuid'
import { isBlank } from '../../contract/fields.ts'
import { messageOf } from '../api/call.ts'
import type { FieldErrors } from '../ui/form/use-form.ts'
import { texts } from './texts.ts'

/** A broadcast keeps its `client_id` from the first character until it is sent, so that it is sent once. */
export interface BroadcastDraft {
  subject: string
  message: string
  include_unsubscribed: boolean
  client_id: string
}

export const emptyDraft: BroadcastDraft = { subject: '', message: '', include_unsubscribed: false, client_id: '' }

/** The draft with its id; a draft emptied by hand becomes another broadcast. */
export function withClientId(draft: BroadcastDraft): BroadcastDraft {
  if (draft.subject === '' && draft.message === '' && !draft.include_unsubscribed) return emptyDraft
  return { ...draft, client_id: draft.client_id || newClientId() }
}

/** Each field has its own text for an empty value; the schema has one for both. */
export const findMissing = ({ subject, message }: BroadcastDraft): FieldErrors<BroadcastDraft> => ({
  ...(isBlank(subject) && { subject: texts.subjectMissing }),
  ...(isBlank(message) && { message: texts.messageMissing }),
})

/** SPEC §8: the server's text after ours, or ours alone. */
export function failureText(failure: unknown) {
  const reason = messageOf(failure, '')
  return reason ? texts.sendFailedWith(reason) : texts.sendFailed
}
