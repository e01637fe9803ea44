// @databases both
// Accounts are created by admins only (SPEC §3, §5 to §7; DECISIONS §2 "Users").
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../contract/users.ts'
import { accountsOf } from '../../support/server/accounts.ts'
import { expectDone, minutes, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community
const { create, list, remove } = accountsOf(community)

beforeEach(async () => {
  community.advanceClock(minutes(1))
  await hipatia.confirms()
})

describe('creating an account', () => {
  test('answers with the account, without the password, and the person can sign in', async () => {
    const { status, body, text } = await hipatia.post<User>('/auth/users', {
      ...{ name: '  Clío  ', email: ' Clio@Alejandria.example ', password: 'mi musa', role: 'normal' },
      ...{ phone: ' +34 600 100 200 ', avatar: 'https://example.org/clio.png' },
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
        ...{ name: 'Clío', email: 'Clio@Alejandria.example', role: 'normal', phone: '+34 600 100 200' },
        // avatars on other sites get no URL
        ...{
          avatar: 'https://example.org/clio.png',
          avatar_url: null,
          is_active: true,
          created_at: community.moment(),
          has_second_factor: false,
        },
      },
    })
    expect(text).not.toContain('musa')
    const { has_second_factor: _, ...own } = body as User & { has_second_factor: boolean }
    expect(expectDone(await tryToSignIn('Clío', 'mi musa')).user).toEqual({
      ...own,
      ...{ must_add_factor: false, factor_demanded_from: null },
    })
    expect((await list()).find(({ id }) => id === body.id)).toEqual(body)
  })

  test('role, phone and avatar are optional; role admin creates an admin', async () => {
    expect(expectDone(await create({}))).toMatchObject({ role: 'normal', phone: null, avatar: null })
    expect(expectDone(await create({ phone: '', avatar: ' ' }))).toMatchObject({ phone: null, avatar: null })
    expect(expectDone(await create({ phone: null, avatar: null }))).toMatchObject({ phone: null, avatar: null })
    const { id } = expectDone(await create({ role: 'admin' }))
    expect((await list()).find((user) => user.id === id)?.role).toBe('admin')
    expect((await remove(id)).status).toBe(204)
  })

  test('other fields are ignored: id, state, times, hash', async () => {
    const user = expectDone(
      await create({
        ...{ id: '0'.repeat(32), _id: '0'.repeat(32), created_at: '1999-01-01T00:00:00.000Z', is_active: false },
        ...{ password_hash: 'x', name_key: 'x', deleted_at: 1, deactivated_at: 1 },
      }),
    )
    expect(user.id).not.toBe('0'.repeat(32))
    expect(user).toMatchObject({ is_active: true, created_at: community.moment() })
  })

  test('e-mails that differ in case only are the same', async () => {
    const { email } = expectDone(await create({ email: 'Una.Dos@Ejemplo.example' }))
    expect(email).toBe('Una.Dos@Ejemplo.example')
    const writes = community.watchWrites()
    for (const same of ['una.dos@ejemplo.example', 'UNA.DOS@EJEMPLO.EXAMPLE'])
      expectRefusal(await create({ email: same }), 409, { field: 'email' })
    expect(writes()).toEqual([])
    expect((await create({ email: 'una.doz@ejemplo.example' })).status).toBe(201)
  })

  test('of ten simultaneous requests with the same name only one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Una Sola' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect((await list()).filter(({ name }) => name === 'Una Sola')).toHaveLength(1)
  })
})
