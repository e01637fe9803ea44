// @databases both
// Audit events (issue 6, "An audit trail"): recorded actions, their list and its search. That events can't be changed: append-only.test.ts.
import { expect, test } from 'vitest'
import { type AuditEvent, auditActions } from '../../../contract/audit.ts'
import type { Category } from '../../../contract/categories.ts'
import type { User } from '../../../contract/users.ts'
import { communityOfThisFile, expectDone, pagesOf, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia, tryToSignIn } = community
let ana = await community.signIn('Ana')

const list = async (query = '') => expectDone(await hipatia.get<AuditEvent[]>(`/audit${query}`))
/** The events recorded during `work`, oldest first. */
async function recordedDuring(work: () => Promise<unknown>) {
  const before = new Set((await list('?limit=200')).map(({ id }) => id))
  await work()
  return (await list('?limit=200')).filter(({ id }) => !before.has(id)).toReversed()
}
const summaryOf = async (work: () => Promise<unknown>) =>
  (await recordedDuring(work)).map(({ action, actor_name, target, detail }) => [action, actor_name, target, detail])
const here = '127.0.0.1'

test('signing in and out is recorded with person, time, browser and address', async () => {
  const events = await recordedDuring(async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0' }
    const { access_token } = expectDone(await tryToSignIn('Ana', undefined, { headers }))
    expectDone(await community.withToken(access_token).post('/auth/logout'))
  })
  const id = expect.stringMatching(/^[0-9a-f]{32}$/)
  const common = { id, at: community.moment(), actor_id: ana.id, actor_name: 'Ana', address: here }
  expect(events).toEqual([
    { ...common, action: 'sign_in', target: null, detail: 'Firefox en Android' },
    { ...common, action: 'sign_out', target: null, detail: null },
  ])
})

test('a failed sign-in is recorded with the account but no actor, and without the typed name; one to an inactive account with the reason', async () => {
  const events = await recordedDuring(async () => {
    expectRefusal(await tryToSignIn('ANA', 'no es la clave'), 401)
    expectRefusal(await tryToSignIn('mi clave secreta', 'mi nombre'), 401)
  })
  const common = { action: 'sign_in_failed', actor_id: null, actor_name: null, detail: null, address: here }
  expect(events).toMatchObject([
    { ...common, target: 'Ana' },
    { ...common, target: null },
  ])
  const everything = JSON.stringify((await community.readAllTables()).audit_events)
  for (const typed of ['no es la clave', 'mi clave secreta', 'mi nombre']) expect(everything).not.toContain(typed)
  const carmen = await community.signIn('Carmen')
  expectDone(await hipatia.post(`/auth/users/${carmen.id}/toggle-status`))
  expect(await summaryOf(() => tryToSignIn('Carmen'))).toEqual([['sign_in_failed', null, 'Carmen', 'cuenta inactiva']])
  expect(await summaryOf(() => tryToSignIn('Carmen', 'otra'))).toEqual([['sign_in_failed', null, 'Carmen', null]])
})

test('a change of a person’s own password is recorded, a refused change is not', async () => {
  const change = (current_password: string, new_password: string) =>
    ana.post('/auth/change-password', { current_password, new_password })
  const work = async () => {
    expectRefusal(await change('no es', 'un papiro nuevo'), 400)
    expectDone(await change(passwordOf('Ana'), 'un papiro nuevo'))
  }
  expect(await summaryOf(work)).toEqual([['password_changed', 'Ana', null, null]])
  expectDone(await hipatia.put(`/auth/users/${ana.id}`, { password: passwordOf('Ana') }))
  ana = await community.signIn('Ana')
})

const change = (id: string, changes: object) => hipatia.put<User>(`/auth/users/${id}`, changes)

test('changes of accounts are recorded with the names of that time', async () => {
  const made = await summaryOf(() => hipatia.createsAccount('Elena'))
  expect(made).toEqual([['user_created', 'Hipatia', 'Elena', null]])
  const { id } = expectDone(await hipatia.get<User[]>('/auth/users?q=elena'))[0] as User
  const work = async () => {
    expectDone(await change(id, { name: 'Elena Sur', role: 'admin' }))
    const email = 'nueva@alejandria.example'
    expectDone(await change(id, { email, phone: '+34 699 111', avatar: 'https://example.org/a.png' }))
    expectDone(await change(id, { password: 'la clave de nadie', role: 'normal' }))
    expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
    expectDone(await change(id, { is_active: true, phone: null }))
    expect((await hipatia.delete(`/auth/users/${id}`)).status).toBe(204)
  }
  expect(await summaryOf(work)).toEqual([
    ['user_updated', 'Hipatia', 'Elena', 'nombre: Elena → Elena Sur, rol: normal → admin'],
    ['user_updated', 'Hipatia', 'Elena Sur', 'correo, teléfono, imagen'],
    ['user_updated', 'Hipatia', 'Elena Sur', 'rol: admin → normal, contraseña'],
    ['user_deactivated', 'Hipatia', 'Elena Sur', null],
    ['user_updated', 'Hipatia', 'Elena Sur', 'teléfono'],
    ['user_activated', 'Hipatia', 'Elena Sur', null],
    ['user_deleted', 'Hipatia', 'Elena Sur', null],
  ])
  const everything = JSON.stringify((await community.readAllTables()).audit_events)
  for (const personal of ['nueva@', '699 111', 'example.org', 'clave de nadie'])
    expect(everything).not.toContain(personal)
})

test('changes of accounts that are refused or change nothing are not recorded', async () => {
  const fermin = await hipatia.createsAccount('Fermín')
  const { name, email, role, phone, avatar } = fermin
  const work = async () => {
    expectDone(await change(fermin.id, { name, email, role, phone, avatar, is_active: true }))
    expectRefusal(await change(fermin.id, { name: 'Ana', phone: '600' }), 409)
    expectRefusal(await change(hipatia.id, { role: 'normal' }), 409)
    expectRefusal(await hipatia.post('/auth/users', { name: 'Ana', email: 'x@y.example', password: 'secreto' }), 409)
    expectRefusal(await ana.post('/auth/users', { name: 'X', email: 'x@y.example', password: 'secreto' }), 403)
  }
  expect(await summaryOf(work)).toEqual([])
})

test('changes of categories are recorded, refused ones are not', async () => {
  const work = async () => {
    const { id } = await hipatia.createsCategory('Cocina')
    const change = (changes: object) => hipatia.put<Category>(`/categories/${id}`, changes)
    expectDone(await change({ name: 'Cocinas', description: 'De aquí' }))
    expectDone(await change({ name: 'Cocinas', is_active: true }))
    expectDone(await change({ is_active: false }))
    expectDone(await change({ is_active: true }))
    expectRefusal(await hipatia.post('/categories', { name: 'COCINAS' }), 409)
    const post = await ana.writes({ category_id: id })
    expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
    expect((await ana.delete(`/posts/${post.id}`)).status).toBe(204)
    expect((await hipatia.delete(`/categories/${id}`)).status).toBe(204)
    expectRefusal(await hipatia.delete(`/categories/${id}`), 404)
    await hipatia.createsCategory('Ciencia')
    expectDone(await hipatia.post('/categories/initialize'))
    expectDone(await hipatia.post('/categories/initialize'))
  }
  expect(await summaryOf(work)).toEqual([
    ['category_created', 'Hipatia', 'Cocina', null],
    ['category_updated', 'Hipatia', 'Cocina', 'nombre: Cocina → Cocinas, descripción'],
    ['category_updated', 'Hipatia', 'Cocinas', 'desactivada'],
    ['category_updated', 'Hipatia', 'Cocinas', 'activada'],
    ['category_deleted', 'Hipatia', 'Cocinas', null],
    ['category_created', 'Hipatia', 'Ciencia', null],
    [
      ...['categories_initialized', 'Hipatia', null],
      'Arte y Cultura, Filosofía, Historia, Literatura, Música y Cine, Tecnología',
    ],
  ])
})

const actions = async (kind: string) =>
  [...new Set((await list(`?limit=200&kind=${kind}`)).map(({ action }) => action))].toSorted()
const count = async (query: string) => Number((await hipatia.get(`/audit${query}`)).headers.get('x-total-count'))

test('the list of events comes newest first, in pages that new events don’t shift; its last is the first admin, created by the operator', async () => {
  for (let turn = 0; turn < 5; turn++) await community.signIn('Ana')
  const all = await list('?limit=200')
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().toReversed())
  const pages = await pagesOf<AuditEvent>(hipatia, '/audit?limit=7', async (seen) => {
    if (seen.length === 7) await community.signIn('Ana')
  })
  expect(pages[0]?.total).toBe(all.length)
  expect(pages.flatMap(({ body }) => body)).toEqual(all)
  const byOperator = { actor_id: null, actor_name: null, address: null }
  expect(all.at(-1)).toMatchObject({ action: 'user_created', ...byOperator, target: 'Hipatia' })
})

test('the list of events is filtered by sign-ins and by admin actions, on accounts, categories, content and mail', async () => {
  const signIns = await actions('sign_in')
  const rest = await actions('admin')
  expect(signIns).toEqual(['password_changed', 'sign_in', 'sign_in_failed', 'sign_out'])
  expect(rest).toContain('user_created')
  expect(signIns.filter((action) => rest.includes(action))).toEqual([])
  expect((await count('?kind=sign_in')) + (await count('?kind=admin'))).toBe(await count(''))
  expectRefusal(await hipatia.get('/audit?kind=otra'), 422, { field: 'kind' })
  expectRefusal(await hipatia.get('/audit?cursor=x'), 422, { field: 'cursor' })
  const zoe = await hipatia.createsAccount('Zoe Prado')
  expectDone(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
  const { id } = await ana.writes({ title: 'Los tejados' })
  expect((await hipatia.delete(`/posts/${id}`)).status).toBe(204)
  expectDone(await hipatia.put(`/notifications/admin/users/${zoe.id}/preferences`, { new_posts: false }))
  const kinds = {
    accounts: ['user_activated', 'user_created', 'user_deactivated', 'user_deleted', 'user_updated'],
    categories: ['categories_initialized', 'category_created', 'category_deleted', 'category_updated'],
    content: ['post_deleted'],
    mail: ['preferences_updated'],
  }
  let all = 0
  for (const [kind, expected] of Object.entries(kinds)) {
    expect(await actions(kind)).toEqual(expected)
    all += await count(`?kind=${kind}`)
  }
  expect(all).toBe(await count('?kind=admin'))
})

test('events are searched by actor and by target, under the names of that time', async () => {
  const ines = await hipatia.createsAccount('Inés Ibáñez')
  expect((await tryToSignIn('Inés Ibáñez')).status).toBe(200)
  await hipatia.createsAccount('Ignacio Nunca')
  expectDone(await hipatia.put(`/auth/users/${ines.id}`, { name: 'Inés del Mar' }))
  expect((await tryToSignIn('Inés del Mar', passwordOf('Inés Ibáñez'))).status).toBe(200)
  expectDone(await hipatia.post(`/auth/users/${ines.id}/toggle-status`))
  const found = async (query: string) =>
    (await list(`?limit=200&${query}`)).map(({ action, actor_name, target }) => [action, actor_name, target])
  const deactivated = ['user_deactivated', 'Hipatia', 'Inés del Mar']
  const updated = ['user_updated', 'Hipatia', 'Inés Ibáñez']
  const created = ['user_created', 'Hipatia', 'Inés Ibáñez']
  const [signedIn, signedInBefore] = ['Inés del Mar', 'Inés Ibáñez'].map((name) => ['sign_in', name, null])
  expect(await found('q=ines mar')).toEqual([deactivated, signedIn])
  expect(await found('q=IBANEZ')).toEqual([updated, signedInBefore, created])
  expect(await found('q=inés&kind=accounts')).toEqual([deactivated, updated, created])
  expect(await found('q=inés&kind=sign_in')).toEqual([signedIn, signedInBefore])
  expect(await found('q=nés')).toEqual([])
  expect(await found('q=%25')).toEqual(await found(''))
  const [first, second] = await pagesOf<AuditEvent>(hipatia, '/audit?q=inés&kind=accounts&limit=2')
  expect(first?.total).toBe(3)
  expect(second?.body).toMatchObject([{ action: 'user_created', target: 'Inés Ibáñez' }])

  expect((await hipatia.delete(`/auth/users/${ines.id}`)).status).toBe(204)
  expect(await found('q=ines del mar&kind=accounts')).toEqual([
    ['user_deleted', 'Hipatia', 'Inés del Mar'],
    deactivated,
  ])
  expectRefusal(await hipatia.get(`/audit?q=${'a'.repeat(101)}`), 422, { field: 'q' })
})

test('events are searched by names of categories and titles too, as accounts are: by ñ, in any case and accents', async () => {
  await hipatia.createsCategory('Cartas y Mapas')
  const found = (await list('?q=mapas')).map(({ action, target }) => [action, target])
  expect(found).toEqual([['category_created', 'Cartas y Mapas']])
  expect(await list('?q=mapas&kind=accounts')).toEqual([])
  await hipatia.createsAccount('Íñigo Muñoz')
  const targets = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ target }) => target)
  for (const q of ['iñigo', 'INIGO', 'munoz', 'Muñoz íñ']) expect(await targets(q)).toEqual(['Íñigo Muñoz'])
  const { body, headers } = await hipatia.get<AuditEvent[]>('/audit?q=zenobia')
  expect({ body, total: headers.get('x-total-count') }).toEqual({ body: [], total: '0' })
  expect(await list('?q=')).toEqual(await list())
})

test('every action belongs to exactly one kind', () => {
  expect([...new Set(auditActions)]).toEqual(auditActions)
})
