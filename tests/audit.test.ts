// Who did what (issue 6, "An audit trail"): written with what it tells of, and never changed.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '../contract/audit.ts'
import type { Category } from '../contract/categories.ts'
import type { User } from '../contract/users.ts'
import { type Answer, done, foundCommunity, minutes, passwordOf } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community
const ana = await community.signIn('Ana')

const list = async (query = '') => done(await hipatia.get<AuditEvent[]>(`/audit${query}`))
/** What was written down by some work, oldest first. */
async function written(work: () => Promise<unknown>) {
  const before = new Set((await list('?limit=200')).map(({ id }) => id))
  await work()
  return (await list('?limit=200')).filter(({ id }) => !before.has(id)).toReversed()
}
const told = async (work: () => Promise<unknown>) =>
  (await written(work)).map(({ action, actor_name, target, detail }) => [action, actor_name, target, detail])
const here = '127.0.0.1'

describe('signing in', () => {
  test('and out is written with who, when and from where', async () => {
    const events = await written(async () => {
      const bruno = await community.signIn('Ana')
      done(await bruno.post('/auth/logout'))
    })
    const id = expect.stringMatching(/^[0-9a-f]{32}$/)
    const common = { id, at: community.moment(), actor_id: ana.id, actor_name: 'Ana', address: here }
    expect(events).toEqual([
      { ...common, action: 'sign_in', target: null, detail: null },
      { ...common, action: 'sign_out', target: null, detail: null },
    ])
  })

  test('says from which browser', async () => {
    const agent = 'Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0'
    const work = () => tryToSignIn('Ana', undefined, { headers: { 'user-agent': agent } })
    expect(await told(work)).toEqual([['sign_in', 'Ana', null, 'Firefox en Android']])
  })

  test('that fails names the account there is, by nobody; what was typed is nowhere', async () => {
    const events = await written(async () => {
      expectRefusal(await tryToSignIn('ANA', 'no es la clave'), 401)
      expectRefusal(await tryToSignIn('mi clave secreta', 'mi nombre'), 401)
    })
    const common = { action: 'sign_in_failed', actor_id: null, actor_name: null, detail: null, address: here }
    expect(events).toMatchObject([
      { ...common, target: 'Ana' },
      { ...common, target: null },
    ])
    const everything = JSON.stringify((await community.everything()).audit_events)
    for (const typed of ['no es la clave', 'mi clave secreta', 'mi nombre']) expect(everything).not.toContain(typed)
  })

  test('to an inactive account is a failure that says so', async () => {
    const carmen = await community.signIn('Carmen')
    done(await hipatia.post(`/auth/users/${carmen.id}/toggle-status`))
    expect(await told(() => tryToSignIn('Carmen'))).toEqual([['sign_in_failed', null, 'Carmen', 'cuenta inactiva']])
    expect(await told(() => tryToSignIn('Carmen', 'otra'))).toEqual([['sign_in_failed', null, 'Carmen', null]])
  })

  test('too often isn’t written any more', async () => {
    const dora = await hipatia.admits('Dora')
    const events = await written(async () => {
      for (let turn = 0; turn < 13; turn++) await tryToSignIn(dora.name, 'no')
    })
    expect(events).toHaveLength(10)
    community.passes(minutes(16))
  })

  test('changing one’s own password is written, a wrong try isn’t', async () => {
    const change = (current_password: string, new_password: string) =>
      ana.post('/auth/change-password', { current_password, new_password })
    const work = async () => {
      expectRefusal(await change('no es', 'un papiro nuevo'), 400)
      done(await change(passwordOf('Ana'), 'un papiro nuevo'))
    }
    expect(await told(work)).toEqual([['password_changed', 'Ana', null, null]])
    done(await change('un papiro nuevo', passwordOf('Ana')))
  })
})

describe('what admins do to accounts', () => {
  const change = (id: string, changes: object) => hipatia.put<User>(`/auth/users/${id}`, changes)

  test('is written with the names of then', async () => {
    const made = await told(() => hipatia.admits('Elena'))
    expect(made).toEqual([['user_created', 'Hipatia', 'Elena', null]])
    const { id } = done(await hipatia.get<User[]>('/auth/users?q=elena'))[0] as User
    const work = async () => {
      done(await change(id, { name: 'Elena Sur', role: 'admin' }))
      done(
        await change(id, {
          email: 'nueva@alejandria.example',
          phone: '+34 699 111',
          avatar: 'https://example.org/a.png',
        }),
      )
      done(await change(id, { password: 'la clave de nadie', role: 'normal' }))
      done(await hipatia.post(`/auth/users/${id}/toggle-status`))
      done(await change(id, { is_active: true, phone: null }))
      expect((await hipatia.delete(`/auth/users/${id}`)).status).toBe(204)
    }
    expect(await told(work)).toEqual([
      ['user_updated', 'Hipatia', 'Elena', 'nombre: Elena → Elena Sur, rol: normal → admin'],
      ['user_updated', 'Hipatia', 'Elena Sur', 'correo, teléfono, imagen'],
      ['user_updated', 'Hipatia', 'Elena Sur', 'rol: admin → normal, contraseña'],
      ['user_deactivated', 'Hipatia', 'Elena Sur', null],
      ['user_updated', 'Hipatia', 'Elena Sur', 'teléfono'],
      ['user_activated', 'Hipatia', 'Elena Sur', null],
      ['user_deleted', 'Hipatia', 'Elena Sur', null],
    ])
    const everything = JSON.stringify((await community.everything()).audit_events)
    for (const personal of ['nueva@', '699 111', 'example.org', 'clave de nadie'])
      expect(everything).not.toContain(personal)
  })

  test('and changes nothing, or is refused, leaves no trace', async () => {
    const fermin = await hipatia.admits('Fermín')
    const { name, email, role, phone, avatar } = fermin
    const work = async () => {
      done(await change(fermin.id, { name, email, role, phone, avatar, is_active: true }))
      expectRefusal(await change(fermin.id, { name: 'Ana', phone: '600' }), 409)
      expectRefusal(await change(hipatia.id, { role: 'normal' }), 409)
      expectRefusal(await hipatia.post('/auth/users', { name: 'Ana', email: 'x@y.example', password: 'secreto' }), 409)
      expectRefusal(await ana.post('/auth/users', { name: 'X', email: 'x@y.example', password: 'secreto' }), 403)
    }
    expect(await told(work)).toEqual([])
  })

  test('what is written of a person stays as it was when they are called otherwise', async () => {
    const gema = await community.signIn('Gema')
    const [event] = await written(() => gema.post('/auth/logout'))
    done(await change(gema.id, { name: 'Gema Norte' }))
    expect((await list('?limit=200')).find(({ id }) => id === event?.id)?.actor_name).toBe('Gema')
  })
})

test('what admins do to categories is written, what they don’t isn’t', async () => {
  const work = async () => {
    const { id } = await hipatia.opens('Cocina')
    const change = (changes: object) => hipatia.put<Category>(`/categories/${id}`, changes)
    done(await change({ name: 'Cocinas', description: 'De aquí' }))
    done(await change({ name: 'Cocinas', is_active: true }))
    done(await change({ is_active: false }))
    done(await change({ is_active: true }))
    expectRefusal(await hipatia.post('/categories', { name: 'COCINAS' }), 409)
    const post = await ana.writes({ category_id: id })
    expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
    expect((await ana.delete(`/posts/${post.id}`)).status).toBe(204)
    expect((await hipatia.delete(`/categories/${id}`)).status).toBe(204)
    expectRefusal(await hipatia.delete(`/categories/${id}`), 404)
    await hipatia.opens('Ciencia')
    done(await hipatia.post('/categories/initialize'))
    done(await hipatia.post('/categories/initialize'))
  }
  expect(await told(work)).toEqual([
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

describe('the trail', () => {
  test('is for admins', async () => {
    expectRefusal(await ana.get('/audit'), 403, { detail: 'Admin access required.' })
    expectRefusal(await community.visitor.get('/audit'), 401)
  })

  test('comes newest first, in pages that nothing new shifts', async () => {
    for (let turn = 0; turn < 5; turn++) await community.signIn('Ana')
    const all = await list('?limit=200')
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const paged: AuditEvent[] = []
    for (let path: string | undefined = '/audit?limit=7'; path; ) {
      const { body, headers }: Answer<AuditEvent[]> = await hipatia.get(path)
      paged.push(...body)
      path = /<\/api([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (paged.length === 7) {
        expect(headers.get('x-total-count')).toBe(`${all.length}`)
        await community.signIn('Ana')
      }
    }
    expect(paged).toEqual(all)
  })

  test('can be asked for sign-ins alone and for the rest', async () => {
    const actions = async (kind: string) => new Set((await list(`?limit=200&kind=${kind}`)).map(({ action }) => action))
    const signIns = await actions('sign_in')
    const rest = await actions('admin')
    expect([...signIns].toSorted()).toEqual(['password_changed', 'sign_in', 'sign_in_failed', 'sign_out'])
    expect(rest).toContain('user_created')
    expect([...signIns].filter((action) => rest.has(action))).toEqual([])
    const count = async (query: string) => Number((await hipatia.get(`/audit${query}`)).headers.get('x-total-count'))
    expect((await count('?kind=sign_in')) + (await count('?kind=admin'))).toBe(await count(''))
    expectRefusal(await hipatia.get('/audit?kind=otra'), 422, { field: 'kind' })
    expectRefusal(await hipatia.get('/audit?cursor=x'), 422, { field: 'cursor' })
  })

  test('can be asked for what was done to accounts, to categories, to what others wrote, and for mail', async () => {
    const actions = async (kind: string) =>
      [...new Set((await list(`?limit=200&kind=${kind}`)).map(({ action }) => action))].toSorted()
    const zoe = await hipatia.admits('Zoe Prado')
    done(await hipatia.post(`/auth/users/${zoe.id}/toggle-status`))
    const { id } = await ana.writes({ title: 'Los tejados' })
    expect((await hipatia.delete(`/posts/${id}`)).status).toBe(204)
    done(await hipatia.put(`/notifications/admin/users/${zoe.id}/preferences`, { new_posts: false }))
    expect(await actions('accounts')).toEqual([
      ...['user_activated', 'user_created', 'user_deactivated', 'user_deleted', 'user_updated'],
    ])
    const ofCategories = ['category_created', 'category_deleted', 'category_updated']
    expect(await actions('categories')).toEqual(['categories_initialized', ...ofCategories])
    expect(await actions('content')).toEqual(['post_deleted'])
    expect(await actions('mail')).toEqual(['preferences_updated'])
    const count = async (kind: string) =>
      Number((await hipatia.get(`/audit?kind=${kind}`)).headers.get('x-total-count'))
    const counts = await Promise.all(['accounts', 'categories', 'content', 'mail'].map(count))
    expect(counts.reduce((sum, one) => sum + one)).toBe(await count('admin'))
  })

  test('is refused by the database itself to whoever would change or delete it', async () => {
    const before = (await community.everything()).audit_events
    const statements = [
      sql`update audit_events set actor_name = 'Nadie'`,
      sql`update audit_events set target = null where id = ${(await list())[0]?.id}`,
      sql`delete from audit_events`,
      ...(community.isPostgres
        ? []
        : [sql`replace into audit_events (id, at, action) select id, 0, 'sign_out' from audit_events limit 1`]),
      ...(community.isPostgres ? [sql`truncate audit_events`] : []),
    ]
    for (const statement of statements) await expect(statement.execute(community.db)).rejects.toThrow(/only ever added/)
    expect((await community.everything()).audit_events).toEqual(before)
  })

  test('the first admin was made by the operator', async () => {
    const last = (await list('?limit=200')).at(-1)
    expect(last).toMatchObject({ action: 'user_created', actor_id: null, actor_name: null, target: 'Hipatia' })
    expect(last?.address).toBeNull()
  })
})
