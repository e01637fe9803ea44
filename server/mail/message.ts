import MailComposer from 'nodemailer/lib/mail-composer'
import type { Letter } from './mailer.ts'

/** Who mails come from: what it is called, and the house's own host in Message-IDs. */
export interface House {
  from: { name: string; address: string }
  host: string
}

// what a header can't hold without being another one, or can't show; the contract refuses it, this makes sure
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unfit = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g
const oneLine = (text: string) => text.toWellFormed().replace(unfit, ' ').trim()

/** A value that goes out as it is: folding would break an address. */
const asIs = (value: string) => ({ prepared: true, value })

const listHeaders = ({ list, unsubscribe }: Letter, host: string) => ({
  ...(list === undefined ? {} : { 'List-Id': asIs(`<${list}.${host}>`), Precedence: 'bulk' }),
  ...(unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': asIs(`<${unsubscribe}>`),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
})

/** The letter as it goes over the line; its `Bcc` and envelope are nobody's but the recipient's. */
export function composeMessage({ from, host }: House, letter: Letter) {
  const { id, to, subject, text, html, date } = letter
  return new MailComposer({
    from: { name: oneLine(from.name), address: from.address },
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${host}>`,
    date: new Date(date),
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(letter, host) },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
