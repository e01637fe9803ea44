// Preferences: one's own, and changes by admins for others (SPEC §2, §5, §7; DECISIONS §2 "Notifications").
import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { EmailPreferences, UserPreferences } from '../../../contract/preferences.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, benito] = await community.signInAll('Ana', 'Benito')

const all = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: true }
const defaults = { ...all, weekly_digest: false }

test('a member’s preferences are all on except the weekly digest by default, and change in the sent fields only, for nobody else', async () => {
  expect(expectDone(await ana.get('/notifications/preferences'))).toEqual(defaults)
  const changed = expectDone(await ana.put<EmailPreferences>('/notifications/preferences', { new_posts: false }))
  expect(changed).toEqual({ ...defaults, new_posts: false })
  expect(expectDone(await ana.get('/notifications/preferences'))).toEqual(changed)
  expect(expectDone(await benito.get('/notifications/preferences'))).toEqual(defaults)
  expect(expectDone(await ana.put('/notifications/preferences', defaults))).toEqual(defaults)
})

test.each([
  [{}, 'Selecciona al menos una preferencia para actualizar'],
  [{ otra: true }, 'Selecciona al menos una preferencia para actualizar'],
  [{ new_posts: 'no' }, 'Tiene que ser true o false'],
  [{ new_posts: null }, 'Tiene que ser true o false'],
])('a member’s preferences aren’t changed by %j', async (body, message) => {
  const answer = await ana.put('/notifications/preferences', body)
  expectRefusal(answer, 422)
  expect(answer.body.errors?.map((error) => error.message)).toEqual([message])
  expect(expectDone(await ana.get('/notifications/preferences'))).toEqual(defaults)
})

test('preferences are listed for admins by name, inactive accounts included', async () => {
  const zoe = await hipatia.createsAccount('Zoé')
  expectDone(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
  const path = '/notifications/admin/users/preferences'
  const { users } = expectDone(await hipatia.get<{ users: UserPreferences[] }>(path))
  expect(users.map(({ name }) => name)).toEqual(['Ana', 'Benito', 'Hipatia', 'Zoé'])
  expect(users.filter(({ is_active }) => !is_active)).toMatchObject([{ name: 'Zoé' }])
  const ofAna = { id: ana.id, name: 'Ana', email: 'ana@alejandria.example', role: 'normal', is_active: true }
  expect(users[0]).toEqual({ ...ofAna, preferences: defaults })
  expectDone(await hipatia.delete(`/auth/users/${zoe.id}`))
})

test('an admin changes preferences for a single person, which is recorded if anything changes', async () => {
  const path = `/notifications/admin/users/${ana.id}/preferences`
  const answer = await hipatia.put<{ user_name: string }>(path, { weekly_digest: true })
  expect(expectDone(answer)).toEqual({ user_name: 'Ana', preferences: all })
  expect(expectDone(await ana.get('/notifications/preferences'))).toEqual(all)
  const [event] = expectDone(await hipatia.get<AuditEvent[]>('/audit?limit=1'))
  expect(event).toMatchObject({ action: 'preferences_updated', actor_name: 'Hipatia', target: 'Ana' })
  expectDone(await hipatia.put(path, { weekly_digest: false }))
  const before = (await community.readAllTables()).audit_events
  expectDone(await hipatia.put(path, { weekly_digest: false }))
  expect((await community.readAllTables()).audit_events, 'nothing was changed').toEqual(before)
  expectRefusal(await hipatia.put(path, {}), 422)
  expectRefusal(await hipatia.put(`/notifications/admin/users/${'0'.repeat(32)}/preferences`, all), 404)
})

test('an admin changes preferences for several people at once: a repeated id counts once, other people’s stay; with an unknown id nobody’s change', async () => {
  const path = '/notifications/admin/preferences/bulk-update'
  const preferences = { new_posts: false, weekly_digest: true }
  const answer = await hipatia.post(path, { user_ids: [ana.id, benito.id, ana.id], preferences })
  expect(expectDone(answer)).toEqual({ updated_count: 2 })
  const detail = '2 usuarios: posts nuevos: no, resumen semanal: sí'
  const [event] = expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=mail&limit=1'))
  expect(event).toMatchObject({ action: 'preferences_updated', actor_name: 'Hipatia', target: null, detail })
  const before = (await community.readAllTables()).audit_events
  expectDone(await hipatia.post(path, { user_ids: [ana.id, benito.id], preferences }))
  expect((await community.readAllTables()).audit_events, 'nothing was changed').toEqual(before)
  for (const person of [ana, benito]) {
    expect(expectDone(await person.get('/notifications/preferences'))).toEqual({ ...all, new_posts: false })
    expectDone(await person.put('/notifications/preferences', defaults))
  }
  expect(expectDone(await hipatia.get('/notifications/preferences'))).toEqual(defaults)
  const gone = await hipatia.createsAccount('Gil')
  expectDone(await hipatia.delete(`/auth/users/${gone.id}`))
  for (const unknown of ['0'.repeat(32), gone.id]) {
    const body = { user_ids: [ana.id, unknown], preferences: { new_posts: false } }
    expectRefusal(await hipatia.post(path, body), 422)
    expect(expectDone(await ana.get('/notifications/preferences'))).toEqual(defaults)
  }
})

test.each([
  [{ user_ids: [], preferences: { new_posts: true } }, 'Selecciona al menos un usuario'],
  [{ preferences: { new_posts: true } }, 'Selecciona al menos un usuario'],
  [{ user_ids: [ana.id], preferences: {} }, 'Selecciona al menos una preferencia para actualizar'],
  [{ user_ids: [ana.id] }, 'Selecciona al menos una preferencia para actualizar'],
  [{ user_ids: ['x'], preferences: { new_posts: true } }, 'No es un identificador'],
])('changes of preferences are refused with the missing field for %j', async (body, message) => {
  const answer = await hipatia.post('/notifications/admin/preferences/bulk-update', body)
  expectRefusal(answer, 422)
  expect(answer.body.errors?.map((error) => error.message)).toContain(message)
})
