import * as z from 'zod/mini'
import { isBlank } from '../../contract/fields.ts'
import { Broadcast } from '../../contract/notifications.ts'
import { CallError, messageOf } from '../api/call.ts'
import { newClientId } from '../api/client-id.ts'
import { texts } from './admin-texts.ts'

/** What is typed; it has one `client_id` from its first letter until it was sent, so that it goes out once. */
export interface Writing {
  subject: string
  message: string
  include_unsubscribed: boolean
  client_id: string
}

export const nothing: Writing = { subject: '', message: '', include_unsubscribed: false, client_id: '' }

export function changed(writing: Writing, change: Partial<Writing>): Writing {
  const { client_id, ...next } = { ...writing, ...change }
  // emptied by hand it is another one
  if (next.subject === '' && next.message === '' && !next.include_unsubscribed) return nothing
  return { ...next, client_id: client_id || newClientId() }
}

/** The same words as another broadcast. */
export const renewed = (writing: Writing): Writing => ({ ...writing, client_id: newClientId() })

export const isIncomplete = ({ subject, message }: Writing) => isBlank(subject) || isBlank(message)

type Errors = Partial<Record<'subject' | 'message', string>>

/** Messages by field: of the contract's own schema for what is typed, of the server for what it refused. */
export function fieldErrors(writing: Writing, failure: unknown, isComplaining: boolean): Errors {
  const refused = failure instanceof CallError ? (failure.problem?.errors ?? []) : []
  const typed = (z.safeParse(Broadcast, writing).error?.issues ?? []).map(({ path, message }) => ({
    field: String(path[0]),
    message,
  }))
  const errorOf = (field: 'subject' | 'message', missing: string) => {
    // an empty field isn't wrong before somebody wants to send it
    if (isBlank(writing[field])) return isComplaining ? missing : undefined
    return [...typed, ...refused].find((error) => error.field === field)?.message
  }
  const subject = errorOf('subject', texts.subjectMissing)
  const message = errorOf('message', texts.messageMissing)
  return { ...(subject && { subject }), ...(message && { message }) }
}

/** SPEC §8: the server's words after ours, or ours alone. */
export function failureText(failure: unknown) {
  const reason = messageOf(failure, '')
  return reason ? texts.sendFailedWith(reason) : texts.sendFailed
}
