// Refusals by a mail server: of a single email, or of all emails (DECISIONS §1, "e-mail").
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../../../server/mail/transports/smtp.ts'
import { refusalOf, smtpServersOfThisFile } from '../../support/server/smtp-emails.ts'
import { openSmtpServer } from '../../support/server/smtp-server.ts'

const openServer = smtpServersOfThisFile()

describe('a refusal of a single email', () => {
  test.each([450, 451, 452])('%i to the recipient is not final', async (code) => {
    const server = await openServer()
    server.answers.recipient = () => ({ code, text: 'vuelve luego' })
    expect(await refusalOf({ url: server.url })).toMatchObject({ concernsAll: false, isFinal: false })
  })

  test.each([550, 553])('%i to the recipient is final, and keeps the server’s answer', async (code) => {
    const server = await openServer()
    server.answers.recipient = () => ({ code, text: 'no hay tal\u0007 buzón' })
    const refused = await refusalOf({ url: server.url })
    expect(refused).toMatchObject({ concernsAll: false, isFinal: true })
    expect(refused?.reason).toContain(`El servidor de correo no aceptó el mensaje: ${code} no hay tal buzón`)
  })

  test('452 to the content is not final, 554 is', async () => {
    const server = await openServer()
    server.answers.content = () => ({ code: 452, text: 'lleno' })
    expect(await refusalOf({ url: server.url })).toMatchObject({ concernsAll: false, isFinal: false })
    server.answers.content = () => ({ code: 554, text: 'no gusta' })
    expect(await refusalOf({ url: server.url })).toMatchObject({ concernsAll: false, isFinal: true })
  })

  test('a connection dropped after DATA is not final, as nobody knows the result', async () => {
    const server = await openServer()
    server.answers.content = () => 'drop'
    const refused = await refusalOf({ url: server.url })
    expect(refused).toMatchObject({ concernsAll: false, isFinal: false })
    expect(refused?.reason).toBe('El servidor de correo cortó la conexión sin contestar')
    expect(server.received).toHaveLength(1)
  })
})

test('the recipient’s address is removed from the server’s answer, in any case', async () => {
  const server = await openServer()
  server.answers.recipient = () => ({ code: 550, text: '5.1.1 <ANA@alejandria.example>: no hay tal buzón' })
  expect((await refusalOf({ url: server.url }))?.reason).toBe(
    'El servidor de correo no aceptó el mensaje: 550 5.1.1 <…>: no hay tal buzón',
  )
})

describe('a slow server', () => {
  test('gets ten minutes for its answer to the content (RFC 5321)', async () => {
    const server = await openServer()
    // longer than the timeout of other answers
    server.answers.content = () => sleep(6000, undefined)
    expect(await refusalOf({ url: server.url, timeouts: { envelope: 5000 } })).toBeUndefined()
    expect(server.accepted).toHaveLength(1)
    expect(connectionOptions({ url: server.url }).times.answer).toBe(600_000)
    expect(connectionOptions({ url: server.url }).options.socketTimeout).toBe(600_000)
  })

  test('times out during the envelope and after the content', async () => {
    const server = await openServer()
    const never = () => new Promise<undefined>(() => {})
    server.answers.content = never
    const late = { concernsAll: false, isFinal: false, reason: 'El servidor de correo no contestó a tiempo' }
    expect(await refusalOf({ url: server.url, timeouts: { answer: 2000 } })).toMatchObject(late)
    server.answers.recipient = never
    expect(await refusalOf({ url: server.url, timeouts: { envelope: 5000 } })).toMatchObject(late)
    expect(server.received).toHaveLength(1)
  })
})

describe('a refusal of all emails', () => {
  test.each([
    [530, '5.7.0 Authentication required'],
    [535, 'no entras'],
    [554, '5.7.1 <ana@alejandria.example>: Relay access denied'],
    [550, '5.7.54 SMTP; no'],
    [550, 'relay not permitted'],
  ])('%i %s to the recipient', async (code, text) => {
    const server = await openServer()
    server.answers.recipient = () => ({ code, text })
    expect(await refusalOf({ url: server.url })).toMatchObject({
      concernsAll: true,
      isFinal: false,
      sawRecipient: true,
    })
  })

  test('a refused connection', async () => {
    const server = await openSmtpServer()
    await server.close()
    const refused = await refusalOf({ url: server.url })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.reason).toBe('No hay conexión con el servidor de correo: nadie atiende allí')
  })

  test('an unknown host', async () => {
    const refused = await refusalOf({ url: 'smtp://correo.invalid:25' })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
  })

  test('a refusal as the greeting, or a connection dropped before it', async () => {
    const server = await openServer()
    server.answers.connect = () => ({ code: 554, text: 'aquí no' })
    expect(await refusalOf({ url: server.url })).toMatchObject({ concernsAll: true, isFinal: false })
    server.answers.connect = () => 'drop'
    expect(await refusalOf({ url: server.url })).toMatchObject({ concernsAll: true, isFinal: false })
  })

  test.each([450, 550])('%i to the sender', async (code) => {
    const server = await openServer()
    server.answers.sender = () => ({ code, text: 'tú no' })
    const refused = await refusalOf({ url: server.url })
    expect(refused).toMatchObject({ concernsAll: true, isFinal: false })
    expect(refused?.reason).toContain('El servidor de correo no acepta el remitente')
  })

  test('421 to the sender, the recipient and the content', async () => {
    const server = await openServer()
    server.answers.recipient = () => ({ code: 421, text: 'cerramos' })
    const may = { concernsAll: true, isFinal: false, sawRecipient: true }
    expect(await refusalOf({ url: server.url })).toMatchObject(may)
    server.answers.recipient = undefined
    server.answers.content = () => ({ code: 421, text: 'cerramos' })
    expect(await refusalOf({ url: server.url })).toMatchObject(may)
    server.answers.sender = () => ({ code: 421, text: 'cerramos' })
    expect(await refusalOf({ url: server.url })).toMatchObject({ ...may, sawRecipient: false })
  })
})
