import { useRef, useState } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { CallError } from '../api/call.ts'
import { useUnsent } from '../api/unsent.ts'
import { useRecipients, useSendBroadcast } from './admin-api.ts'
import { texts } from './admin-texts.ts'
import { changed, failureText, fieldErrors, isIncomplete, nothing, renewed, type Writing } from './broadcast-writing.ts'

const isSentBefore = (failure: unknown) => failure instanceof CallError && failure.problem?.code === 'client_id_taken'

/** The form of a broadcast: typed, shown once more, sent once. */
export function useBroadcastForm() {
  const unsent = useUnsent<Writing>('broadcast', nothing)
  const writing = unsent.typed
  const [foundId] = useState(unsent.wasFound ? writing.client_id : '')
  const recipients = useRecipients().data
  const subject = useRef<HTMLInputElement>(null)
  const message = useRef<HTMLTextAreaElement>(null)
  const isUnderWay = useRef(false)
  const [isComplaining, setComplaining] = useState(false)
  const [shown, setShown] = useState<Writing>()
  const [isAsking, setAsking] = useState(false)
  const [sentTo, setSentTo] = useState<number>()
  const broadcast = useSendBroadcast(() => {
    unsent.type(nothing)
    unsent.forget()
  })
  const { error, isPending } = broadcast
  const errors = fieldErrors(writing, error, isComplaining)
  const count = writing.include_unsubscribed ? recipients?.total_users : recipients?.subscribed_count
  const isNobody = count === 0

  function set(change: Partial<Writing>) {
    setSentTo(undefined)
    const next = changed(writing, change)
    unsent.type(next)
    // what was refused isn't what is written now; that other words went out stays so for these
    if (error && (!isSentBefore(error) || next.client_id !== writing.client_id)) broadcast.reset()
  }

  /** Shows what would go out, or says what is missing. */
  function ask() {
    if (isPending) return
    setComplaining(true)
    const found = fieldErrors(writing, null, true)
    if (found.subject) subject.current?.focus()
    else if (found.message) message.current?.focus()
    else if (!isNobody) {
      setShown(writing)
      setAsking(true)
    }
  }

  function send() {
    // the second click of a double one comes before the first one is seen to be pending
    if (isUnderWay.current) return
    isUnderWay.current = true
    broadcast.mutate(writing, {
      onSuccess: ({ sent_count }) => {
        setComplaining(false)
        setSentTo(sent_count)
      },
      onError: (failure) => {
        // what was sent under it had other words: these are another broadcast
        if (isSentBefore(failure)) unsent.type(renewed(writing))
      },
      onSettled: () => {
        isUnderWay.current = false
        setAsking(false)
      },
    })
  }

  function complaint() {
    if (isComplaining && isIncomplete(writing)) return texts.bothRequired
    if (isComplaining && isNobody) return texts.nobody
    if (error === null || isBlank(writing.client_id)) return undefined
    return isSentBefore(error) ? `${failureText(error)} ${texts.sentBefore}` : failureText(error)
  }

  return {
    writing,
    /** What is written is still what an earlier visit left. */
    wasFound: foundId !== '' && writing.client_id === foundId,
    errors,
    complaint: complaint(),
    count,
    subject,
    message,
    set,
    ask,
    send,
    close: () => !isPending && setAsking(false),
    isAsking,
    shown,
    isSending: isPending,
    sentTo,
  }
}
