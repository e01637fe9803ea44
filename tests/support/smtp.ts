/** A real mail server on the loopback, which does with letters what a test says. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { cert, key } from './mail-certificate.ts'

/** What is said instead of yes: an answer, or none and the line is cut. */
export type No = { code: number; text: string } | 'drop'
type Says = No | undefined

interface Behaviour {
  connect?: () => Says | Promise<Says>
  sender?: () => Says | Promise<Says>
  recipient?: (address: string) => Says | Promise<Says>
  /** After the whole letter has come. */
  letter?: (address: string) => Says | Promise<Says>
}

interface Options {
  /** TLS from the beginning, or on request; none otherwise. */
  tls?: 'smtps' | 'starttls'
  /** The only ones that are let in. */
  auth?: { user: string; pass: string }
  maxTls?: 'TLSv1.1'
}

export interface Taken {
  from: string
  to: string[]
  raw: string
  isSecure: boolean
}

export async function openSmtpServer({ tls, auth, maxTls }: Options = {}) {
  const taken: Taken[] = []
  /** All that came whole, taken or not. */
  const heard: Taken[] = []
  const behaviour: Behaviour = {}
  const sockets = new Map<number, Socket>()
  let lines = 0

  function answer(says: Says, port: number, then: (error?: Error) => void) {
    if (says === 'drop') return void sockets.get(port)?.destroy()
    then(says && Object.assign(new Error(says.text), { responseCode: says.code }))
  }

  const server = new SMTPServer({
    logger: false,
    secure: tls === 'smtps',
    hideSTARTTLS: tls !== 'starttls',
    ...{ cert, key, ...(maxTls ? { maxVersion: maxTls, minVersion: maxTls, ciphers: 'DEFAULT@SECLEVEL=0' } : {}) },
    authOptional: auth === undefined,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: tls === undefined,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === auth?.user && password === auth?.pass
      // what a careless server would repeat
      if (isRight) done(null, { user: username ?? '' })
      else done(Object.assign(new Error(`no entra ${username} con ${password}`), { responseCode: 535 }))
    },
    onConnect(session, done) {
      lines++
      void Promise.resolve(behaviour.connect?.()).then((says) => answer(says, session.remotePort, done))
    },
    onMailFrom: (_address, session, done) =>
      void Promise.resolve(behaviour.sender?.()).then((says) => answer(says, session.remotePort, done)),
    onRcptTo: ({ address }, session, done) =>
      void Promise.resolve(behaviour.recipient?.(address)).then((says) => answer(says, session.remotePort, done)),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const letter = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          isSecure: session.secure,
        }
        heard.push(letter)
        const says = await behaviour.letter?.(letter.to[0] ?? '')
        if (!says) taken.push(letter)
        answer(says, session.remotePort, done)
      })
    },
  })
  server.on('error', () => {}) // lines that are cut
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const who = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''

  return {
    url: `${tls === 'smtps' ? 'smtps' : 'smtp'}://${who}127.0.0.1:${port}`,
    behaviour,
    taken,
    heard,
    /** To whom letters were taken, in order. */
    recipients: () => taken.flatMap(({ to }) => to),
    lines: () => lines,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

export const readMail = ({ raw }: { raw: string }): Promise<Email> => PostalMime.parse(raw)

/** The names of a message's headers, as they stand there. */
export function headerNames({ raw }: { raw: string }) {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))
}

export const headerOf = async (mail: { raw: string }, name: string) =>
  (await readMail(mail)).headers.find((header) => header.key === name.toLowerCase())?.value
