// TLS and passwords on the way to a mail server (DECISIONS §1, "e-mail").
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../../../server/mail/transports/smtp.ts'
import { cert } from '../../support/server/mail-certificate.ts'
import { refusalOf, smtpServersOfThisFile } from '../../support/server/smtp-emails.ts'

const openServer = smtpServersOfThisFile()

describe('an SMTP connection', () => {
  const auth = { user: 'biblioteca', pass: 'clave/muy @secreta:ñ' }

  test.each(['smtps', 'starttls'] as const)(
    'by %s with a password is encrypted, and the email accepted',
    async (tls) => {
      const server = await openServer({ tls, auth })
      expect(await refusalOf({ url: server.url, ca: cert, isLocal: false })).toBeUndefined()
      expect(server.accepted).toMatchObject([{ isSecure: true }])
    },
  )

  test.each(['smtps', 'starttls'] as const)('by %s to an untrusted certificate is refused', async (tls) => {
    const server = await openServer({ tls, auth })
    const refused = await refusalOf({ url: server.url, isLocal: false })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.reason).toBe('No hay conexión segura con el servidor de correo: su certificado no es de confianza')
    expect(server.received).toEqual([])
  })

  test('trusts a configured certificate in addition to those of the system', () => {
    const { ca } = connectionOptions({ url: 'smtp://mail.example', ca: cert }).options.tls
    expect(ca).toEqual(expect.arrayContaining([rootCertificates[0], cert]))
  })

  test('to the certificate of another host is refused', async () => {
    const server = await openServer({ tls: 'smtps', auth })
    const refused = await refusalOf({ url: server.url.replace('127.0.0.1', '127.0.0.2'), ca: cert, isLocal: false })
    expect(refused).toMatchObject({ concernsAll: true })
  })

  test('sends a password unencrypted to this machine only', async () => {
    const server = await openServer({ auth })
    const refused = await refusalOf({ url: server.url, isLocal: false })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(server.received).toEqual([])
    expect(await refusalOf({ url: server.url })).toBeUndefined()
    expect(connectionOptions({ url: 'smtp://u:p@mail.example' }).options).toMatchObject({ port: 587, requireTLS: true })
    expect(connectionOptions({ url: 'smtp://u:p@127.evil.example' }).options.requireTLS).toBe(true)
    expect(connectionOptions({ url: 'smtps://u:p@mail.example' }).options).toMatchObject({ port: 465, secure: true })
    expect(connectionOptions({ url: 'smtp://mail.example' }).options.tls).toEqual({
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
  })

  test('without a password is encrypted too, and sends no mail to a server that has no TLS', async () => {
    const plain = await openServer({})
    const refused = await refusalOf({ url: plain.url, isLocal: false })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.reason).toContain('No hay conexión segura con el servidor de correo')
    expect(plain.received).toEqual([])
    expect(await refusalOf({ url: plain.url })).toBeUndefined()

    const encrypted = await openServer({ tls: 'starttls' })
    expect(await refusalOf({ url: encrypted.url, ca: cert, isLocal: false })).toBeUndefined()
    expect(encrypted.accepted).toMatchObject([{ isSecure: true }])
  })

  test('to a server with an old TLS version is refused', async () => {
    const server = await openServer({ tls: 'smtps', auth, maxTls: 'TLSv1.1' })
    expect(await refusalOf({ url: server.url, ca: cert, isLocal: false })).toMatchObject({
      concernsAll: true,
      isFinal: false,
    })
    expect(server.received).toEqual([])
  })

  test('with a wrong password is refused, and no error has the password, even if the server repeats it', async () => {
    const server = await openServer({ tls: 'smtps', auth })
    const url = server.url.replace(/clave[^@]*/, encodeURIComponent('otra clave ñ'))
    const refused = await refusalOf({ url, ca: cert })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.reason).toContain('El servidor de correo no acepta el usuario o la contraseña: 535')
    const { error } = refused ?? {}
    for (const shown of [refused?.reason, String(error?.stack), String(error?.cause), JSON.stringify(error)])
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
