// Who gets which mails, and what admins send and see of them (SPEC §2, §5, §7, §8; DECISIONS §2 "Notifications").
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { AuditEvent } from '../contract/audit.ts'
import type { Delivery, EmailPreferences, Mail, Outbox, Recipient, UserPreferences } from '../contract/notifications.ts'
import { days, done, foundCommunity, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const benito = await community.signIn('Benito')
// nobody here is in a hurry: all that may be sent at once is there again
afterEach(() => community.passes(days(1) / 24))

const all = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: true }
const defaults = { ...all, weekly_digest: false }
const broadcast = { subject: 'Asamblea', message: 'El jueves a las siete.\n\nTraed sillas.' }
const uuid = '0190a1b2-0000-7000-8000-00000000000'

interface Sent {
  success: boolean
  sent_count: number
  message: string
}
const send = (body: object) => hipatia.post<Sent>('/notifications/admin/broadcast', body)
const mails = async () => done(await hipatia.get<Mail[]>('/notifications/admin/mails'))
const deliveries = async ({ id }: { id: string }) =>
  done(await hipatia.get<Delivery[]>(`/notifications/admin/mails/${id}/deliveries`))
const outbox = async () => done(await hipatia.get<Outbox>('/notifications/admin/outbox'))

describe('what somebody wants', () => {
  test('is all but the weekly digest at first', async () => {
    expect(done(await ana.get('/notifications/preferences'))).toEqual(defaults)
  })

  test('changes in the fields that are sent, and for nobody else', async () => {
    const changed = done(await ana.put<EmailPreferences>('/notifications/preferences', { new_posts: false }))
    expect(changed).toEqual({ ...defaults, new_posts: false })
    expect(done(await ana.get('/notifications/preferences'))).toEqual(changed)
    expect(done(await benito.get('/notifications/preferences'))).toEqual(defaults)
    expect(done(await ana.put('/notifications/preferences', defaults))).toEqual(defaults)
  })

  test.each([
    [{}, 'Selecciona al menos una preferencia para actualizar'],
    [{ otra: true }, 'Selecciona al menos una preferencia para actualizar'],
    [{ new_posts: 'no' }, 'Tiene que ser true o false'],
    [{ new_posts: null }, 'Tiene que ser true o false'],
  ])('isn’t changed by %j', async (body, message) => {
    const answer = await ana.put('/notifications/preferences', body)
    expectRefusal(answer, 422)
    expect(answer.body.errors?.map((error) => error.message)).toEqual([message])
    expect(done(await ana.get('/notifications/preferences'))).toEqual(defaults)
  })
})

describe('an admin', () => {
  test('sees what everybody wants, by name, those who are inactive too', async () => {
    const zoe = await hipatia.admits('Zoé')
    done(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
    const { users } = done(await hipatia.get<{ users: UserPreferences[] }>('/notifications/admin/users/preferences'))
    expect(users.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['Ana', true],
      ['Benito', true],
      ['Hipatia', true],
      ['Zoé', false],
    ])
    expect(users[0]).toEqual({
      ...{ id: ana.id, name: 'Ana', email: 'ana@alejandria.example', role: 'normal', is_active: true },
      preferences: defaults,
    })
    done(await hipatia.delete(`/auth/users/${zoe.id}`))
  })

  test('chooses for somebody, which is written down', async () => {
    const path = `/notifications/admin/users/${ana.id}/preferences`
    const answer = await hipatia.put<{ user_name: string }>(path, { weekly_digest: true })
    expect(done(answer)).toEqual({ user_name: 'Ana', preferences: all })
    expect(done(await ana.get('/notifications/preferences'))).toEqual(all)
    const [event] = done(await hipatia.get<AuditEvent[]>('/audit?limit=1'))
    expect(event).toMatchObject({ action: 'preferences_updated', actor_name: 'Hipatia', target: 'Ana' })
    done(await hipatia.put(path, { weekly_digest: false }))
    const before = (await community.everything()).audit_events
    done(await hipatia.put(path, { weekly_digest: false }))
    expect((await community.everything()).audit_events, 'nothing was changed').toEqual(before)
    expectRefusal(await hipatia.put(path, {}), 422)
    expectRefusal(await hipatia.put(`/notifications/admin/users/${'0'.repeat(32)}/preferences`, all), 404)
  })

  test('chooses for several at once: a repeated one counts once, the others stay as they are', async () => {
    const path = '/notifications/admin/preferences/bulk-update'
    const preferences = { new_posts: false, weekly_digest: true }
    const answer = await hipatia.post(path, { user_ids: [ana.id, benito.id, ana.id], preferences })
    expect(done(answer)).toEqual({ updated_count: 2 })
    for (const person of [ana, benito]) {
      expect(done(await person.get('/notifications/preferences'))).toEqual({ ...all, new_posts: false })
      done(await person.put('/notifications/preferences', defaults))
    }
    expect(done(await hipatia.get('/notifications/preferences'))).toEqual(defaults)
  })

  test('changes nothing at all when one of them isn’t known', async () => {
    const gone = await hipatia.admits('Gil')
    done(await hipatia.delete(`/auth/users/${gone.id}`))
    for (const unknown of ['0'.repeat(32), gone.id]) {
      const body = { user_ids: [ana.id, unknown], preferences: { new_posts: false } }
      expectRefusal(await hipatia.post('/notifications/admin/preferences/bulk-update', body), 422)
      expect(done(await ana.get('/notifications/preferences'))).toEqual(defaults)
    }
  })

  test.each([
    [{ user_ids: [], preferences: { new_posts: true } }, 'Selecciona al menos un usuario'],
    [{ preferences: { new_posts: true } }, 'Selecciona al menos un usuario'],
    [{ user_ids: [ana.id], preferences: {} }, 'Selecciona al menos una preferencia para actualizar'],
    [{ user_ids: [ana.id] }, 'Selecciona al menos una preferencia para actualizar'],
    [{ user_ids: ['x'], preferences: { new_posts: true } }, 'No es un identificador'],
  ])('is told what is missing in %j', async (body, message) => {
    const answer = await hipatia.post('/notifications/admin/preferences/bulk-update', body)
    expectRefusal(answer, 422)
    expect(answer.body.errors?.map((error) => error.message)).toContain(message)
  })
})

describe('a broadcast', () => {
  const recipients = async (query = '') =>
    done(
      await hipatia.get<{ subscribed_count: number; total_users: number; users: Recipient[] }>(
        `/notifications/admin/recipients${query}`,
      ),
    )

  test('goes to active people who want it, or to all active ones', async () => {
    const zoe = await hipatia.admits('Zoé')
    done(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
    done(await benito.put('/notifications/preferences', { admin_notifications: false }))

    const subscribed = await recipients()
    expect(subscribed).toMatchObject({ subscribed_count: 2, total_users: 3 })
    expect(subscribed.users).toEqual([
      { id: ana.id, name: 'Ana', email: 'ana@alejandria.example', subscribed: true },
      { id: hipatia.id, name: 'Hipatia', email: 'hipatia@alejandria.example', subscribed: true },
    ])
    const everybody = await recipients('?include_unsubscribed=true')
    expect(everybody).toMatchObject({ subscribed_count: 2, total_users: 3 })
    expect(everybody.users.map(({ name, subscribed }) => [name, subscribed])).toEqual([
      ['Ana', true],
      ['Benito', false],
      ['Hipatia', true],
    ])

    expect(done(await send(broadcast))).toEqual({
      success: true,
      sent_count: 2,
      message: 'Notificación enviada exitosamente a 2 usuarios',
    })
    expect(done(await send({ ...broadcast, include_unsubscribed: true })).sent_count).toBe(3)
    const [toAll, toSubscribed] = await mails()
    expect((await deliveries(toAll as Mail)).map(({ name }) => name)).toEqual(['Ana', 'Benito', 'Hipatia'])
    expect((await deliveries(toSubscribed as Mail)).map(({ name }) => name)).toEqual(['Ana', 'Hipatia'])

    done(await benito.put('/notifications/preferences', { admin_notifications: true }))
    done(await hipatia.delete(`/auth/users/${zoe.id}`))
  })

  test('is listed with how far it got, each delivery with its state', async () => {
    await community.deliversMail()
    done(await send({ ...broadcast, subject: 'Cierre por obras' }))
    const [mail] = await mails()
    expect(mail).toEqual({
      ...{ id: expect.any(String), kind: 'broadcast', subject: 'Cierre por obras', created_by: 'Hipatia' },
      ...{ created_at: community.moment(), queued: 3, sent: 0, failed: 0, skipped: 0 },
    })
    expect(await outbox()).toMatchObject({ queued: 3, held: null })
    await community.deliversMail()
    expect((await mails())[0]).toMatchObject({ queued: 0, sent: 3, failed: 0 })
    expect(await deliveries(mail as Mail)).toEqual(
      ['Ana', 'Benito', 'Hipatia'].map((name) => ({
        ...{ id: expect.any(String), name, email: `${name.toLowerCase()}@alejandria.example` },
        ...{ state: 'sent', attempts: 1, reason: null, next_try_at: null, sent_at: community.moment() },
      })),
    )
    expect(await outbox()).toMatchObject({ queued: 0, failed: 0, held: null })
  })

  test('sent twice under one name goes out once, also at the same moment', async () => {
    const before = (await mails()).length
    const named = { ...broadcast, client_id: `${uuid}1` }
    const answers = await Promise.all([send(named), send(named), send(named)])
    for (const answer of answers) expect(done(answer).sent_count).toBe(3)
    expect(await mails()).toHaveLength(before + 1)
    expectRefusal(await send({ ...named, message: 'Otra cosa' }), 409)
    expectRefusal(await send({ ...named, include_unsubscribed: true }), 409)
    expect(await mails()).toHaveLength(before + 1)
    done(await send({ ...broadcast, client_id: `${uuid}2` }))
    expect(await mails()).toHaveLength(before + 2)
  })

  test.each([
    [{ subject: '', message: 'Algo' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ subject: 'Algo', message: ' \n ' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ message: 'Algo' }, 'Por favor, completa tanto el asunto como el mensaje'],
    [{ subject: 'a'.repeat(201), message: 'Algo' }, 'El asunto no puede tener más de 200 caracteres'],
    [{ subject: 'Algo', message: 'a'.repeat(20_001) }, 'El mensaje no puede tener más de 20000 caracteres'],
    [{ subject: 'Hola\r\nBcc: x@y.example', message: 'Algo' }, 'El asunto tiene caracteres invisibles o de control'],
    [{ subject: 'Hola\u2028x', message: 'Algo' }, 'El asunto tiene caracteres invisibles o de control'],
  ])('isn’t sent with %j', async (body, message) => {
    const before = (await mails()).length
    const answer = await send(body)
    expectRefusal(answer, 422)
    expect(answer.text).toContain(message)
    expect(await mails()).toHaveLength(before)
  })

  test('is written down, with how many it went to', async () => {
    done(await send({ ...broadcast, subject: 'Lista de libros' }))
    const [event] = done(await hipatia.get<AuditEvent[]>('/audit?limit=1'))
    expect(event).toMatchObject({
      ...{ action: 'broadcast_sent', actor_name: 'Hipatia', target: 'Lista de libros' },
      detail: '3 destinatarios',
    })
  })

  test('can’t be sent by the hundred: an admin is asked to wait', async () => {
    const statuses = []
    for (let at = 0; at < 25; at++) statuses.push((await send(broadcast)).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(statuses.slice(20)).toEqual(Array(5).fill(429))
    expect((await send({ ...broadcast, client_id: `${uuid}2` })).status, 'one that went out before').toBe(200)
    community.passes(seconds(31))
    expect((await send(broadcast)).status).toBe(200)
  })
})

test('asking for the head of the test mail’s address sends nothing', async () => {
  const before = (await mails()).length
  const { status, headers } = await hipatia.ask('HEAD', '/notifications/test/new-post')
  expect([status, headers.get('allow')]).toEqual([405, 'GET'])
  expect(await mails()).toHaveLength(before)
})

test('a test mail goes to the caller and nobody else, whatever they prefer', async () => {
  await community.deliversMail()
  done(await hipatia.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  const answer = done(await hipatia.get<Sent>('/notifications/test/new-post'))
  expect(answer).toMatchObject({ success: true, message: expect.any(String) })
  const [mail] = await mails()
  expect(mail).toMatchObject({ kind: 'test', queued: 1 })
  expect((await deliveries(mail as Mail)).map(({ name }) => name)).toEqual(['Hipatia'])
  done(await hipatia.put('/notifications/preferences', defaults))
})

test('mails and deliveries come in pages', async () => {
  const whole = (await mails()).map(({ id }) => id)
  const first = await hipatia.get<Mail[]>('/notifications/admin/mails?limit=2')
  expect(first.headers.get('x-total-count')).toBe(String(whole.length))
  const next = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await hipatia.get<Mail[]>(next)
  expect([...done(first), ...done(second)].map(({ id }) => id)).toEqual(whole.slice(0, 4))

  const toAll = done(first).find(({ kind }) => kind === 'broadcast') ?? done(second)[0]
  const path = `/notifications/admin/mails/${toAll?.id}/deliveries`
  const names: string[] = []
  for (let page: string | undefined = `${path}?limit=1`; page; ) {
    const answer: { headers: Headers; body: Delivery[] } = await hipatia.get<Delivery[]>(page)
    names.push(...answer.body.map(({ name }) => name))
    page = /<\/api([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(names).toEqual(['Ana', 'Benito', 'Hipatia'])
  expectRefusal(await hipatia.get(`/notifications/admin/mails/${'0'.repeat(32)}/deliveries`), 404)
})
