/** A mail to one person, as the mail server gets it. */
export interface Letter {
  /** Of the delivery; the Message-ID is made of it, and so the same at each attempt. */
  id: string
  /** Milliseconds since 1970. */
  date: number
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The kind of mail, for programs that sort. */
  list?: string | undefined
  /** Where this person turns off this kind of mail; absent for those one can't do without. */
  unsubscribe?: string | undefined
}

/** The port for whatever takes mails: a mail server, or a folder. */
export interface Mailer {
  /** Resolves once whoever takes it has said that it is theirs; otherwise `MailRefused`. */
  send(letter: Letter): Promise<void>
  /** Ends it, and what is being sent. */
  close(): void
}

/** Why a letter wasn't taken, in words for admins. */
export class MailRefused extends Error {
  /** Whether nothing would be taken now (no connection, wrong password), or just this letter wasn't. */
  readonly all: boolean
  /** Whether it is refused for good. */
  readonly isFinal: boolean

  constructor(reason: string, { all, isFinal, cause }: { all: boolean; isFinal: boolean; cause?: unknown }) {
    super(reason, { cause })
    this.all = all
    this.isFinal = isFinal
  }
}
