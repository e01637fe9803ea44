// Refusals by a mail server: of a single email, or of all emails (DECISIONS §1, "e-mail").
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../../../server/mail/transports/smtp.ts'
import { openServer, refusalOf } from '../../support/server/smtp-emails.ts'
import { openSmtpServer } from '../../support/server/smtp-server.ts'

const later = { concernsAll: false, isFinal: false }
const final = { concernsAll: false, isFinal: true }
const all = { concernsAll: true, isFinal: false }
const allNamed = { ...all, sawRecipient: true }
const saying = (message: string) => ({ message: expect.stringContaining(message) })

test.each<['connect' | 'sender' | 'recipient' | 'content', code: number | 'drop', text: string, refusal: object]>([
  ['recipient', 450, 'vuelve luego', later],
  ['recipient', 451, 'vuelve luego', later],
  ['recipient', 452, 'vuelve luego', later],
  ['recipient', 550, 'no hay\u0007 tal', { ...final, ...saying('no aceptó el mensaje: 550 no hay tal') }],
  ['recipient', 553, 'no hay\u0007 tal', { ...final, ...saying('no aceptó el mensaje: 553 no hay tal') }],
  ['recipient', 'drop', 'nothing', later],
  ['content', 452, 'lleno', later],
  ['content', 554, 'no gusta', final],
  // nobody knows the result
  ['content', 'drop', 'nothing', { ...later, message: 'El servidor de correo cortó la conexión sin contestar' }],

  ['connect', 554, 'aquí no', all],
  ['connect', 'drop', 'nothing', all],
  ['sender', 450, 'tú no', { ...all, ...saying('El servidor de correo no acepta el remitente') }],
  ['sender', 550, 'tú no', { ...all, ...saying('El servidor de correo no acepta el remitente') }],
  ['sender', 421, 'cerramos', { ...all, sawRecipient: false }],
  ['recipient', 421, 'cerramos', allNamed],
  ['content', 421, 'cerramos', allNamed],
  ['recipient', 530, '5.7.0 Authentication required', allNamed],
  ['recipient', 535, 'no entras', allNamed],
  ['recipient', 554, '5.7.1 <ana@alejandria.example>: Relay access denied', allNamed],
  ['recipient', 550, '5.7.54 SMTP; no', allNamed],
  ['recipient', 550, 'relay not permitted', allNamed],
])(
  'the answer to the %s is %s %s: the email is refused, and not tried again at once',
  async (at, code, text, refusal) => {
    const server = await openServer()
    server.answers[at] = () => (code === 'drop' ? code : { code, text })
    expect(await refusalOf({ url: server.url })).toMatchObject(refusal)
    expect(server.connections()).toBe(1)
  },
)

test('a refused connection and an unknown host concern all emails', async () => {
  const server = await openSmtpServer()
  await server.close()
  const message = 'No hay conexión con el servidor de correo: nadie atiende allí'
  expect(await refusalOf({ url: server.url })).toMatchObject({ ...all, message })
  expect(await refusalOf({ url: 'smtp://correo.invalid:25' })).toMatchObject(all)
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

  test.each([
    ['content', { answer: 2000 }],
    ['recipient', { envelope: 5000 }],
  ] as const)('that doesn’t answer to the %s is left', async (at, timeouts) => {
    const server = await openServer()
    server.answers[at] = () => new Promise<undefined>(() => {})
    const message = 'El servidor de correo no contestó a tiempo'
    expect(await refusalOf({ url: server.url, timeouts })).toMatchObject({ ...later, message })
  })
})
