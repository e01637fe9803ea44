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

  test.each([
    ['name', undefined, null, '', '   ', '\u200b', '\u2800', 5, ['Ana'], { $ne: 1 }, 'x'.repeat(61)],
    ['email', undefined, null, '', ' ', 'ana', '@x.example', 'ana@', 'a b@x.example', 'a@x.example,b@y.example'],
    ['email', 'ana＠x.example', '"a@x"@y.example', '-oQ/tmp@x.example', `${'a'.repeat(250)}@x.example`, 'a@x..example'],
    [
      'email',
      'a@x.example\nBcc: b@y.example',
      'a@x.example\0',
      'Ana <a@x.example>',
      `a@${'('.repeat(50_00)}`,
      7,
      ['a@b'],
    ],
    ['password', undefined, null, '', '12345', '🦉🦉🦉🦉🦉', 'x'.repeat(201), 123456, ['secreto'], 'lone \ud800 half'],
    ['role', null, '', 'Admin', 'root', 1, ['admin'], { toString: 1 }],
    ['phone', 5, ['600'], 'x'.repeat(31), '600\u202e100', '600\n100', '\0'],
    ['avatar', 'ftp://example.org/a.png', 'javascript:alert(1)', 'data:image/png;base64,x', '/a.png', 'https://', 7],
    ['avatar', 'https://user:clave@example.org/a.png', 'https://a b.example/', `https://x.example/${'a'.repeat(2000)}`],
  ])('an invalid %s is refused, and no account is created', async (field, ...wrong) => {
    const writes = community.watchWrites()
    for (const value of wrong) expectRefusal(await create({ [field]: value }), 422, { field })
    expect(writes()).toEqual([])
  })

  test('fields of the maximum length are accepted', async () => {
    const longest = {
      name: `${'ñ'.repeat(50)}${'🦉'.repeat(10)}`,
      email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(6)}`,
      phone: '6'.repeat(30),
      avatar: `https://example.org/${'a'.repeat(1980)}`,
    }
    expect([...longest.name]).toHaveLength(60)
    expect(longest.email).toHaveLength(254)
    expect(expectDone(await create({ ...longest, password: '🦉'.repeat(200) }))).toMatchObject(longest)
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
