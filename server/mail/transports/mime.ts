import MailComposer from 'nodemailer/lib/mail-composer'
import { withoutInvisible } from '../../../contract/text/invisible.ts'
import type { Email } from './transport.ts'

export interface SenderIdentity {
  from: { name: string; address: string }
  /** For Message-IDs and List-Ids. */
  host: string
}

// Characters that would end a header, or that it can't show. The contract refuses them already; this makes sure.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const forbiddenInHeader = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const toHeaderText = (text: string) => withoutInvisible(text.toWellFormed().replace(forbiddenInHeader, ' ')).trim()

/** Header value without folding, which would break a URL. */
const verbatim = (value: string) => ({ prepared: true, value })

const listHeaders = ({ list, unsubscribe }: Email, host: string) => ({
  ...(list === undefined ? {} : { 'List-Id': verbatim(`<${list}.${host}>`), Precedence: 'bulk' }),
  ...(unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': verbatim(`<${unsubscribe}>`),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
})

/** Message of an email, with its recipient as the only address. */
export function composeMime({ from, host }: SenderIdentity, email: Email) {
  const { id, to, subject, text, html, date } = email
  return new MailComposer({
    from: { name: toHeaderText(from.name), address: from.address },
    to: { name: toHeaderText(to.name), address: to.address },
    subject: toHeaderText(subject),
    text,
    html,
    messageId: `<${id}@${host}>`,
    date: new Date(date),
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(email, host) },
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
