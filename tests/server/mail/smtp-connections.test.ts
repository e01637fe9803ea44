// Connections to a mail server: reuse and closing (DECISIONS §1, "e-mail").
import { describe, expect, test, vi } from 'vitest'
import { openSmtpTransport } from '../../../server/mail/transports/smtp.ts'
import { email, openServer, sender } from '../../support/server/smtp-emails.ts'

async function open() {
  const server = await openServer()
  const transport = openSmtpTransport({ url: server.url }, sender)
  return {
    ...server,
    close: transport.close,
    async send(times = 1) {
      for (let count = 0; count < times; count++) await transport.send(email)
    },
    counts: () => [server.connections(), server.accepted.length, server.received.length],
  }
}

describe('an SMTP connection', () => {
  test('is reused, and replaced when the server answers 421', async () => {
    const { answers, send, counts } = await open()
    await send(5)
    expect(counts()).toEqual([1, 5, 5])
    answers.sender = vi.fn().mockReturnValueOnce({ code: 421, text: 'ya van muchos' })
    await send()
    expect(counts()).toEqual([2, 6, 6])
    await send(55)
    expect(counts()).toEqual([3, 61, 61])
  })

  test('is not reused after a refused email', async () => {
    const { answers, send, counts } = await open()
    await send()
    answers.recipient = vi.fn().mockReturnValueOnce({ code: 550, text: 'no existe' })
    await expect(send()).rejects.toMatchObject({ concernsAll: false, isFinal: true })
    await send()
    expect(counts()).toEqual([2, 2, 2])
  })

  test.each(['sender', 'recipient'] as const)(
    'that is dropped at the %s when reused is replaced at once',
    async (at) => {
      const { answers, send, counts } = await open()
      await send()
      answers[at] = vi.fn().mockReturnValueOnce('drop')
      await send()
      expect(counts()).toEqual([2, 2, 2])
    },
  )

  test('that is reused and dropped after DATA is not replaced at once', async () => {
    const { answers, send, counts } = await open()
    await send()
    answers.content = () => 'drop'
    await expect(send()).rejects.toMatchObject({ concernsAll: false, isFinal: false })
    expect(counts()).toEqual([1, 1, 2])
  })
})

test.each([
  ['connect', true],
  ['recipient', true],
  // the server may have it
  ['content', false],
] as const)('closing an SMTP transport ends the email in progress (%s), as aborted: %s', async (at, wasAborted) => {
  const { answers, send, close, connections } = await open()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  answers[at] = () => {
    resolve()
    return new Promise(() => {})
  }
  const sending = send()
  sending.catch(() => {})
  await asked
  close()
  await expect(sending).rejects.toMatchObject({ concernsAll: false, isFinal: false, wasAborted })
  await expect(send()).rejects.toMatchObject({ wasAborted: true })
  expect(connections()).toBe(1)
})
