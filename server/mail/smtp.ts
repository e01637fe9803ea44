import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Letter, Mailer } from './mailer.ts'
import { composeMessage, type House } from './message.ts'
import { isOfLine, type Phase, refusalOf, type SmtpFault, stopped } from './smtp-refusal.ts'

/**
 * Milliseconds: for the connection, for the greeting, for opening the line or naming sender and recipient all in all, and
 * for what the server says to the letter. The last is the one of RFC 5321, 4.5.3.2.6: a server may take that long, and
 * who leaves before it has answered sends the letter again.
 */
const patience = { connected: 10_000, greeted: 10_000, envelope: 90_000, answer: 600_000 }

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password if the server wants them. */
  url: string
  /** A certificate to trust besides those of the system. */
  ca?: string | undefined
  /** Whether what goes over the line stays on this machine; the host's name says so otherwise. */
  isLocal?: boolean | undefined
  /** How long is waited for what, where it isn't for as long as ever. */
  within?: Partial<typeof patience> | undefined
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * How the line is opened. Nobody stands between us and a server on this machine, whose certificate is mostly nobody's;
 * elsewhere it has to be good, and no password goes over a line that isn't encrypted.
 */
export function lineOf({ url, ca, isLocal, within }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const local = isLocal ?? isLoopback(host)
  const secure = protocol === 'smtps:'
  const auth = username
    ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : undefined
  const times = { ...patience, ...within }
  return {
    auth,
    times,
    options: {
      host,
      port: port ? Number(port) : secure ? 465 : auth ? 587 : 25,
      secure,
      requireTLS: !secure && !local && auth !== undefined,
      connectionTimeout: times.connected,
      greetingTimeout: times.greeted,
      // only the last of them: each step has its own besides
      socketTimeout: times.answer,
      tls: {
        minVersion: 'TLSv1.2' as const,
        rejectUnauthorized: !local,
        ...(ca ? { ca: [...getCACertificates(), ca] } : {}),
      },
    },
  }
}

/** A letter that goes out soon after another one, up to so many, takes the same line; milliseconds that it is kept. */
const lineIsGoodFor = { letters: 50, idle: 1000 }

const asFault = (code: string) => Object.assign(new Error(code), { code })

/**
 * A line is kept for the next letter only after one was taken: what is broken by one is no other's. What the server says
 * to all on a line that was used before (421 for too many letters, say), or that the line is no more, counts on a fresh
 * one only.
 */
export function openSmtp(settings: SmtpSettings, house: House): Mailer {
  const { auth, times, options } = lineOf(settings)
  const secrets = auth ? [auth.credentials.user, auth.credentials.pass] : []
  const ending = new Set<() => void>()
  let isOver = false
  let kept: { line: SMTPConnection; letters: number } | undefined

  /** A step on the line, which ends well, with a fault, or in time; `isAsked` gives the server its time for the answer. */
  function step(line: SMTPConnection, work: (done: (error?: Error | null) => void, isAsked: () => void) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    // where there was a word, it comes after the end
    const ended = () => setImmediate(() => done(asFault('ECONNECTION')))
    const giveUp = () => done(asFault('ETIMEDOUT'))
    const stop = () => done(asFault(stopped))
    let timer = setTimeout(giveUp, times.envelope)
    const isAsked = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, times.answer)
    }
    ending.add(stop)
    line.on('error', done).once('end', ended)
    if (isOver) stop()
    else work(done, isAsked)
    return promise
      .catch((error) => {
        line.close()
        throw error
      })
      .finally(() => {
        clearTimeout(timer)
        ending.delete(stop)
        line.off('error', done).off('end', ended)
      })
  }

  async function openLine() {
    const line = new SMTPConnection({ ...options, name: isIP(house.host) ? `[${house.host}]` : house.host })
    // whoever waits for the line hears of it; nobody does once it is idle
    line.on('error', () => {})
    line.once('end', () => {
      if (kept?.line === line) kept = undefined
    })
    await step(line, (done) =>
      line.connect((error) => {
        if (error || !auth) return done(error)
        if (!line.allowsAuth) return done(asFault('EAUTH'))
        line.login(auth, (refused) => done(refused))
      }),
    )
    return line
  }

  /** `begun` is told when the server wants to have the letter itself. */
  const sendOn = (line: SMTPConnection, letter: Letter, message: Buffer, begun: () => void) =>
    step(line, (done, isAsked) => {
      // read only once sender and recipient are accepted
      const body = new Readable({
        read() {
          begun()
          isAsked()
          this.push(message)
          this.push(null)
        },
      })
      line.send({ from: house.from.address, to: [letter.to.address] }, body, (error) => done(error))
    })

  function keep(line: SMTPConnection, letters: number) {
    if (kept || isOver || letters >= lineIsGoodFor.letters) return void line.quit()
    const mine = { line, letters }
    kept = mine
    setTimeout(() => {
      if (kept !== mine) return
      kept = undefined
      line.quit()
    }, lineIsGoodFor.idle).unref()
  }

  return {
    async send(letter) {
      const message = await composeMessage(house, letter)
      let phase: Phase = 'naming'
      const begun = () => {
        phase = 'sending'
      }
      const sendAndKeep = async (line: SMTPConnection, letters: number) => {
        phase = 'naming'
        await sendOn(line, letter, message, begun)
        keep(line, letters)
      }
      const used = kept
      kept = undefined
      try {
        if (used) return await sendAndKeep(used.line, used.letters + 1)
      } catch (error) {
        const fault = error as SmtpFault
        if (!isOfLine(fault, phase)) throw refusalOf(fault, phase, { secrets, recipient: letter.to.address })
      }
      try {
        phase = 'opening'
        await sendAndKeep(await openLine(), 1)
      } catch (error) {
        throw refusalOf(error as SmtpFault, phase, { secrets, recipient: letter.to.address })
      }
    },
    close() {
      isOver = true
      kept?.line.close()
      kept = undefined
      for (const stop of ending) stop()
    },
  }
}
