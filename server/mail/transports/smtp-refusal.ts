import { MailRefused } from './transport.ts'

/**
 * Phase of the SMTP conversation. 'opening' includes signing in. After a fault during 'content' it is unknown if the
 * email was accepted.
 */
export type Phase = 'opening' | 'envelope' | 'content'

/** Code of a step aborted by `close`. */
export const abortedCode = 'ESTOPPED'

export interface SmtpFault extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Characters of the server's response that are stored. */
const maxLength = 300
const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Hidden {
  /** User and password, if any. */
  secrets: string[]
  /** Address of the recipient, which is stored with the account only. */
  recipient: string
}

/** Server's response in one line, cut, without password and address. */
function cleanResponse(response: string, { secrets, recipient }: Hidden) {
  const [user = '', password = ''] = secrets
  const hidden = [password, base64(password), base64(`\0${user}\0${password}`), encodeURIComponent(password)]
  const plain = hidden.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), response.toWellFormed())
  // in upper or lower case, between spaces or brackets
  const address = recipient.toLowerCase()
  const line = plain
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[^ <>]+/g, (word) => (word.toLowerCase().includes(address) ? '…' : word))
    .trim()
  return [...line].slice(0, maxLength).join('')
}

const systemErrors: Record<string, string> = {
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

function describe({ code = '', originalCode = '', command }: SmtpFault, phase: Phase) {
  const known = systemErrors[originalCode] ?? systemErrors[code]
  if (code === 'EAUTH') return 'El servidor de correo no acepta el usuario o la contraseña'
  if (code === 'EDNS') return 'No se encuentra el servidor de correo'
  if (command === 'MAIL FROM') return 'El servidor de correo no acepta el remitente'
  if (phase !== 'opening')
    return code === 'ECONNECTION' || code === 'ESOCKET'
      ? 'El servidor de correo cortó la conexión sin contestar'
      : code === 'ETIMEDOUT' || code === abortedCode
        ? 'El servidor de correo no contestó a tiempo'
        : 'El servidor de correo no aceptó el mensaje'
  if (code === 'ETLS' || command === 'STARTTLS' || known?.includes('certificado'))
    return `No hay conexión segura con el servidor de correo${known ? `: ${known}` : ''}`
  return `No hay conexión con el servidor de correo${known ? `: ${known}` : code === 'ETIMEDOUT' ? ': no contesta' : ''}`
}

/** Refusals of an unknown client, which servers send only after RCPT TO. */
const refusesClient = (response = '') => /^53[05]|^5\d\d[ -]5\.7\.|^5.*\b(relay|authenticat)/is.test(response)

// any refusal of MAIL FROM: the sender is the same for all emails
const isGlobalFault = ({ code, command, response, responseCode }: SmtpFault, phase: Phase) =>
  phase === 'opening' ||
  code === 'EAUTH' ||
  responseCode === 421 ||
  command === 'MAIL FROM' ||
  (command === 'RCPT TO' && refusesClient(response))

const connectionErrors = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT']

/** Errors that prove nothing on a reused connection: the server may just have closed it. */
export const concernsConnection = (fault: SmtpFault, phase: Phase) =>
  fault.code !== abortedCode &&
  (isGlobalFault(fault, phase) ||
    (phase === 'envelope' && fault.responseCode === undefined && connectionErrors.includes(fault.code ?? '')))

export function refusalOf(fault: SmtpFault, phase: Phase, hidden: Hidden) {
  const wasAborted = fault.code === abortedCode && phase !== 'content'
  const concernsAll = !wasAborted && isGlobalFault(fault, phase)
  // refused by nodemailer itself, such as an invalid address
  const isInvalid = fault.command === 'API' && fault.code !== 'ECONNECTION'
  const isFinal = !concernsAll && ((fault.responseCode ?? 0) >= 500 || isInvalid)
  const sawRecipient = phase !== 'opening' && fault.command !== 'MAIL FROM'
  const response = fault.response ? cleanResponse(fault.response, hidden) : ''
  const reason = response ? `${describe(fault, phase)}: ${response}` : describe(fault, phase)
  // only the code is kept: the error itself may contain the password
  const cause = new Error(`${fault.code ?? 'unknown'} ${fault.command ?? ''}`.trim())
  return new MailRefused(reason, { concernsAll, isFinal, sawRecipient, wasAborted, cause })
}
