// TLS and passwords on the way to a mail server (DECISIONS §1, "e-mail").
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../../../server/mail/transports/smtp.ts'
import { cert } from '../../../tools/certificate.ts'
import { openServer, refusalOf } from '../../support/server/smtp-emails.ts'

type Options = Parameters<typeof openServer>[0]

describe('an SMTP connection', () => {
  const auth = { user: 'biblioteca', pass: 'clave/muy @secreta:ñ' }

  test.each<[string, Options, isSecure?: boolean]>([
    ['by TLS with a password is encrypted', { tls: 'smtps', auth }],
    ['by STARTTLS with a password is encrypted', { tls: 'starttls', auth }],
    ['without a password is encrypted', { tls: 'starttls' }],
    ['to this machine needs no encryption', {}, false],
    ['to this machine with a password needs no encryption', { auth }, false],
  ])('%s, and the email accepted', async (_how, options, isSecure = true) => {
    const server = await openServer(options)
    const settings = isSecure ? { ca: cert, isLocal: false } : {}
    expect(await refusalOf({ url: server.url, ...settings })).toBeUndefined()
    expect(server.accepted).toMatchObject([{ isSecure }])
  })

  const noTls = 'No hay conexión segura con el servidor de correo'
  const noTrust = `${noTls}: su certificado no es de confianza`
  test.each<[string, Options, { ca?: string; host?: string; message?: unknown }]>([
    ['by TLS to an untrusted certificate', { tls: 'smtps', auth }, { message: noTrust }],
    ['by STARTTLS to an untrusted certificate', { tls: 'starttls', auth }, { message: noTrust }],
    ['to the certificate of another host', { tls: 'smtps', auth }, { ca: cert, host: '127.0.0.2' }],
    ['to a server with an old TLS version', { tls: 'smtps', auth, maxTls: 'TLSv1.1' }, { ca: cert }],
    ['with a password to a server that has no TLS', { auth }, {}],
    ['without a password to a server that has no TLS', {}, { message: expect.stringContaining(noTls) }],
  ])(
    '%s is refused, and nothing is sent',
    async (_how, options, { ca, host = '127.0.0.1', message = expect.any(String) }) => {
      const server = await openServer(options)
      const url = server.url.replace('127.0.0.1', host)
      expect(await refusalOf({ url, ca, isLocal: false })).toMatchObject({ concernsAll: true, isFinal: false, message })
      expect(server.received).toEqual([])
    },
  )

  test('trusts a configured certificate in addition to those of the system', () => {
    const { ca } = connectionOptions({ url: 'smtp://mail.example', ca: cert }).options.tls
    expect(ca).toEqual(expect.arrayContaining([rootCertificates[0], cert]))
  })

  test('to other machines is always encrypted', () => {
    expect(connectionOptions({ url: 'smtp://u:p@mail.example' }).options).toMatchObject({ port: 587, requireTLS: true })
    expect(connectionOptions({ url: 'smtp://u:p@127.evil.example' }).options.requireTLS).toBe(true)
    expect(connectionOptions({ url: 'smtps://u:p@mail.example' }).options).toMatchObject({ port: 465, secure: true })
    const { tls } = connectionOptions({ url: 'smtp://mail.example' }).options
    expect(tls).toEqual({ minVersion: 'TLSv1.2', rejectUnauthorized: true })
  })

  test('with a wrong password is refused, and no error has the password, even if the server repeats it', async () => {
    const server = await openServer({ tls: 'smtps', auth })
    const url = server.url.replace(/clave[^@]*/, encodeURIComponent('otra clave ñ'))
    const refused = await refusalOf({ url, ca: cert })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.message).toContain('El servidor de correo no acepta el usuario o la contraseña: 535')
    for (const shown of [refused?.message, refused?.stack, String(refused?.cause), JSON.stringify(refused)])
      for (const secret of ['otra clave ñ', encodeURIComponent('otra clave ñ'), server.url])
        expect(shown).not.toContain(secret)
  })

  test('to a server without sign-in sends nothing if there is a password', async () => {
    const server = await openServer({ tls: 'smtps' })
    const url = server.url.replace('smtps://', 'smtps://u:p@')
    await refusalOf({ url, ca: cert })
    expect(server.accepted.length + server.received.length).toBe(0)
  })
})
