import { isIP } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Letter, Mailer } from './mailer.ts'
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

/** One line for each letter: what is broken by one is no other's. */
export function openSmtp(settings: SmtpSettings, house: House): Mailer {
  const { auth, options } = lineOf(settings)
  const secrets = auth ? [auth.credentials.user, auth.credentials.pass] : []
  const ending = new Set<() => void>()

  function talk(letter: Letter, message: Buffer) {
    const line = new SMTPConnection({ ...options, name: isIP(house.host) ? `[${house.host}]` : house.host })
    let phase: Phase = 'opening'
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = (error: Error) => reject(refusalOf(error, phase, secrets))
    const end = () => fail(Object.assign(new Error('given up'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(end, within.whole)
    ending.add(end)
    line.on('error', fail)
    // a line that ends without a word is never left waiting; where there was one, it comes after the end
    line.once('end', () => setImmediate(() => fail(Object.assign(new Error('ended'), { code: 'ECONNECTION' }))))
    const send = () => {
      phase = 'sending'
      const envelope = { from: house.from.address, to: [letter.to.address] }
      line.send(envelope, message, (error) => (error ? fail(error) : resolve()))
    }
    line.connect((error) => {
      if (error) return fail(error)
      if (!auth) return send()
      if (!line.allowsAuth) return fail(Object.assign(new Error('no AUTH'), { code: 'EAUTH' }))
      line.login(auth, (refused) => (refused ? fail(refused) : send()))
    })
    return promise.finally(() => {
      clearTimeout(timer)
      ending.delete(end)
      line.close()
    })
  }

  return {
    send: async (letter) => talk(letter, await composeMessage(house, letter)),
    close() {
      for (const end of ending) end()
    },
  }
}
