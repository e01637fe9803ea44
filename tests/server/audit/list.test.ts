// @databases both
// Search and filters of audit events (issue 6, "An audit trail").
import { afterAll, expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { adminActions, auditActions, signInActions } from '../../../contract/audit.ts'
import { expectDone, passwordOf, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community

const list = async (query = '') => expectDone(await hipatia.get<AuditEvent[]>(`/audit${query}`))

test('events are searched by actor and by target, under the names of that time', async () => {
  const ines = await hipatia.createsAccount('Inés Ibáñez')
  await hipatia.createsAccount('Ignacio Nunca')
  expectDone(await hipatia.put(`/auth/users/${ines.id}`, { name: 'Inés del Mar' }))
  expect((await tryToSignIn('Inés del Mar', passwordOf('Inés Ibáñez'))).status).toBe(200)
  expectDone(await hipatia.post(`/auth/users/${ines.id}/toggle-status`))
  const found = async (query: string) =>
    (await list(`?limit=200&${query}`)).map(({ action, actor_name, target }) => [action, actor_name, target])
  const deactivated = ['user_deactivated', 'Hipatia', 'Inés del Mar']
  const before = [
    ['user_updated', 'Hipatia', 'Inés Ibáñez'],
    ['user_created', 'Hipatia', 'Inés Ibáñez'],
  ]
  expect(await found('q=ines mar')).toEqual([deactivated, ['sign_in', 'Inés del Mar', null]])
  expect(await found('q=IBANEZ')).toEqual(before)
  expect(await found('q=inés&kind=accounts')).toEqual([deactivated, ...before])
  expect(await found('q=inés&kind=sign_in')).toEqual([['sign_in', 'Inés del Mar', null]])
  expect(await found('q=nés')).toEqual([])
  expect(await found('q=%25')).toEqual(await found(''))
  const { headers } = await hipatia.get<AuditEvent[]>('/audit?q=inés&kind=accounts&limit=2')
  expect(headers.get('x-total-count')).toBe('3')
  const next = /<\/api([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
  expect(expectDone(await hipatia.get<AuditEvent[]>(next))).toMatchObject([
    { action: 'user_created', target: 'Inés Ibáñez' },
  ])

  expect((await hipatia.delete(`/auth/users/${ines.id}`)).status).toBe(204)
  expect(await found('q=ines del mar&kind=accounts')).toEqual([
    ['user_deleted', 'Hipatia', 'Inés del Mar'],
    deactivated,
  ])
  expectRefusal(await hipatia.get(`/audit?q=${'a'.repeat(101)}`), 422, { field: 'q' })
})

test('an unknown name finds no events, and an empty search finds all', async () => {
  const { body, headers } = await hipatia.get<AuditEvent[]>('/audit?q=zenobia')
  expect(body).toEqual([])
  expect(headers.get('x-total-count')).toBe('0')
  expect(await list('?q=')).toEqual(await list())
})

test('a search of events treats ñ, case and accents as the search of accounts does', async () => {
  await hipatia.createsAccount('Íñigo Muñoz')
  const targets = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ target }) => target)
  for (const q of ['iñigo', 'INIGO', 'munoz', 'Muñoz íñ']) expect(await targets(q)).toEqual(['Íñigo Muñoz'])
})

test('events are searched by names of categories and titles too', async () => {
  await hipatia.createsCategory('Cartas y Mapas')
  const found = (await list('?q=mapas')).map(({ action, target }) => [action, target])
  expect(found).toEqual([['category_created', 'Cartas y Mapas']])
  expect(await list('?q=mapas&kind=accounts')).toEqual([])
})

test('every action belongs to exactly one kind', () => {
  const kinds = [...signInActions, ...Object.values(adminActions).flat()]
  expect(kinds.toSorted()).toEqual(auditActions.toSorted())
})
