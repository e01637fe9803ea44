// Connections to a mail server: reuse and closing (DECISIONS §1, "e-mail").
import { describe, expect, test } from 'vitest'
import { openSmtpTransport } from '../../../server/mail/transports/smtp.ts'
import { email, openServer, sender } from '../../support/server/smtp-emails.ts'

describe('an SMTP connection', () => {
  test('is reused, and replaced when the server answers 421', async () => {
    const server = await openServer()
    const transport = openSmtpTransport({ url: server.url }, sender)
    for (let count = 0; count < 5; count++) await transport.send(email)
    expect([server.connections(), server.accepted.length]).toEqual([1, 5])
    let isRefused = false
    server.answers.sender = () => {
      if (isRefused) return undefined
      isRefused = true
      return { code: 421, text: 'ya van muchos' }
    }
    await transport.send(email)
    expect([server.connections(), server.accepted.length]).toEqual([2, 6])
    for (let count = 0; count < 55; count++) await transport.send(email)
    expect([server.connections(), server.accepted.length]).toEqual([3, 61])
  })

  test('is not reused after a refused email', async () => {
    const server = await openServer()
    const transport = openSmtpTransport({ url: server.url }, sender)
    await transport.send(email)
    server.answers.recipient = () => ({ code: 550, text: 'no existe' })
    await expect(transport.send(email)).rejects.toMatchObject({ concernsAll: false, isFinal: true })
    server.answers.recipient = undefined
    await transport.send(email)
    expect([server.connections(), server.accepted.length]).toEqual([2, 2])
  })

  test.each(['sender', 'recipient'] as const)(
    'that is dropped at the %s when reused is replaced at once',
    async (at) => {
      const server = await openServer()
      const transport = openSmtpTransport({ url: server.url }, sender)
      await transport.send(email)
      let isCut = false
      server.answers[at] = () => {
        if (isCut) return undefined
        isCut = true
        return 'drop'
      }
      await transport.send(email)
      expect([server.connections(), server.accepted.length]).toEqual([2, 2])
    },
  )

  test('that is reused and dropped after DATA is not replaced at once', async () => {
    const server = await openServer()
    const transport = openSmtpTransport({ url: server.url }, sender)
    await transport.send(email)
    server.answers.content = () => 'drop'
    await expect(transport.send(email)).rejects.toMatchObject({ concernsAll: false, isFinal: false })
    expect([server.connections(), server.received.length]).toEqual([1, 2])
  })
})

test.each([
  ['connect', true],
  ['recipient', true],
  // the server may have it
  ['content', false],
] as const)('closing an SMTP transport ends the email in progress (%s), as aborted: %s', async (at, wasAborted) => {
  const server = await openServer()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  server.answers[at] = () => {
    resolve()
    return new Promise(() => {})
  }
  const transport = openSmtpTransport({ url: server.url }, sender)
  const sending = transport.send(email)
  sending.catch(() => {})
  await asked
  transport.close()
  await expect(sending).rejects.toMatchObject({ concernsAll: false, isFinal: false, wasAborted })
  await expect(transport.send(email)).rejects.toMatchObject({ wasAborted: true })
  expect(server.connections()).toBe(1)
})
