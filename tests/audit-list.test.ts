// Finding something in what was written down (issue 6, "An audit trail"): by person, by kind.
import { afterAll, expect, test } from 'vitest'
import type { AuditEvent } from '../contract/audit.ts'
import { adminActions, auditActions, signInActions } from '../contract/audit.ts'
import { done, foundCommunity, passwordOf } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community

const list = async (query = '') => done(await hipatia.get<AuditEvent[]>(`/audit${query}`))

test('can be asked for a person, who did it or to whom it was done, by the names of then', async () => {
  const ines = await hipatia.admits('Inés Ibáñez')
  await hipatia.admits('Ignacio Nunca')
  done(await hipatia.put(`/auth/users/${ines.id}`, { name: 'Inés del Mar' }))
  expect((await tryToSignIn('Inés del Mar', passwordOf('Inés Ibáñez'))).status).toBe(200)
  done(await hipatia.post(`/auth/users/${ines.id}/toggle-status`))
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
  expect(done(await hipatia.get<AuditEvent[]>(next))).toMatchObject([{ action: 'user_created', target: 'Inés Ibáñez' }])

  expect((await hipatia.delete(`/auth/users/${ines.id}`)).status).toBe(204)
  expect(await found('q=ines del mar&kind=accounts')).toEqual([
    ['user_deleted', 'Hipatia', 'Inés del Mar'],
    deactivated,
  ])
  expectRefusal(await hipatia.get(`/audit?q=${'a'.repeat(101)}`), 422, { field: 'q' })
})

test('a name that stands nowhere finds nothing, and no words at all find everything', async () => {
  const { body, headers } = await hipatia.get<AuditEvent[]>('/audit?q=zenobia')
  expect(body).toEqual([])
  expect(headers.get('x-total-count')).toBe('0')
  expect(await list('?q=')).toEqual(await list())
})

test('ñ and n, capitals and accents are found as they are among the accounts', async () => {
  await hipatia.admits('Íñigo Muñoz')
  const targets = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ target }) => target)
  for (const q of ['iñigo', 'INIGO', 'munoz', 'Muñoz íñ']) expect(await targets(q)).toEqual(['Íñigo Muñoz'])
})

test('categories and titles are found as well as people', async () => {
  await hipatia.opens('Cartas y Mapas')
  const found = (await list('?q=mapas')).map(({ action, target }) => [action, target])
  expect(found).toEqual([['category_created', 'Cartas y Mapas']])
  expect(await list('?q=mapas&kind=accounts')).toEqual([])
})

test('every deed is of exactly one kind', () => {
  const kinds = [...signInActions, ...Object.values(adminActions).flat()]
  expect(kinds.toSorted()).toEqual(auditActions.toSorted())
})
