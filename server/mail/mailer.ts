import type { LastSent } from './last-sent.ts'

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
  /** What it is known by that a backup was put back; without it that isn't noticed. */
  lastSent?: LastSent
}

/** What a refusal means, for the letter and for the others. */
interface Meaning {
  /** Whether nothing would be taken now (no connection, wrong password), or just this letter wasn't. */
  all: boolean
  /** Whether it is refused for good. */
  isFinal: boolean
  /** Whether it was said after the recipient was named: what sounds like all may then be this letter's. */
  sawRecipient?: boolean
  /** Whether nobody refused it: it was ended by `close` before the letter itself went over. */
  isOurs?: boolean
  cause?: unknown
}

/** Why a letter wasn't taken, in words for admins. */
export class MailRefused extends Error {
  readonly all: boolean
  readonly isFinal: boolean
  readonly sawRecipient: boolean
  readonly isOurs: boolean

  constructor(reason: string, { all, isFinal, sawRecipient = false, isOurs = false, cause }: Meaning) {
    super(reason, { cause })
    this.all = all
    this.isFinal = isFinal
    this.sawRecipient = sawRecipient
    this.isOurs = isOurs
  }
}
