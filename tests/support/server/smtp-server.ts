/** A real SMTP server on the loopback, with the answers that a test sets. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { cert, key } from '../../../tools/certificate.ts'

/** An answer other than acceptance; 'drop' closes the connection without one. */
export type SmtpRefusal = { code: number; text: string } | 'drop'
type Answer = SmtpRefusal | undefined

interface Answers {
  connect?: () => Answer | Promise<Answer>
  sender?: () => Answer | Promise<Answer>
  recipient?: (address: string) => Answer | Promise<Answer>
  /** To the whole message. */
  content?: (address: string) => Answer | Promise<Answer>
}

interface Options {
  tls?: 'smtps' | 'starttls'
  /** The only credentials that are accepted. */
  auth?: { user: string; pass: string }
  maxTls?: 'TLSv1.1'
}

export interface Received {
  from: string
  to: string[]
  raw: string
  isSecure: boolean
}

export async function openSmtpServer({ tls, auth, maxTls }: Options = {}) {
  const accepted: Received[] = []
  /** Every message that arrived completely, accepted or not. */
  const received: Received[] = []
  const answers: Answers = {}
  const sockets = new Map<number, Socket>()
  let connections = 0

  type Asked = { remotePort: number }
  async function answer(wanted: Answer | Promise<Answer>, { remotePort }: Asked, done: (error?: Error) => void) {
    const refusal = await wanted
    if (refusal === 'drop') return void sockets.get(remotePort)?.destroy()
    done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
  }

  const server = new SMTPServer({
    logger: false,
    secure: tls === 'smtps',
    hideSTARTTLS: tls !== 'starttls',
    cert,
    key,
    ...(maxTls ? { maxVersion: maxTls, minVersion: maxTls, ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
    authOptional: auth === undefined,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: tls === undefined,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === auth?.user && password === auth?.pass
      // a careless server repeats the password
      if (isRight) done(null, { user: username ?? '' })
      else done(Object.assign(new Error(`no entra ${username} con ${password}`), { responseCode: 535 }))
    },
    onConnect(session, done) {
      connections++
      void answer(answers.connect?.(), session, done)
    },
    onMailFrom: (_address, session, done) => void answer(answers.sender?.(), session, done),
    onRcptTo: ({ address }, session, done) => void answer(answers.recipient?.(address), session, done),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const message = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          isSecure: session.secure,
        }
        received.push(message)
        const refusal = await answers.content?.(message.to[0] ?? '')
        if (!refusal) accepted.push(message)
        void answer(refusal, session, done)
      })
    },
  })
  server.on('error', () => {}) // closed connections
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const credentials = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''

  return {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    answers,
    accepted,
    received,
    /** Recipients of accepted messages, in order. */
    recipients: () => accepted.flatMap(({ to }) => to),
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

export const readMail = ({ raw }: { raw: string }): Promise<Email> => PostalMime.parse(raw)

/** The names of a message's headers, in their order and case. */
export function headerNames({ raw }: { raw: string }) {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))
}

export const headerOf = async (mail: { raw: string }, name: string) =>
  (await readMail(mail)).headers.find((header) => header.key === name.toLowerCase())?.value
