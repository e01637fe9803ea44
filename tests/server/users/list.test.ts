// @databases both
// The list of accounts: searched, filtered and sorted, page by page (issue 6, "Tables … quick with 2,000 members").
import { beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { toNameKey } from '../../../server/db/name-key.ts'
import { newId } from '../../../server/ids.ts'
import { type Answer, communityOfThisFile, expectDone } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

// one admin who reads all pages of all searches at the pace of a machine
const community = await communityOfThisFile({ budgets: { reads: { burst: 10_000, perSecond: 60 } } })
const { hipatia } = community

const row = (name: string, place: number, more: object = {}) => ({
  id: newId(),
  name,
  name_key: toNameKey(name),
  avatar: null,
  phone: null,
  password_hash: '',
  email: `p${place}@casa-${place % 7}.example`,
  email_key: `p${place}@casa-${place % 7}.example`,
  role: 'normal' as const,
  created_at: community.clock.now + place,
  deactivated_at: null,
  deleted_at: null,
  ...more,
})

const get = (query: string) => hipatia.get<User[]>(`/auth/users?${query}`)
const names = async (query: string) => expectDone(await get(query)).map(({ name }) => name)

/** The whole list, read in pages; `between` runs after the first one. */
async function pages(query: string, between: () => Promise<unknown> = async () => {}) {
  const all: User[] = []
  for (let path: string | undefined = `/auth/users?${query}`; path; ) {
    const { body, headers }: Answer<User[]> = await hipatia.get(path)
    if (all.length === 0) await between()
    all.push(...body)
    path = /<\/api([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return all
}

describe('the list of a few people', () => {
  beforeAll(async () => {
    const people = [
      row('María José Núñez', 1, { phone: '+34 600 100-200', role: 'admin' }),
      row('Bruno Ibáñez', 2, { email: 'Bruno.Largo@Correo.example', email_key: 'bruno.largo@correo.example' }),
      row('Ñoño Straße', 3, { deactivated_at: 1 }),
      row('Ana-Belén O’Neil', 4, { role: 'admin', deactivated_at: 1 }),
      row('Marta', 5),
    ]
    for (const person of people) await community.db.insertInto('users').values(person).execute()
    await community.db
      .insertInto('users')
      .values(row('Maruja', 6, { deleted_at: 1 }))
      .execute()
  })

  test.each([
    ['mar', ['María José Núñez', 'Marta']],
    ['MARÍA', ['María José Núñez']],
    ['jose maria', ['María José Núñez']],
    ['jose marta', []],
    ['osé', []],
    ['nuñez', ['María José Núñez']],
    ['NUNEZ', ['María José Núñez']],
    ['nono strasse', ['Ñoño Straße']],
    ['Straße', ['Ñoño Straße']],
    ['belen', ['Ana-Belén O’Neil']],
    ['neil', ['Ana-Belén O’Neil']],
    ['largo', ['Bruno Ibáñez']],
    ['bruno.largo@correo', ['Bruno Ibáñez']],
    ['casa-1', ['María José Núñez']],
    ['600', ['María José Núñez']],
    ['100 200', ['María José Núñez']],
    ['+34 600 100', ['María José Núñez']],
    ['34600100', ['María José Núñez']],
    ['%', ['Ana-Belén O’Neil', 'Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta', 'Ñoño Straße']],
    ["' or 1=1 --", []],
    ['maruja', []],
  ])('a search for %s finds them, regardless of case and accents', async (q, found) => {
    const { body, headers } = await get(`q=${encodeURIComponent(q)}`)
    expect(body.map(({ name }) => name)).toEqual(found)
    expect(headers.get('x-total-count')).toBe(`${found.length}`)
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
    const byName = ['Ana-Belén O’Neil', 'Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta', 'Ñoño Straße']
    expect(await names('')).toEqual(byName)
    expect(await names('sort=name&direction=desc')).toEqual(byName.toReversed())
    const byEmail = ['Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Ñoño Straße', 'Ana-Belén O’Neil', 'Marta']
    expect(await names('sort=email')).toEqual(byEmail)
    expect(await names('sort=email&direction=desc')).toEqual(byEmail.toReversed())
    const admins = ['Ana-Belén O’Neil', 'Hipatia', 'María José Núñez']
    const others = ['Bruno Ibáñez', 'Marta', 'Ñoño Straße']
    expect(await names('sort=role')).toEqual([...admins, ...others])
    expect(await names('sort=role&direction=desc')).toEqual([...others, ...admins])
    const active = ['Bruno Ibáñez', 'Hipatia', 'María José Núñez', 'Marta']
    const inactive = ['Ana-Belén O’Neil', 'Ñoño Straße']
    expect(await names('sort=status')).toEqual([...active, ...inactive])
    expect(await names('sort=status&direction=desc')).toEqual([...inactive, ...active])
    const byAge = ['Hipatia', 'María José Núñez', 'Bruno Ibáñez', 'Ñoño Straße', 'Ana-Belén O’Neil', 'Marta']
    expect(await names('sort=created')).toEqual(byAge)
    expect(await names('sort=created&direction=desc')).toEqual(byAge.toReversed())
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
    for (let from = 0; from < people.length; from += 500)
      await community.db
        .insertInto('users')
        .values(people.slice(from, from + 500))
        .execute()
  })

  test.each(['name', 'email', 'role', 'status', 'created'])(
    'is read completely and without duplicates in pages by %s, although the last seen account is deleted',
    async (sort) => {
      for (const direction of ['asc', 'desc']) {
        const query = `q=gente&sort=${sort}&direction=${direction}&limit=90`
        const first = expectDone(await get(query))
        const last = first.at(-1) as User
        const setGone = (deleted_at: number | null) =>
          community.db.updateTable('users').set({ deleted_at }).where('id', '=', last.id).execute()
        const all = await pages(query, () => setGone(1))
        await setGone(null)
        expect(all).toHaveLength(2000)
        expect(new Set(all.map(({ id }) => id)).size).toBe(2000)
        expect(all.slice(0, 90)).toEqual(first)
      }
    },
  )
})
