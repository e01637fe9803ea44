export interface Email {
  /** Id of the delivery. The Message-ID is made of it, and so the same at each attempt. */
  id: string
  /** Milliseconds since 1970. */
  date: number
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Name of the List-Id, by which mail programs sort. */
  list?: string | undefined
  /** Unsubscribe link of this person; absent for kinds that can't be turned off. */
  unsubscribe?: string | undefined
}

export interface MailTransport {
  /** Resolves once the email is accepted; otherwise rejects with `MailRefused`. */
  send(email: Email): Promise<void>
  close(): void
}

interface Meaning {
  /** True if every email would be refused now (no connection, wrong password). */
  concernsAll: boolean
  isFinal: boolean
  /** True if the server refused after RCPT TO: a refusal that looks global may concern this recipient only. */
  sawRecipient?: boolean
  /** True if `close` aborted it before the content was sent; nobody refused it. */
  wasAborted?: boolean
  cause?: unknown
}

/** A failed `send`; the message is for admins to read. */
export class MailRefused extends Error {
  readonly concernsAll: boolean
  readonly isFinal: boolean
  readonly sawRecipient: boolean
  readonly wasAborted: boolean

  constructor(reason: string, { concernsAll, isFinal, sawRecipient = false, wasAborted = false, cause }: Meaning) {
    super(reason, { cause })
    this.concernsAll = concernsAll
    this.isFinal = isFinal
    this.sawRecipient = sawRecipient
    this.wasAborted = wasAborted
  }
}
