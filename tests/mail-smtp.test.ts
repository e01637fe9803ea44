// What is said to a mail server, and what becomes of a letter by what it answers (DECISIONS §1, "e-mail").
import { setTimeout as pause } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { type Letter, MailRefused } from '../server/mail/mailer.ts'
import { composeMessage } from '../server/mail/message.ts'
import { lineOf, openSmtp, type SmtpSettings } from '../server/mail/smtp.ts'
import { chanceOf } from './support/chance.ts'
import { cert } from './support/mail-certificate.ts'
import { headerNames, headerOf, openSmtpServer, readMail } from './support/smtp.ts'

const house = { host: 'alejandria.example', from: { name: 'Alejandría', address: 'biblioteca@alejandria.example' } }
const letter: Letter = {
  id: '0190a1b2c3d4e5f60718293a4b5c6d7e',
  date: Date.parse('2026-03-02T09:00:00.000Z'),
  to: { name: 'Ana Ñandú', address: 'ana@alejandria.example' },
  subject: 'Nuevo post: Sobre las bibliotecas «de ayer»',
  text: 'Hola, Ana.\n',
  html: '<p>Hola, Ana.</p>',
  list: 'posts',
  unsubscribe: `https://alejandria.example/api/notifications/unsubscribe/${'x'.repeat(66)}`,
}
const listed = ['List-ID', 'Precedence', 'List-Unsubscribe', 'List-Unsubscribe-Post']
const always = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type', 'Auto-Submitted']

type Server = Awaited<ReturnType<typeof openSmtpServer>>
const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
async function serve(...options: Parameters<typeof openSmtpServer>) {
  const server = await openSmtpServer(...options)
  open.push(server)
  return server
}
/** Sends the letter, and how it was refused if it was. */
async function refusal(settings: SmtpSettings, sent: Letter = letter) {
  const mailer = openSmtp(settings, house)
  return mailer.send(sent).then(
    () => undefined,
    (error: MailRefused) => {
      expect(error).toBeInstanceOf(MailRefused)
      const { message, all, isFinal, sawRecipient } = error
      return { reason: message, all, isFinal, sawRecipient, error }
    },
  )
}

describe('a letter', () => {
  test('arrives as it was meant, to one person, with what mail programs ask for', async () => {
    const server = await serve()
    await openSmtp({ url: server.url }, house).send(letter)
    const [taken] = server.taken
    if (!taken) throw new Error('nothing came')
    expect(taken.from).toBe('biblioteca@alejandria.example')
    expect(taken.to).toEqual(['ana@alejandria.example'])
    expect(headerNames(taken).toSorted()).toEqual([...always, ...listed].toSorted())
    const { from, to, subject, messageId, date, text, html } = await readMail(taken)
    expect(from).toMatchObject({ name: 'Alejandría', address: 'biblioteca@alejandria.example' })
    expect(to).toMatchObject([{ name: 'Ana Ñandú', address: 'ana@alejandria.example' }])
    expect(subject).toBe('Nuevo post: Sobre las bibliotecas «de ayer»')
    expect(messageId).toBe('<0190a1b2c3d4e5f60718293a4b5c6d7e@alejandria.example>')
    expect(new Date(date ?? '').toISOString()).toBe('2026-03-02T09:00:00.000Z')
    expect(text?.trim()).toBe('Hola, Ana.')
    expect(html).toContain('<p>Hola, Ana.</p>')
    expect(await headerOf(taken, 'List-Unsubscribe')).toBe(`<${letter.unsubscribe}>`)
    expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(await headerOf(taken, 'List-Id')).toBe('<posts.alejandria.example>')
    expect(await headerOf(taken, 'Auto-Submitted')).toBe('auto-generated')
    // in one line: folded addresses are broken ones
    expect(taken.raw).toContain(`\r\nList-Unsubscribe: <${letter.unsubscribe}>\r\n`)
  })

  test('that nobody can do without says nothing of unsubscribing', async () => {
    const server = await serve()
    await openSmtp({ url: server.url }, house).send({ ...letter, list: undefined, unsubscribe: undefined })
    expect(headerNames(server.taken[0] ?? { raw: '' }).toSorted()).toEqual(always.toSorted())
  })

  test('has no other headers whatever 10,000 subjects, names and addresses hold', async () => {
    const chance = chanceOf(6)
    const bits = [
      ...['\r\nBcc: otra@x.example', '\nX-Otra: 1', '\r\n\r\ncuerpo', '\r', '\0', '\u2028', '\u0085', '\t', '\v'],
      ...['"', '<', '>', ',', ';', '(', ')', '\\', '=?utf-8?Q?=0D=0ABcc:_x@x?=', '@', 'x@x.example', ':', '  '],
      ...['ñ', '«', '🏛️', '👩‍👩‍👧', 'a', 'Ana', ' ', '\u202e', '\ud800', 'a'.repeat(90), 'á'.repeat(60)],
    ]
    const text = () => Array.from({ length: chance.upTo(8) }, () => chance.one(bits)).join('')
    const wrong: string[] = []
    const server = await serve()
    const mailer = openSmtp({ url: server.url }, house)
    for (let round = 0; round < 10_000; round++) {
      const sent = { ...letter, subject: text(), to: { name: text(), address: 'ana@alejandria.example' } }
      const from = { name: text(), address: 'biblioteca@alejandria.example' }
      let raw = (await composeMessage({ ...house, from }, sent)).toString()
      if (round % 100 === 0) {
        await mailer.send(sent)
        raw = server.taken.at(-1)?.raw ?? ''
        expect(server.taken.at(-1)?.to).toEqual(['ana@alejandria.example'])
      }
      const names = headerNames({ raw }).toSorted()
      // an empty subject is left out
      const expected = [...always, ...listed].filter((name) => name !== 'Subject' || names.includes('Subject'))
      const { to = [] } = round % 10 ? {} : await readMail({ raw })
      const isOther = to.some(({ address }) => address !== 'ana@alejandria.example') || to.length > 1
      if (`${names}` !== `${expected.toSorted()}` || isOther) wrong.push(JSON.stringify([sent.subject, sent.to, from]))
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(server.taken.length).toBe(100)
  })

  test.each([
    'ana@alejandria.example>\r\nRCPT TO:<otra@x.example',
    'ana@alejandria.example, otra@x.example',
    'ana@alejandria.example\r\nBcc: otra@x.example',
    'Otra <otra@x.example>',
    `${'('.repeat(50_000)}@x.example`,
  ])('to an address that is none (%#) goes to nobody else', async (address) => {
    const server = await serve()
    await refusal({ url: server.url }, { ...letter, to: { name: 'Ana', address } })
    expect(server.recipients().filter((to) => /^otra@/.test(to))).toEqual([])
    for (const taken of server.taken) {
      expect(taken.to).toHaveLength(1)
      expect(headerNames(taken).toSorted()).toEqual([...always, ...listed].toSorted())
    }
  })
})

describe('what one person’s letter is refused for is no matter of the others', () => {
  test.each([450, 451, 452])('%i to the recipient: later again', async (code) => {
    const server = await serve()
    server.behaviour.recipient = () => ({ code, text: 'vuelve luego' })
    expect(await refusal({ url: server.url })).toMatchObject({ all: false, isFinal: false })
  })

  test.each([550, 553])('%i to the recipient: never again, with the server’s words', async (code) => {
    const server = await serve()
    server.behaviour.recipient = () => ({ code, text: 'no hay tal\u0007 buzón' })
    const refused = await refusal({ url: server.url })
    expect(refused).toMatchObject({ all: false, isFinal: true })
    expect(refused?.reason).toContain(`El servidor de correo no aceptó el mensaje: ${code} no hay tal buzón`)
  })

  test('452 and 554 to the letter itself', async () => {
    const server = await serve()
    server.behaviour.letter = () => ({ code: 452, text: 'lleno' })
    expect(await refusal({ url: server.url })).toMatchObject({ all: false, isFinal: false })
    server.behaviour.letter = () => ({ code: 554, text: 'no gusta' })
    expect(await refusal({ url: server.url })).toMatchObject({ all: false, isFinal: true })
  })

  test('a line that is cut after DATA: nobody knows, so again', async () => {
    const server = await serve()
    server.behaviour.letter = () => 'drop'
    const refused = await refusal({ url: server.url })
    expect(refused).toMatchObject({ all: false, isFinal: false })
    expect(refused?.reason).toBe('El servidor de correo cortó la conexión sin contestar')
    expect(server.heard).toHaveLength(1)
  })
})

test('what a server says of an address is kept without it, however it writes it', async () => {
  const server = await serve()
  server.behaviour.recipient = () => ({ code: 550, text: '5.1.1 <ANA@alejandria.example>: no hay tal buzón' })
  expect((await refusal({ url: server.url }))?.reason).toBe(
    'El servidor de correo no aceptó el mensaje: 550 5.1.1 <…>: no hay tal buzón',
  )
})

describe('a server that takes its time', () => {
  test('for its answer to the letter is waited for, ten minutes as RFC 5321 has it', async () => {
    const server = await serve()
    // longer than it would have for anything else
    server.behaviour.letter = () => pause(900, undefined)
    expect(await refusal({ url: server.url, within: { envelope: 300 } })).toBeUndefined()
    expect(server.taken).toHaveLength(1)
    expect(lineOf({ url: server.url }).times.answer).toBe(600_000)
    expect(lineOf({ url: server.url }).options.socketTimeout).toBe(600_000)
  })

  test('is not waited for without end, be it for the letter or before it', async () => {
    const server = await serve()
    const never = () => new Promise<undefined>(() => {})
    server.behaviour.letter = never
    const late = { all: false, isFinal: false, reason: 'El servidor de correo no contestó a tiempo' }
    expect(await refusal({ url: server.url, within: { answer: 200 } })).toMatchObject(late)
    server.behaviour.recipient = never
    expect(await refusal({ url: server.url, within: { envelope: 200 } })).toMatchObject(late)
    expect(server.heard).toHaveLength(1)
  })
})

describe('what concerns all holds all', () => {
  test.each([
    [530, '5.7.0 Authentication required'],
    [535, 'no entras'],
    [554, '5.7.1 <ana@alejandria.example>: Relay access denied'],
    [550, '5.7.54 SMTP; no'],
    [550, 'relay not permitted'],
  ])('%i %s, said to whatever recipient', async (code, text) => {
    const server = await serve()
    server.behaviour.recipient = () => ({ code, text })
    expect(await refusal({ url: server.url })).toMatchObject({ all: true, isFinal: false, sawRecipient: true })
  })

  test('nobody listens there', async () => {
    const server = await openSmtpServer()
    await server.close()
    const refused = await refusal({ url: server.url })
    expect(refused).toMatchObject({ all: true, isFinal: false })
    expect(refused?.reason).toBe('No hay conexión con el servidor de correo: nadie atiende allí')
  })

  test('a host that isn’t there', async () => {
    const refused = await refusal({ url: 'smtp://correo.invalid:25' })
    expect(refused).toMatchObject({ all: true, isFinal: false })
  })

  test('the greeting is a refusal, or the line is cut instead', async () => {
    const server = await serve()
    server.behaviour.connect = () => ({ code: 554, text: 'aquí no' })
    expect(await refusal({ url: server.url })).toMatchObject({ all: true, isFinal: false })
    server.behaviour.connect = () => 'drop'
    expect(await refusal({ url: server.url })).toMatchObject({ all: true, isFinal: false })
  })

  test.each([450, 550])('the sender is refused with %i', async (code) => {
    const server = await serve()
    server.behaviour.sender = () => ({ code, text: 'tú no' })
    const refused = await refusal({ url: server.url })
    expect(refused).toMatchObject({ all: true, isFinal: false })
    expect(refused?.reason).toContain('El servidor de correo no acepta el remitente')
  })

  test('421 wherever it comes', async () => {
    const server = await serve()
    server.behaviour.recipient = () => ({ code: 421, text: 'cerramos' })
    const may = { all: true, isFinal: false, sawRecipient: true }
    expect(await refusal({ url: server.url })).toMatchObject(may)
    server.behaviour.recipient = undefined
    server.behaviour.letter = () => ({ code: 421, text: 'cerramos' })
    expect(await refusal({ url: server.url })).toMatchObject(may)
    server.behaviour.sender = () => ({ code: 421, text: 'cerramos' })
    expect(await refusal({ url: server.url })).toMatchObject({ ...may, sawRecipient: false })
  })
})

describe('encrypted', () => {
  const auth = { user: 'biblioteca', pass: 'clave/muy @secreta:ñ' }

  test.each(['smtps', 'starttls'] as const)('by %s, signed in: taken', async (tls) => {
    const server = await serve({ tls, auth })
    expect(await refusal({ url: server.url, ca: cert, isLocal: false })).toBeUndefined()
    expect(server.taken).toMatchObject([{ isSecure: true }])
  })

  test.each(['smtps', 'starttls'] as const)('by %s, with a certificate nobody trusts: held', async (tls) => {
    const server = await serve({ tls, auth })
    const refused = await refusal({ url: server.url, isLocal: false })
    expect(refused).toMatchObject({ all: true, isFinal: false })
    expect(refused?.reason).toBe('No hay conexión segura con el servidor de correo: su certificado no es de confianza')
    expect(server.heard).toEqual([])
  })

  test('a certificate that is made known is trusted besides the others, not instead of them', () => {
    const { ca } = lineOf({ url: 'smtp://mail.example', ca: cert }).options.tls
    expect(ca).toEqual(expect.arrayContaining([rootCertificates[0], cert]))
  })

  test('with the certificate of another host: held', async () => {
    const server = await serve({ tls: 'smtps', auth })
    const refused = await refusal({ url: server.url.replace('127.0.0.1', '127.0.0.2'), ca: cert, isLocal: false })
    expect(refused).toMatchObject({ all: true })
  })

  test('a password goes over no open line but to this machine itself', async () => {
    const server = await serve({ auth })
    const refused = await refusal({ url: server.url, isLocal: false })
    expect(refused).toMatchObject({ all: true, isFinal: false })
    expect(server.heard).toEqual([])
    expect(await refusal({ url: server.url })).toBeUndefined()
    expect(lineOf({ url: 'smtp://u:p@mail.example' }).options).toMatchObject({ port: 587, requireTLS: true })
    expect(lineOf({ url: 'smtp://u:p@127.evil.example' }).options.requireTLS).toBe(true)
    expect(lineOf({ url: 'smtps://u:p@mail.example' }).options).toMatchObject({ port: 465, secure: true })
    expect(lineOf({ url: 'smtp://mail.example' }).options.tls).toEqual({
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
  })

  test('a server that speaks only old TLS gets nothing', async () => {
    const server = await serve({ tls: 'smtps', auth, maxTls: 'TLSv1.1' })
    expect(await refusal({ url: server.url, ca: cert, isLocal: false })).toMatchObject({ all: true, isFinal: false })
    expect(server.heard).toEqual([])
  })

  test('a wrong password holds all, and is shown to nobody though the server repeats it', async () => {
    const server = await serve({ tls: 'smtps', auth })
    const url = server.url.replace(/clave[^@]*/, encodeURIComponent('otra clave ñ'))
    const refused = await refusal({ url, ca: cert })
    expect(refused).toMatchObject({ all: true, isFinal: false })
    expect(refused?.reason).toContain('El servidor de correo no acepta el usuario o la contraseña: 535')
    const { error } = refused ?? {}
    for (const shown of [refused?.reason, String(error?.stack), String(error?.cause), JSON.stringify(error)])
      for (const secret of ['otra clave ñ', encodeURIComponent('otra clave ñ'), server.url])
        expect(shown).not.toContain(secret)
  })

  test('a server that lets nobody sign in is not sent to without', async () => {
    const server = await serve({ tls: 'smtps' })
    const url = server.url.replace('smtps://', 'smtps://u:p@')
    await refusal({ url, ca: cert })
    expect(server.taken.length + server.heard.length).toBe(0)
  })
})

describe('a line', () => {
  test('is used again, and left when the server has had enough of it', async () => {
    const server = await serve()
    const mailer = openSmtp({ url: server.url }, house)
    for (let count = 0; count < 5; count++) await mailer.send(letter)
    expect([server.lines(), server.taken.length]).toEqual([1, 5])
    let isRefused = false
    server.behaviour.sender = () => {
      if (isRefused) return undefined
      isRefused = true
      return { code: 421, text: 'ya van muchos' }
    }
    await mailer.send(letter)
    expect([server.lines(), server.taken.length]).toEqual([2, 6])
    for (let count = 0; count < 55; count++) await mailer.send(letter)
    expect([server.lines(), server.taken.length]).toEqual([3, 61])
  })

  test('on which a letter was refused is left', async () => {
    const server = await serve()
    const mailer = openSmtp({ url: server.url }, house)
    await mailer.send(letter)
    server.behaviour.recipient = () => ({ code: 550, text: 'no existe' })
    await expect(mailer.send(letter)).rejects.toMatchObject({ all: false, isFinal: true })
    server.behaviour.recipient = undefined
    await mailer.send(letter)
    expect([server.lines(), server.taken.length]).toEqual([2, 2])
  })

  test.each(['sender', 'recipient'] as const)(
    'that is no more when the %s is named: a fresh one, at once',
    async (at) => {
      const server = await serve()
      const mailer = openSmtp({ url: server.url }, house)
      await mailer.send(letter)
      let isCut = false
      server.behaviour[at] = () => {
        if (isCut) return undefined
        isCut = true
        return 'drop'
      }
      await mailer.send(letter)
      expect([server.lines(), server.taken.length]).toEqual([2, 2])
    },
  )

  test('that was fresh and is cut before DATA is not tried again at once', async () => {
    const server = await serve()
    server.behaviour.recipient = () => 'drop'
    expect(await refusal({ url: server.url })).toMatchObject({ all: false, isFinal: false })
    expect(server.lines()).toBe(1)
  })

  test('that is cut after DATA is no reason to send at once again, although it was used before', async () => {
    const server = await serve()
    const mailer = openSmtp({ url: server.url }, house)
    await mailer.send(letter)
    server.behaviour.letter = () => 'drop'
    await expect(mailer.send(letter)).rejects.toMatchObject({ all: false, isFinal: false })
    expect([server.lines(), server.heard.length]).toEqual([1, 2])
  })
})

test('closing ends what is being sent', async () => {
  const server = await serve()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  server.behaviour.letter = () => {
    resolve()
    return new Promise(() => {})
  }
  const mailer = openSmtp({ url: server.url }, house)
  const sending = mailer.send(letter)
  sending.catch(() => {})
  await asked
  mailer.close()
  // the server may have it
  await expect(sending).rejects.toMatchObject({ all: false, isFinal: false, isOurs: false })
  await expect(mailer.send(letter)).rejects.toMatchObject({ isOurs: true })
  expect(server.lines()).toBe(1)
})

test.each(['connect', 'recipient'] as const)(
  'closing before the letter went over (%s) is nobody’s refusal',
  async (at) => {
    const server = await serve()
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    server.behaviour[at] = () => {
      resolve()
      return new Promise(() => {})
    }
    const mailer = openSmtp({ url: server.url }, house)
    const sending = mailer.send(letter)
    sending.catch(() => {})
    await asked
    mailer.close()
    await expect(sending).rejects.toMatchObject({ all: false, isFinal: false, isOurs: true })
  },
)
