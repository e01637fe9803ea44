// @databases both
// The list of accounts: searched, filtered and sorted, page by page (issue 6, "Tables … quick with 2,000 members").
import { beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { toNameKey } from '../../../server/db/name-key.ts'
import { communityOfThisFile, expectDone, pagesOf } from '../../support/server/community.ts'
import { changeRows, insertRows, newUser } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

// one admin who reads all pages of all searches at the pace of a machine
const community = await communityOfThisFile({ budgets: { reads: { burst: 10_000, perSecond: 60 } } })
const { hipatia } = community

const row = (name: string, place: number, more: Parameters<typeof newUser>[1] = {}) => {
  const email = `p${place}@casa-${place % 7}.example`
  const created_at = community.clock.now + place
  return newUser(name, { name_key: toNameKey(name), email, email_key: email, created_at, ...more })
}

const get = (query: string) => hipatia.get<User[]>(`/auth/users?${query}`)
const names = async (query: string) => expectDone(await get(query)).map(({ name }) => name)

describe('the list of a few people', () => {
  beforeAll(async () => {
    const people = [
      row('María José Núñez', 1, { phone: '+34 600 100-200', role: 'admin' }),
      row('Bruno Ibáñez', 2, { email: 'Bruno.Largo@Correo.example', email_key: 'bruno.largo@correo.example' }),
      row('Ñoño Straße', 3, { deactivated_at: 1 }),
      row('Ana-Belén O’Neil', 4, { role: 'admin', deactivated_at: 1 }),
      row('Marta', 5),
    ]
    await insertRows(community.db, 'users', [...people, row('Maruja', 6, { deleted_at: 1 })])
  })

  test.each([
    [['María José Núñez'], 'MARÍA', 'jose maria', 'nuñez', 'NUNEZ', 'casa-1'],
    [['María José Núñez'], '600', '100 200', '+34 600 100', '34600100'],
    [['María José Núñez', 'Marta'], 'mar'],
    [['Ñoño Straße'], 'nono strasse', 'Straße'],
    [['Ana-Belén O’Neil'], 'belen', 'neil'],
    [['Bruno Ibáñez'], 'largo', 'bruno.largo@correo'],
    [['Ana-Belén O’Neil', 'Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta', 'Ñoño Straße'], '%'],
    [[], 'jose marta', 'osé', "' or 1=1 --", 'maruja'],
  ] as [string[], ...string[]][])('%j are found by %s, regardless of case and accents', async (found, ...queries) => {
    for (const q of queries) {
      const { body, headers } = await get(`q=${encodeURIComponent(q)}`)
      expect([q, body.map(({ name }) => name)]).toEqual([q, found])
      expect(headers.get('x-total-count')).toBe(`${found.length}`)
    }
  })

  test('is filtered by role and status, together with a search', async () => {
    expect(await names('role=admin')).toEqual(['Ana-Belén O’Neil', 'Hipatia', 'María José Núñez'])
    expect(await names('status=inactive')).toEqual(['Ana-Belén O’Neil', 'Ñoño Straße'])
    expect(await names('status=active&role=admin')).toEqual(['Hipatia', 'María José Núñez'])
    expect(await names('status=active&role=normal&q=mar')).toEqual(['Marta'])
    const { headers } = await get('status=active&role=normal&limit=1')
    expect(headers.get('x-total-count')).toBe('2')
    expect(headers.get('link')).toContain('status=active')
  })

  test('is sorted by name, e-mail, role, status or age, in both directions', async () => {
    const orders = {
      name: ['Ana-Belén O’Neil', 'Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta', 'Ñoño Straße'],
      email: ['Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Ñoño Straße', 'Ana-Belén O’Neil', 'Marta'],
      created: ['Hipatia', 'María José Núñez', 'Bruno Ibáñez', 'Ñoño Straße', 'Ana-Belén O’Neil', 'Marta'],
    }
    expect(await names('')).toEqual(orders.name)
    for (const [sort, inOrder] of Object.entries(orders)) {
      expect(await names(`sort=${sort}`)).toEqual(inOrder)
      expect(await names(`sort=${sort}&direction=desc`)).toEqual(inOrder.toReversed())
    }
    // within these by name in both directions
    const halves = {
      role: [
        ['Ana-Belén O’Neil', 'Hipatia', 'María José Núñez'],
        ['Bruno Ibáñez', 'Marta', 'Ñoño Straße'],
      ],
      status: [
        ['Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta'],
        ['Ana-Belén O’Neil', 'Ñoño Straße'],
      ],
    }
    for (const [sort, parts] of Object.entries(halves)) {
      expect(await names(`sort=${sort}`)).toEqual(parts.flat())
      expect(await names(`sort=${sort}&direction=desc`)).toEqual(parts.toReversed().flat())
    }
  })

  test('refuses invalid filters, and cursors of other lists', async () => {
    for (const [field, wrong] of Object.entries({ sort: 'phone', direction: 'up', role: 'root', status: 'gone' }))
      expectRefusal(await get(`${field}=${wrong}`), 422, { field })
    expectRefusal(await get(`q=${'a'.repeat(101)}`), 422, { field: 'q' })
    const made = (...place: unknown[]) => `cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`
    for (const query of [
      ...[`sort=name&${made(1, 'a')}`, `sort=status&${made('a', 'a')}`, `sort=status&${made(2 ** 40, 'a')}`],
      ...[`sort=created&${made('a', 'a')}`, `sort=created&${made(1.5, 'a')}`, `sort=created&${made(1e300, 'a')}`],
      ...[`sort=email&${made('a')}`, `sort=email&${made('a\0', 'a')}`, `sort=role&${made('a', 'a', 'a')}`],
    ])
      expectRefusal(await get(query), 422, { field: 'cursor' })
  })
})

describe('the list of two thousand people', () => {
  beforeAll(async () => {
    const people = Array.from({ length: 2000 }, (_, place) =>
      row(`${['Ana', 'Luis', 'Ñusta', 'Zoé'][place % 4]} Gente ${place}`, 1000 + place, {
        role: place % 10 === 0 ? 'admin' : 'normal',
        deactivated_at: place % 3 === 0 ? 1 : null,
        phone: `+34 6${String(place).padStart(8, '0')}`,
        // many with the same time
        created_at: community.clock.now + 1000 + Math.floor(place / 50),
      }),
    )
    await insertRows(community.db, 'users', people)
  })

  test.each(['name', 'email', 'role', 'status', 'created'])(
    'is read completely and without duplicates in pages by %s, although the last seen account is deleted',
    async (sort) => {
      for (const direction of ['asc', 'desc']) {
        const query = `q=gente&sort=${sort}&direction=${direction}&limit=90`
        const first = expectDone(await get(query))
        const last = first.at(-1) as User
        const setGone = (deleted_at: number | null) =>
          changeRows(community.db, 'users', { deleted_at }, { id: last.id })
        const pages = await pagesOf<User>(hipatia, `/auth/users?${query}`, () => setGone(1))
        const all = pages.flatMap(({ body }) => body)
        await setGone(null)
        expect(all).toHaveLength(2000)
        expect(new Set(all.map(({ id }) => id)).size).toBe(2000)
        expect(all.slice(0, 90)).toEqual(first)
      }
    },
  )
})
