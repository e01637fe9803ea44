import { MailRefused } from './mailer.ts'

/** How far it had come: opening the line and signing in concerns all letters, sending concerns one. */
export type Phase = 'opening' | 'sending'

/** What nodemailer says of what went wrong. */
interface SmtpFault extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Characters of the server's own words that are kept. */
const longest = 300
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The server's words as they may be shown: in one line, cut, and without what only it and we know. */
export function cleanWords(words: string, secrets: string[]) {
  const [user = '', password = ''] = secrets
  const hidden = [password, base64(password), base64(`\0${user}\0${password}`), encodeURIComponent(password)]
  const plain = hidden.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), words.toWellFormed())
  const line = plain.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
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
  if (phase === 'sending')
    return code === 'ECONNECTION' || code === 'ESOCKET'
      ? 'El servidor de correo cortó la conexión sin contestar'
      : code === 'ETIMEDOUT'
        ? 'El servidor de correo no contestó a tiempo'
        : 'El servidor de correo no aceptó el mensaje'
  if (code === 'ETLS' || command === 'STARTTLS' || known?.includes('certificado'))
    return `No hay conexión segura con el servidor de correo${known ? `: ${known}` : ''}`
  return `No hay conexión con el servidor de correo${known ? `: ${known}` : code === 'ETIMEDOUT' ? ': no contesta' : ''}`
}

// 452 and the like to MAIL FROM are about the whole post as well: the sender is the same for all
const concernsAll = ({ code, command, responseCode }: SmtpFault, phase: Phase) =>
  phase === 'opening' || code === 'EAUTH' || responseCode === 421 || command === 'MAIL FROM'

/** What a fault means for the letter and for the others, in words for admins without anything secret. */
export function refusalOf(error: Error, phase: Phase, secrets: string[]) {
  const fault = error as SmtpFault
  const all = concernsAll(fault, phase)
  // what never went out (an address that is none) won't the next time either
  const isFinal = !all && ((fault.responseCode ?? 0) >= 500 || fault.command === 'API')
  const words = fault.response ? cleanWords(fault.response, secrets) : ''
  // the error itself may hold the conversation, and with it the password: only its code goes on
  const cause = new Error(`${fault.code ?? 'unknown'} ${fault.command ?? ''}`.trim())
  return new MailRefused(words ? `${why(fault, phase)}: ${words}` : why(fault, phase), { all, isFinal, cause })
}
