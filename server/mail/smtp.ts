import { isIP } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Letter, type Mailer, MailRefused } from './mailer.ts'
import { composeMessage, type House } from './message.ts'
import { type Phase, refusalOf } from './smtp-refusal.ts'

/** Milliseconds. The last two are without a word from the server, and all in all. */
const within = { connected: 10_000, greeted: 10_000, word: 30_000, whole: 90_000 }

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password if the server wants them. */
  url: string
  /** A certificate to trust besides those of the system. */
  ca?: string | undefined
  /** Whether what goes over the line stays on this machine; the host's name says so otherwise. */
  isLocal?: boolean | undefined
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * How the line is opened. Nobody stands between us and a server on this machine, whose certificate is mostly nobody's;
 * elsewhere it has to be good, and no password goes over a line that isn't encrypted.
 */
export function lineOf({ url, ca, isLocal }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const local = isLocal ?? isLoopback(host)
  const secure = protocol === 'smtps:'
  const auth = username
    ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : undefined
  return {
    auth,
    options: {
      host,
      port: port ? Number(port) : secure ? 465 : auth ? 587 : 25,
      secure,
      requireTLS: !secure && !local && auth !== undefined,
      connectionTimeout: within.connected,
      greetingTimeout: within.greeted,
      socketTimeout: within.word,
      tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: !local, ...(ca ? { ca } : {}) },
    },
  }
}

/** A letter that goes out soon after another one, up to so many, takes the same line; milliseconds that it is kept. */
const lineIsGoodFor = { letters: 50, idle: 1000 }

const asFault = (code: string) => Object.assign(new Error(code), { code })

/**
 * A line is kept for the next letter only after one was taken: what is broken by one is no other's. What the server says
 * to all on a line that was used before (421 for too many letters, say) counts on a fresh one only.
 */
export function openSmtp(settings: SmtpSettings, house: House): Mailer {
  const { auth, options } = lineOf(settings)
  const secrets = auth ? [auth.credentials.user, auth.credentials.pass] : []
  const ending = new Set<() => void>()
  let kept: { line: SMTPConnection; letters: number } | undefined

  /** A step on the line, which ends well, with a refusal, or in time. */
  function step(line: SMTPConnection, phase: Phase, work: (done: (error?: Error | null) => void) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const done = (error?: Error | null) => (error ? reject(refusalOf(error, phase, secrets)) : resolve())
    // where there was a word, it comes after the end
    const ended = () => setImmediate(() => done(asFault('ECONNECTION')))
    const giveUp = () => done(asFault('ETIMEDOUT'))
    const timer = setTimeout(giveUp, within.whole)
    ending.add(giveUp)
    line.on('error', done).once('end', ended)
    work(done)
    return promise
      .catch((error) => {
        line.close()
        throw error
      })
      .finally(() => {
        clearTimeout(timer)
        ending.delete(giveUp)
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
    await step(line, 'opening', (done) =>
      line.connect((error) => {
        if (error || !auth) return done(error)
        if (!line.allowsAuth) return done(asFault('EAUTH'))
        line.login(auth, (refused) => done(refused))
      }),
    )
    return line
  }

  const sendOn = (line: SMTPConnection, letter: Letter, message: Buffer) =>
    step(line, 'sending', (done) =>
      line.send({ from: house.from.address, to: [letter.to.address] }, message, (error) => done(error)),
    )

  function keep(line: SMTPConnection, letters: number) {
    if (kept || letters >= lineIsGoodFor.letters) return void line.quit()
    const mine = { line, letters }
    kept = mine
    setTimeout(() => {
      if (kept !== mine) return
      kept = undefined
      line.quit()
    }, lineIsGoodFor.idle).unref()
  }

  /** Whether it went out on the line that was kept. */
  async function sendOnKept(letter: Letter, message: Buffer) {
    if (!kept) return false
    const { line, letters } = kept
    kept = undefined
    try {
      await sendOn(line, letter, message)
      keep(line, letters + 1)
      return true
    } catch (error) {
      if (error instanceof MailRefused && error.all) return false
      throw error
    }
  }

  return {
    async send(letter) {
      const message = await composeMessage(house, letter)
      if (await sendOnKept(letter, message)) return
      const line = await openLine()
      await sendOn(line, letter, message)
      keep(line, 1)
    },
    close() {
      kept?.line.close()
      kept = undefined
      for (const giveUp of ending) giveUp()
    },
  }
}
