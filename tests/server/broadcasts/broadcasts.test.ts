// Broadcasts and test mails: recipients, lists, repeats and limits (SPEC §5, §7, §8; DECISIONS §2 "Notifications").
import { afterEach, describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { Recipient } from '../../../contract/broadcasts.ts'
import type { Delivery, Mail, QueueStatus } from '../../../contract/mail.ts'
import type { State } from '../../../contract/state.ts'
import {
  type Community,
  communityOfThisFile,
  communityOfThisTest,
  expectDone,
  minutes,
  pagesOf,
  seconds,
} from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, benito] = await community.signInAll('Ana', 'Benito')
const broadcast = { subject: 'Asamblea', message: 'El jueves a las siete.\n\nTraed sillas.' }
const adminMails = ({ hipatia }: Community) => ({
  send: (body: object) =>
    hipatia.post<{ success: boolean; sent_count: number; message: string }>('/notifications/admin/broadcast', body),
  listMails: async () => expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails')),
  listDeliveries: async ({ id }: { id: string }) =>
    expectDone(await hipatia.get<Delivery[]>(`/notifications/admin/mails/${id}/deliveries`)),
  readQueueStatus: async () => expectDone(await hipatia.get<QueueStatus>('/notifications/admin/outbox')),
})
const { send, listMails, listDeliveries, readQueueStatus } = adminMails(community)
// refills the admin's bucket of mails
afterEach(() => community.advanceClock(minutes(60)))

const uuid = '0190a1b2-0000-7000-8000-00000000000'

describe('a broadcast', () => {
  type Recipients = { subscribed_count: number; total_users: number; users: Recipient[] }
  const recipients = async (query = '') =>
    expectDone(await hipatia.get<Recipients>(`/notifications/admin/recipients${query}`))

  test('goes to active subscribers, or to all active people, and is recorded', async () => {
    const zoe = await hipatia.createsAccount('Zoé')
    expectDone(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
    expectDone(await benito.put('/notifications/preferences', { admin_notifications: false }))

    const counts = { subscribed_count: 2, total_users: 3 }
    const [anas, hipatias] = [ana, hipatia].map(({ id, name }) => {
      return { id, name, email: `${name.toLowerCase()}@alejandria.example`, subscribed: true }
    })
    expect(await recipients()).toEqual({ ...counts, users: [anas, hipatias] })
    const users = [anas, { name: 'Benito', subscribed: false }, hipatias]
    expect(await recipients('?include_unsubscribed=true')).toMatchObject({ ...counts, users })

    const message = 'Notificación enviada exitosamente a 2 usuarios'
    expect(expectDone(await send(broadcast))).toEqual({ success: true, sent_count: 2, message })
    const [event] = expectDone(await hipatia.get<AuditEvent[]>('/audit?limit=1'))
    const sent = { action: 'broadcast_sent', actor_name: 'Hipatia', target: 'Asamblea', detail: '2 destinatarios' }
    expect(event).toMatchObject(sent)
    expect(expectDone(await send({ ...broadcast, include_unsubscribed: true })).sent_count).toBe(3)
    const [toAll, toSubscribed] = await listMails()
    expect((await listDeliveries(toAll as Mail)).map(({ name }) => name)).toEqual(['Ana', 'Benito', 'Hipatia'])
    expect((await listDeliveries(toSubscribed as Mail)).map(({ name }) => name)).toEqual(['Ana', 'Hipatia'])

    expectDone(await benito.put('/notifications/preferences', { admin_notifications: true }))
    expectDone(await hipatia.delete(`/auth/users/${zoe.id}`))
  })

  test('is listed in pages, with its progress and the state of each delivery', async () => {
    await community.deliverMail()
    expectDone(await send({ ...broadcast, subject: 'Cierre por obras' }))
    const [mail] = await listMails()
    const about = { id: expect.any(String), kind: 'broadcast', subject: 'Cierre por obras', created_by: 'Hipatia' }
    const counts = { queued: 3, sent: 0, saved: 0, failed: 0, skipped: 0 }
    expect(mail).toEqual({ ...about, created_at: community.moment(), ...counts })
    expect(await readQueueStatus()).toMatchObject({ queued: 3, held: null })
    await community.deliverMail()
    expect((await listMails())[0]).toMatchObject({ queued: 0, sent: 3, failed: 0 })
    const sent = { id: expect.any(String), state: 'sent', attempts: 1, sent_at: community.moment() }
    const delivered = ['Ana', 'Benito', 'Hipatia'].map((name) => {
      const email = `${name.toLowerCase()}@alejandria.example`
      return { ...sent, name, email, reason: null, next_try_at: null }
    })
    expect(await listDeliveries(mail as Mail)).toEqual(delivered)
    expect(await readQueueStatus()).toMatchObject({ queued: 0, failed: 0, held: null })
    expectRefusal(await hipatia.get(`/notifications/admin/mails/${'0'.repeat(32)}/deliveries`), 404)
    const whole = (await listMails()).map(({ id }) => id)
    const pages = await pagesOf<Mail>(hipatia, '/notifications/admin/mails?limit=2')
    expect(pages[0]?.total).toBe(whole.length)
    expect(pages.flatMap(({ body }) => body.map(({ id }) => id))).toEqual(whole)
  })

  test('sent twice with the same client_id is mailed once, also at the same time', async () => {
    const before = (await listMails()).length
    const named = { ...broadcast, client_id: `${uuid}1` }
    const answers = await Promise.all([send(named), send(named), send(named)])
    for (const answer of answers) expect(expectDone(answer).sent_count).toBe(3)
    expect(await listMails()).toHaveLength(before + 1)
    expectRefusal(await send({ ...named, message: 'Otra cosa' }), 409)
    expectRefusal(await send({ ...named, include_unsubscribed: true }), 409)
    expect(await listMails()).toHaveLength(before + 1)
    expectDone(await send({ ...broadcast, client_id: `${uuid}2` }))
    expect(await listMails()).toHaveLength(before + 2)
  })

  test.each([
    [{ subject: '', message: 'Algo' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ subject: 'Algo', message: ' \n ' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ message: 'Algo' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ subject: 'a'.repeat(201), message: 'Algo' }, 'El asunto no puede tener más de 200 caracteres'],
    [{ subject: 'Algo', message: 'a'.repeat(20_001) }, 'El mensaje no puede tener más de 20000 caracteres'],
    [{ subject: 'Hola\r\nBcc: x@y.example', message: 'Algo' }, 'El asunto tiene caracteres invisibles o de control'],
    [{ subject: 'Hola\u2028x', message: 'Algo' }, 'El asunto tiene caracteres invisibles o de control'],
  ])('is refused with %j', async (body, message) => {
    const before = (await listMails()).length
    const answer = await send(body)
    expectRefusal(answer, 422)
    expect(answer.text).toContain(message)
    expect(await listMails()).toHaveLength(before)
  })

  test('is limited: after twenty at once an admin has to wait', async () => {
    const statuses = []
    for (let at = 0; at < 25; at++) statuses.push((await send(broadcast)).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses.slice(20)).toEqual(Array(5).fill(429))
    expect((await send({ ...broadcast, client_id: `${uuid}2` })).status, 'one that went out before').toBe(200)
    community.advanceClock(seconds(31))
    expect((await send(broadcast)).status).toBe(200)
  })
})

test('a test mail goes to the caller only, whatever their preferences, and HEAD sends none', async () => {
  const before = await listMails()
  const { status, headers } = await hipatia.ask('HEAD', '/notifications/test/new-post')
  expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  expect(await listMails()).toEqual(before)
  expectDone(await hipatia.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  expect(expectDone(await hipatia.get('/notifications/test/new-post'))).toMatchObject({ success: true })
  const [mail] = await listMails()
  expect(mail).toMatchObject({ kind: 'test', queued: 1 })
  expect((await listDeliveries(mail as Mail)).map(({ name }) => name)).toEqual(['Hipatia'])
})

test('without a mail server and an address of its own, no mail is called sent, and the state says what isn’t set up', async () => {
  let onSend = () => {}
  const mailTransport = { send: async () => onSend(), close() {} }
  const quiet = await communityOfThisTest({ sendsMail: false, publicUrl: 'http://localhost:3000', mailTransport })
  const mails = adminMails(quiet)
  const saved = /^Guardado, no enviado: /
  const kept = expectDone(await mails.send(broadcast))
  expect(kept).toMatchObject({ sent_count: 1, message: expect.stringMatching(saved) })
  const tested = await quiet.hipatia.get<{ message: string }>('/notifications/test/new-post')
  expect(expectDone(tested).message).toMatch(saved)
  await quiet.deliverMail()
  expect(await mails.readQueueStatus()).toMatchObject({ is_set: false, queued: 0, sent: 0, saved: 2 })
  for (const mail of await mails.listMails()) {
    expect(mail).toMatchObject({ sent: 0, saved: 1 })
    expect(await mails.listDeliveries(mail)).toMatchObject([{ state: 'sent', reason: expect.stringMatching(saved) }])
  }
  const { mail, public_url } = expectDone(await quiet.hipatia.get<State>('/admin/state'))
  expect([mail.is_set, public_url]).toEqual([false, null])

  // a mail server is set while a mail goes to two
  await quiet.signIn('Ana')
  await mails.send(broadcast)
  let sending = 0
  onSend = () => {
    quiet.services.settings.sendsMail = ++sending === 2
  }
  await quiet.deliverMail()
  expect(await mails.readQueueStatus()).toMatchObject({ is_set: true, queued: 0, sent: 1, saved: 3 })
  expect((await mails.listMails()).map(({ sent, saved }) => `${sent} ${saved}`)).toEqual(['1 1', '0 1', '0 1'])
})
