import { MailRefused } from './mailer.ts'

/**
 * How far it had come: opening the line and signing in concerns all letters; naming sender and recipient, and sending
 * the letter itself, after which nobody knows what became of it, one.
 */
export type Phase = 'opening' | 'naming' | 'sending'

/** The code of a fault that is no fault: it was ended from here. */
export const stopped = 'ESTOPPED'

/** What nodemailer says of what went wrong. */
export interface SmtpFault extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Characters of the server's own words that are kept. */
const longest = 300
const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Private {
  /** User and password, where there are. */
  secrets: string[]
  /** The letter's address, which is kept nowhere but with the account. */
  recipient: string
}

/** The server's words as they may be shown: in one line, cut, without what only it and we know, and without the address. */
export function cleanWords(words: string, { secrets, recipient }: Private) {
  const [user = '', password = ''] = secrets
  const hidden = [password, base64(password), base64(`\0${user}\0${password}`), encodeURIComponent(password)]
  const plain = hidden.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), words.toWellFormed())
  // an address stands between spaces or brackets, in whatever case
  const address = recipient.toLowerCase()
  const line = plain
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[^ <>]+/g, (word) => (word.toLowerCase().includes(address) ? '…' : word))
    .trim()
  return [...line].slice(0, longest).join('')
}

const ofSystem: Record<string, string> = {
  ECONNREFUSED: 'nadie atiende allí',
  EHOSTUNREACH: 'no se llega hasta él',
  ENETUNREACH: 'no se llega hasta él',
  ECONNRESET: 'ha cortado la conexión',
  EPIPE: 'ha cortado la conexión',
  CERT_HAS_EXPIRED: 'su certificado ha caducado',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'su certificado no es de confianza',
  SELF_SIGNED_CERT_IN_CHAIN: 'su certificado no es de confianza',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'su certificado no es de confianza',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'su certificado no es de confianza',
  ERR_TLS_CERT_ALTNAME_INVALID: 'su certificado es de otro servidor',
}

function why({ code = '', originalCode = '', command }: SmtpFault, phase: Phase) {
  const known = ofSystem[originalCode] ?? ofSystem[code]
  if (code === 'EAUTH') return 'El servidor de correo no acepta el usuario o la contraseña'
  if (code === 'EDNS') return 'No se encuentra el servidor de correo'
  if (command === 'MAIL FROM') return 'El servidor de correo no acepta el remitente'
  if (phase !== 'opening')
    return code === 'ECONNECTION' || code === 'ESOCKET'
      ? 'El servidor de correo cortó la conexión sin contestar'
      : code === 'ETIMEDOUT' || code === stopped
        ? 'El servidor de correo no contestó a tiempo'
        : 'El servidor de correo no aceptó el mensaje'
  if (code === 'ETLS' || command === 'STARTTLS' || known?.includes('certificado'))
    return `No hay conexión segura con el servidor de correo${known ? `: ${known}` : ''}`
  return `No hay conexión con el servidor de correo${known ? `: ${known}` : code === 'ETIMEDOUT' ? ': no contesta' : ''}`
}

/** Answers that a server gives to everybody it doesn't know, though it waits for the recipient with them. */
const isStranger = (response = '') => /^53[05]|^5\d\d[ -]5\.7\.|^5.*\b(relay|authenticat)/is.test(response)

// 452 and the like to MAIL FROM are about the whole post as well: the sender is the same for all
const concernsAll = ({ code, command, response, responseCode }: SmtpFault, phase: Phase) =>
  phase === 'opening' ||
  code === 'EAUTH' ||
  responseCode === 421 ||
  command === 'MAIL FROM' ||
  (command === 'RCPT TO' && isStranger(response))

const cuts = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT']

/** What says nothing on a line that was used before: the server may just have had enough of that one. */
export const isOfLine = (fault: SmtpFault, phase: Phase) =>
  fault.code !== stopped &&
  (concernsAll(fault, phase) ||
    (phase === 'naming' && fault.responseCode === undefined && cuts.includes(fault.code ?? '')))

/** What a fault means for the letter and for the others, in words for admins without anything secret. */
export function refusalOf(fault: SmtpFault, phase: Phase, hidden: Private) {
  const isOurs = fault.code === stopped && phase !== 'sending'
  const all = !isOurs && concernsAll(fault, phase)
  // what never went out (an address that is none) won't the next time either
  const isUnfit = fault.command === 'API' && fault.code !== 'ECONNECTION'
  const isFinal = !all && ((fault.responseCode ?? 0) >= 500 || isUnfit)
  const sawRecipient = phase !== 'opening' && fault.command !== 'MAIL FROM'
  const words = fault.response ? cleanWords(fault.response, hidden) : ''
  const reason = words ? `${why(fault, phase)}: ${words}` : why(fault, phase)
  // the error itself may hold the conversation, and with it the password: only its code goes on
  const cause = new Error(`${fault.code ?? 'unknown'} ${fault.command ?? ''}`.trim())
  return new MailRefused(reason, { all, isFinal, sawRecipient, isOurs, cause })
}
