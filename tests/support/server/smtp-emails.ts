/** An email, and SMTP servers that a test sends it to. */
import { expect, onTestFinished } from 'vitest'
import { openSmtpTransport, type SmtpSettings } from '../../../server/mail/transports/smtp.ts'
import { type Email, MailRefused } from '../../../server/mail/transports/transport.ts'
import { openSmtpServer } from './smtp-server.ts'

export const sender = {
  host: 'alejandria.example',
  from: { name: 'Alejandría', address: 'biblioteca@alejandria.example' },
}
export const email: Email = {
  id: '0190a1b2c3d4e5f60718293a4b5c6d7e',
  date: Date.parse('2026-03-02T09:00:00.000Z'),
  to: { name: 'Ana Ñandú', address: 'ana@alejandria.example' },
  subject: 'Nuevo post: Sobre las bibliotecas «de ayer»',
  text: 'Hola, Ana.\n',
  html: '<p>Hola, Ana.</p>',
  list: 'posts',
  unsubscribe: `https://alejandria.example/api/notifications/unsubscribe/${'x'.repeat(66)}`,
}

/** An SMTP server that is closed when the test ends. */
export async function openServer(...options: Parameters<typeof openSmtpServer>) {
  const server = await openSmtpServer(...options)
  onTestFinished(server.close)
  return server
}

/** Sends an email; its refusal, or undefined if it was accepted. */
export async function refusalOf(settings: SmtpSettings, sent = email) {
  const [result] = await Promise.allSettled([openSmtpTransport(settings, sender).send(sent)])
  if (result.status === 'fulfilled') return undefined
  expect(result.reason).toBeInstanceOf(MailRefused)
  return result.reason as MailRefused
}
