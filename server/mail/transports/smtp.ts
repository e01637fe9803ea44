import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { hostOf, isLoopback } from '../../lib/network.ts'
import { composeMime, type SenderIdentity } from './mime.ts'
import { abortedCode, concernsConnection, type Phase, refusalOf, type SmtpFault } from './smtp-refusal.ts'
import type { Email, MailTransport } from './transport.ts'

/**
 * `envelope` is for opening a connection, and for naming sender and recipient. `answer` is for the server's answer to
 * the content, by RFC 5321, 4.5.3.2.6: a server may take that long, and a shorter timeout would mean sending the email
 * twice.
 */
const timeoutsMs = { connect: 10_000, greeting: 10_000, envelope: 90_000, answer: 600_000 }

export interface SmtpSettings {
  /** smtp:// or smtps://, optionally with user and password. */
  url: string
  /** Trusted certificate, in addition to the system's. */
  ca?: string | undefined
  /** True if nobody can intercept the connection; by default if it stays on this machine. */
  isLocal?: boolean | undefined
  /** Timeout overrides, for tests. */
  timeouts?: Partial<typeof timeoutsMs> | undefined
}

/**
 * A server on this machine may have any certificate or no TLS, as nobody can intercept the connection. Elsewhere
 * nothing is sent without TLS and a valid certificate: mails hold posts.
 */
export function connectionOptions({ url, ca, isLocal, timeouts }: SmtpSettings) {
  const { protocol, port, username, password } = new URL(url)
  const host = hostOf(url)
  const local = isLocal ?? isLoopback(host)
  const secure = protocol === 'smtps:'
  const auth = username
    ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : undefined
  const times = { ...timeoutsMs, ...timeouts }
  return {
    auth,
    times,
    options: {
      host,
      port: port ? Number(port) : secure ? 465 : auth ? 587 : 25,
      secure,
      requireTLS: !secure && !local,
      connectionTimeout: times.connect,
      greetingTimeout: times.greeting,
      // the longest: each step has a timeout of its own
      socketTimeout: times.answer,
      tls: {
        minVersion: 'TLSv1.2' as const,
        rejectUnauthorized: !local,
        ...(ca ? { ca: [...getCACertificates(), ca] } : {}),
      },
    },
  }
}

const reuse = { maxEmails: 50, maxIdleMs: 1000 }

const createFault = (code: string) => Object.assign(new Error(code), { code })

/**
 * A connection is reused only after an accepted email, so that a broken one affects no other email. A refusal of
 * everything (421 for too many emails, say) or a closed connection counts on a new connection only: on a reused one the
 * email is sent again over a new one.
 */
export function openSmtpTransport(settings: SmtpSettings, sender: SenderIdentity): MailTransport {
  const { auth, times, options } = connectionOptions(settings)
  const secrets = auth ? [auth.credentials.user, auth.credentials.pass] : []
  const aborts = new Set<() => void>()
  let isClosed = false
  let idle: { connection: SMTPConnection; emails: number } | undefined

  /** One step of the conversation, with a timeout; `contentRequested` extends it to that of the final answer. */
  function step(
    connection: SMTPConnection,
    work: (done: (error?: Error | null) => void, contentRequested: () => void) => void,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    // if the server gave a reason, that error comes right after 'end'
    const ended = () => setImmediate(() => done(createFault('ECONNECTION')))
    const timedOut = () => done(createFault('ETIMEDOUT'))
    const abort = () => done(createFault(abortedCode))
    let timer = setTimeout(timedOut, times.envelope)
    const contentRequested = () => {
      clearTimeout(timer)
      timer = setTimeout(timedOut, times.answer)
    }
    aborts.add(abort)
    connection.on('error', done).once('end', ended)
    if (isClosed) abort()
    else work(done, contentRequested)
    return promise
      .catch((error) => {
        connection.close()
        throw error
      })
      .finally(() => {
        clearTimeout(timer)
        aborts.delete(abort)
        connection.off('error', done).off('end', ended)
      })
  }

  async function openConnection() {
    const name = isIP(sender.host) ? `[${sender.host}]` : sender.host
    const connection = new SMTPConnection({ ...options, name })
    // for errors of an idle connection, which affect nobody; each step has its own listener
    connection.on('error', () => {})
    connection.once('end', () => {
      if (idle?.connection === connection) idle = undefined
    })
    await step(connection, (done) =>
      connection.connect((error) => {
        if (error || !auth) return done(error)
        if (!connection.allowsAuth) return done(createFault('EAUTH'))
        connection.login(auth, (refused) => done(refused))
      }),
    )
    return connection
  }

  /** `contentStarted` is called when the server asks for the content. */
  const sendOver = (connection: SMTPConnection, email: Email, message: Buffer, contentStarted: () => void) =>
    step(connection, (done, contentRequested) => {
      // read only after sender and recipient are accepted
      const content = new Readable({
        read() {
          contentStarted()
          contentRequested()
          this.push(message)
          this.push(null)
        },
      })
      connection.send({ from: sender.from.address, to: [email.to.address] }, content, (error) => done(error))
    })

  function keepIdle(connection: SMTPConnection, emails: number) {
    if (idle || isClosed || emails >= reuse.maxEmails) return void connection.quit()
    const mine = { connection, emails }
    idle = mine
    setTimeout(() => {
      if (idle !== mine) return
      idle = undefined
      connection.quit()
    }, reuse.maxIdleMs).unref()
  }

  return {
    async send(email) {
      const message = await composeMime(sender, email)
      const hidden = { secrets, recipient: email.to.address }
      let phase: Phase = 'envelope'
      const contentStarted = () => {
        phase = 'content'
      }
      const sendAndKeep = async (connection: SMTPConnection, emails: number) => {
        phase = 'envelope'
        await sendOver(connection, email, message, contentStarted)
        keepIdle(connection, emails)
      }
      const reused = idle
      idle = undefined
      try {
        if (reused) return await sendAndKeep(reused.connection, reused.emails + 1)
      } catch (error) {
        const fault = error as SmtpFault
        if (!concernsConnection(fault, phase)) throw refusalOf(fault, phase, hidden)
      }
      try {
        phase = 'opening'
        await sendAndKeep(await openConnection(), 1)
      } catch (error) {
        throw refusalOf(error as SmtpFault, phase, hidden)
      }
    },
    close() {
      isClosed = true
      idle?.connection.close()
      idle = undefined
      for (const abort of aborts) abort()
    },
  }
}
