// Accounts, which admins alone make and change (SPEC §3, §5 to §7; DECISIONS §2 "Users" and "Auth").
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../contract/users.ts'
import { done, foundCommunity, minutes, type Person, passwordOf } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, tryToSignIn } = community
const ana = await community.signIn('Ana')

beforeEach(() => community.passes(minutes(1)))

let count = 0
const someEmail = () => `persona${++count}@alejandria.example`
const make = (user: object, admin: Person | typeof hipatia = hipatia) =>
  admin.post<User>('/auth/users', { name: `Persona ${++count}`, email: someEmail(), password: 'secreto', ...user })
const change = (id: string, changes: object, admin: Person | typeof hipatia = hipatia) =>
  admin.put<User>(`/auth/users/${id}`, changes)
const toggle = (id: string, admin: Person | typeof hipatia = hipatia) =>
  admin.post<User>(`/auth/users/${id}/toggle-status`)
const list = async () => done(await hipatia.get<User[]>('/auth/users?limit=200'))
const remove = (id: string) => hipatia.delete(`/auth/users/${id}`)
const refusedTwice = async (names: string[]) => {
  const [first = '', ...others] = names
  const { id } = done(await make({ name: first }))
  const before = await community.everything()
  for (const name of others) expectRefusal(await make({ name }), 409, { field: 'name' })
  expect(await community.everything()).toEqual(before)
  return id
}

describe('making an account', () => {
  test('the admin gets it back whole, without the password, and the person signs in with it', async () => {
    const { status, body, text } = await hipatia.post<User>('/auth/users', {
      ...{ name: '  Clío  ', email: ' Clio@Alejandria.example ', password: 'mi musa', role: 'normal' },
      ...{ phone: ' +34 600 100 200 ', avatar: 'https://example.org/clio.png' },
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
        ...{ name: 'Clío', email: 'Clio@Alejandria.example', role: 'normal', phone: '+34 600 100 200' },
        // nothing foreign is loaded
        ...{
          avatar: 'https://example.org/clio.png',
          avatar_url: null,
          is_active: true,
          created_at: community.moment(),
        },
      },
    })
    expect(text).not.toContain('musa')
    expect(done(await tryToSignIn('Clío', 'mi musa')).user).toEqual(body)
    expect((await list()).find(({ id }) => id === body.id)).toEqual(body)
  })

  test('role, phone and avatar may be left out; an admin is made by saying so', async () => {
    expect(done(await make({}))).toMatchObject({ role: 'normal', phone: null, avatar: null })
    expect(done(await make({ phone: '', avatar: ' ' }))).toMatchObject({ phone: null, avatar: null })
    expect(done(await make({ phone: null, avatar: null }))).toMatchObject({ phone: null, avatar: null })
    const { id } = done(await make({ role: 'admin' }))
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
  ])('a %s that isn’t one is refused and nobody is made', async (field, ...wrong) => {
    const before = await community.everything()
    for (const value of wrong) expectRefusal(await make({ [field]: value }), 422, { field })
    expect(await community.everything()).toEqual(before)
  })

  test('the longest of everything fits', async () => {
    const longest = {
      name: `${'ñ'.repeat(50)}${'🦉'.repeat(10)}`,
      email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(6)}`,
      phone: '6'.repeat(30),
      avatar: `https://example.org/${'a'.repeat(1980)}`,
    }
    expect([...longest.name]).toHaveLength(60)
    expect(longest.email).toHaveLength(254)
    expect(done(await make({ ...longest, password: '🦉'.repeat(200) }))).toMatchObject(longest)
  })

  test('what else is sent is nothing: no id, no state, no time, no hash', async () => {
    const user = done(
      await make({
        ...{ id: '0'.repeat(32), _id: '0'.repeat(32), created_at: '1999-01-01T00:00:00.000Z', is_active: false },
        ...{ password_hash: 'x', name_key: 'x', deleted_at: 1, deactivated_at: 1 },
      }),
    )
    expect(user.id).not.toBe('0'.repeat(32))
    expect(user).toMatchObject({ is_active: true, created_at: community.moment() })
  })

  test('e-mails are told apart without regard to case', async () => {
    const { email } = done(await make({ email: 'Una.Dos@Ejemplo.example' }))
    expect(email).toBe('Una.Dos@Ejemplo.example')
    const before = await community.everything()
    for (const same of ['una.dos@ejemplo.example', 'UNA.DOS@EJEMPLO.EXAMPLE'])
      expectRefusal(await make({ email: same }), 409, { field: 'email' })
    expect(await community.everything()).toEqual(before)
    expect((await make({ email: 'una.doz@ejemplo.example' })).status).toBe(201)
  })

  test('of ten at once with one name one is made', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make({ name: 'Una Sola' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect((await list()).filter(({ name }) => name === 'Una Sola')).toHaveLength(1)
  })
})

describe('names', () => {
  test('are the same whatever their case, accents, width, ligatures and spaces', async () => {
    await refusedTwice([
      ...['Sofía Müller', 'sofía müller', 'SOFIA MULLER', 'Sofi\u0301a Mu\u0308ller', 'Ｓｏｆｉａ Ｍｕｌｌｅｒ'],
      ...[' Sofía  Müller ', 'Sofía\u00a0Müller', 'ˢofía müller', 'Sòfîâ Múllër', '𝐒𝐨𝐟𝐢𝐚 𝐌𝐮𝐥𝐥𝐞𝐫'],
    ])
    await refusedTwice(['Sﬁnge', 'sfinge', 'SFINGE'])
    await refusedTwice(['Straße', 'STRASSE', 'strasse', 'STRAẞE'])
    await refusedTwice(['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'])
    await refusedTwice(['Owl ❤️', 'Owl ❤'])
    await refusedTwice(['Ⅳ', 'iv'])
  })

  test('ñ is a letter of its own, however it is written', async () => {
    await refusedTwice(['Peña', 'PEÑA', 'pen\u0303a'])
    expect((await make({ name: 'Pena' })).status).toBe(201)
  })

  test('a name that could be taken for another by letters of another alphabet is refused', async () => {
    const before = await community.everything()
    for (const name of ['Аna', 'Anа', 'Ηipatia', 'Bruпo', 'Ꭺna', 'ꓮna', 'Anaα', 'Ana אב', 'Ана Ana'])
      expectRefusal(await make({ name }), 422, { field: 'name' })
    expect(await community.everything()).toEqual(before)
    for (const name of ['Анна', 'Σοφία', 'さくら 花子', '김하나', 'علي', 'Ana 2', 'O’Neil-Ruiz', 'Luna 🌙', 'ᏣᎳᎩ'])
      expect({ name, status: (await make({ name })).status }).toEqual({ name, status: 201 })
  })

  test('nothing invisible or turning hides in a name', async () => {
    const before = await community.everything()
    for (const hidden of [
      ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u115f', '\u3164', '\uffa0', '\u2800'],
      ...['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u061c', '\u0000', '\u0007', '\u001b', '\u0085', '\u2028'],
      ...['\ufe0f', '\ufe00', '\u{e0100}', '\u{e0041}', '\u180b', '\u17b4', '\u2065', '\ufff0', '\ud800', '\n', '\t'],
    ])
      expectRefusal(await make({ name: `An${hidden}a María` }), 422, { field: 'name' })
    expect(await community.everything()).toEqual(before)
  })

  test('the list is in Spanish order', async () => {
    for (const name of ['Ñoño', 'Nzinga', 'Óscar', 'Orlando', 'Álvaro', 'alma', 'Zenobia']) done(await make({ name }))
    const names = (await list()).map(({ name }) => name).filter((name) => /^[\p{Script=Latin} ]+$/u.test(name))
    expect(names).toEqual(names.toSorted(new Intl.Collator('es', { ignorePunctuation: false }).compare))
    expect(names.indexOf('Ñoño')).toBe(names.indexOf('Nzinga') + 1)
  })
})

describe('changing an account', () => {
  test('what isn’t sent stays', async () => {
    const user = done(await make({ phone: '600', avatar: 'http://example.org/a.png' }))
    expect(done(await change(user.id, {}))).toEqual(user)
    for (const one of [
      { name: 'Otro Nombre' },
      { email: someEmail() },
      { phone: '601' },
      { avatar: 'https://x.example/' },
    ]) {
      const before = (await list()).find(({ id }) => id === user.id)
      expect(done(await change(user.id, one))).toEqual({ ...before, ...one })
    }
  })

  test('null and empty clear phone and avatar, and nothing else', async () => {
    const { id } = done(await make({}))
    for (const nothing of [null, '', '  ']) {
      done(await change(id, { phone: '600', avatar: 'https://example.org/a.png' }))
      expect(done(await change(id, { phone: nothing }))).toMatchObject({
        phone: null,
        avatar: 'https://example.org/a.png',
      })
      expect(done(await change(id, { avatar: nothing }))).toMatchObject({ phone: null, avatar: null })
    }
    const before = await community.everything()
    for (const field of ['name', 'email', 'role', 'is_active', 'password'])
      for (const nothing of [null, '']) expectRefusal(await change(id, { [field]: nothing }), 422, { field })
    expect(await community.everything()).toEqual(before)
  })

  test('another’s name or e-mail is 409 and nothing changes; one’s own in other letters is fine', async () => {
    const uno = done(await make({ name: 'Uno Primero' }))
    const dos = done(await make({ name: 'Dos Segundo' }))
    const before = await community.everything()
    expectRefusal(await change(dos.id, { name: 'UNO PRIMERO', phone: '1' }), 409, { field: 'name' })
    expectRefusal(await change(dos.id, { email: uno.email.toUpperCase(), phone: '1' }), 409, { field: 'email' })
    expectRefusal(await change(dos.id, { name: 'Аna' }), 422, { field: 'name' })
    expect(await community.everything()).toEqual(before)
    expect(done(await change(dos.id, { name: 'Dós SEGUNDO' })).name).toBe('Dós SEGUNDO')
    expect((await tryToSignIn('dos segundo', 'secreto')).status).toBe(200)
  })

  test('a new name signs in, the old one is free', async () => {
    const { id } = done(await make({ name: 'Antes' }))
    done(await change(id, { name: 'Después' }))
    expect((await tryToSignIn('despues', 'secreto')).status).toBe(200)
    expectRefusal(await tryToSignIn('Antes', 'secreto'), 401)
    expect((await make({ name: 'Antes' })).status).toBe(201)
  })

  test('nothing changes but what can be changed', async () => {
    const user = done(await make({}))
    const more = { id: '0'.repeat(32), created_at: '1999-01-01T00:00:00.000Z', password_hash: 'x', deleted_at: 5 }
    expect(done(await change(user.id, more))).toEqual(user)
    expect((await tryToSignIn(user.name, 'secreto')).status).toBe(200)
  })

  test('an admin’s reset of a password ends that person’s sessions, and only the new one opens', async () => {
    const bruno = await community.signIn('Bruno')
    done(await change(bruno.id, { password: 'la que dice Hipatia' }))
    expectRefusal(await bruno.get('/auth/me'), 401)
    expectRefusal(await tryToSignIn('Bruno'), 401)
    expect((await tryToSignIn('Bruno', 'la que dice Hipatia')).status).toBe(200)
    expect((await ana.get('/auth/me')).status).toBe(200)
    done(await change(bruno.id, { password: passwordOf('Bruno') }))
  })

  test('who isn’t there can’t be changed', async () => {
    const gone = done(await make({}))
    expect((await remove(gone.id)).status).toBe(204)
    const before = await community.everything()
    for (const id of ['0'.repeat(32), gone.id]) {
      expectRefusal(await change(id, { phone: '1' }), 404)
      expectRefusal(await toggle(id), 404)
      expectRefusal(await remove(id), 404)
    }
    expect(await community.everything()).toEqual(before)
  })
})

describe('at once', () => {
  test('a deactivated person is out, and stays out with the old token after being activated again', async () => {
    const carmen = await community.signIn('Carmen')
    const phone = await community.signIn('Carmen')
    expect(done(await toggle(carmen.id)).is_active).toBe(false)
    expectRefusal(await carmen.get('/auth/me'), 401)
    expect(done(await toggle(carmen.id)).is_active).toBe(true)
    expectRefusal(await carmen.get('/auth/me'), 401)
    expectRefusal(await phone.get('/auth/me'), 401)
    expect((await tryToSignIn('Carmen')).status).toBe(200)

    const again = await community.signIn('Carmen')
    expect(done(await change(carmen.id, { is_active: false })).is_active).toBe(false)
    expect(done(await change(carmen.id, { is_active: true })).is_active).toBe(true)
    expectRefusal(await again.get('/auth/me'), 401)
  })

  test('an activation that was one already, or a change of something else, ends nobody’s session', async () => {
    const carmen = await community.signIn('Carmen')
    done(await change(carmen.id, { is_active: true, phone: '600' }))
    expect((await carmen.get('/auth/me')).status).toBe(200)
  })

  test('who is promoted and demoted goes on with the same token and the other rights', async () => {
    const dora = await community.signIn('Dora')
    expectRefusal(await dora.get('/auth/users'), 403, { detail: 'Admin access required.' })
    done(await change(dora.id, { role: 'admin' }))
    expect((await dora.get('/auth/users')).status).toBe(200)
    expect(done(await dora.get('/auth/me'))).toMatchObject({ role: 'admin' })
    done(await change(dora.id, { role: 'normal' }))
    expectRefusal(await dora.get('/auth/users'), 403)
    expect(done(await dora.get('/auth/me'))).toMatchObject({ role: 'normal' })
  })

  test('signing in and being deactivated at once never leave an open session', async () => {
    const elena = done(await make({ name: 'Elena' }))
    for (let turn = 0; turn < 5; turn++) {
      const [signIn] = await Promise.all([tryToSignIn('Elena', 'secreto'), toggle(elena.id)])
      if (signIn.status === 200) expectRefusal(await community.withToken(signIn.body.access_token).get('/auth/me'), 401)
      else expectRefusal(signIn, 403)
      done(await toggle(elena.id))
      if (signIn.status === 200) expectRefusal(await community.withToken(signIn.body.access_token).get('/auth/me'), 401)
    }
  })
})

describe('deleting', () => {
  test('everything of the person goes but the name under what they wrote', async () => {
    const fermin = await community.signIn('Fermín')
    done(await change(fermin.id, { phone: '699 888 777', avatar: 'https://example.org/fermin.png' }))
    const post = await fermin.writes()
    expect((await remove(fermin.id)).status).toBe(204)
    expectRefusal(await fermin.get('/auth/me'), 401)
    expectRefusal(await tryToSignIn('Fermín'), 401)
    expect((await list()).map(({ id }) => id)).not.toContain(fermin.id)
    expect(done(await ana.get(`/posts/${post.id}`))).toMatchObject({ author_name: 'Fermín', author_id: null })
    const { users, sessions } = await community.everything()
    const left = JSON.stringify([users, sessions?.filter((row) => (row as { user_id: string }).user_id === fermin.id)])
    for (const personal of ['699 888 777', 'fermin.png', 'fermin@alejandria']) expect(left).not.toContain(personal)
  })

  test('nothing is kept of what they wanted, read and visited', async () => {
    const ines = await community.signIn('Inés')
    const file = await ines.uploads({ name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' })
    done(await ines.put('/notifications/preferences', { weekly_digest: true }))
    done(await ines.put('/sections/blog', { until: community.moment() }))
    done(await ines.post('/chat/messages', { message: 'Hola' }))
    const { seq } = done(await ana.get<{ seq: number }[]>('/chat/messages')).at(-1) ?? { seq: 0 }
    done(await ines.put('/chat/reading', { seq }))
    expect((await remove(ines.id)).status).toBe(204)
    const { section_visits, chat_readings, sessions, presence, users } = await community.everything()
    const left = JSON.stringify([section_visits, chat_readings, sessions, presence])
    expect(left).not.toContain(ines.id)
    expect(left).toContain(ana.id)
    expect(users?.find((user) => (user as { id: string }).id === ines.id)).toMatchObject({
      ...{ email: '', phone: null, avatar: null, password_hash: '', role: 'normal' },
      ...{ new_posts: 0, admin_notifications: 0, comment_replies: 0, weekly_digest: 0 },
    })
    expect(done(await ana.get(`/files/${file.id}`))).toMatchObject({ uploaded_by: 'Inés', uploader_id: null })
  })

  test('name and e-mail may be given again, and bring nothing of the first one’s', async () => {
    const first = await community.signIn('Gema')
    expect((await remove(first.id)).status).toBe(204)
    const second = done(await make({ name: 'gema', email: 'gema@alejandria.example', password: 'secreto' }))
    expect(second.id).not.toBe(first.id)
    expectRefusal(await tryToSignIn('Gema'), 401)
    expect(done(await tryToSignIn('Gema', 'secreto')).user.id).toBe(second.id)
    expectRefusal(await first.get('/auth/me'), 401)
    expect((await remove(second.id)).status).toBe(204)
    expect((await make({ name: 'Gema', email: 'gema@alejandria.example' })).status).toBe(201)
  })
})

describe('there is always an active admin', () => {
  test('nobody deactivates, demotes or deletes themselves, though there are other admins', async () => {
    const teon = done(await make({ name: 'Teón', role: 'admin' }))
    const before = await community.everything()
    expectRefusal(await toggle(hipatia.id), 409)
    expectRefusal(await change(hipatia.id, { is_active: false }), 409)
    expectRefusal(await change(hipatia.id, { role: 'normal' }), 409)
    expectRefusal(await change(hipatia.id, { role: 'normal', phone: '600' }), 409)
    expectRefusal(await remove(hipatia.id), 409)
    expect(await community.everything()).toEqual(before)
    expect((await remove(teon.id)).status).toBe(204)
  })

  test('an admin may change everything else of their own, and stays signed in after a new password', async () => {
    const phone = await community.signIn('Hipatia')
    const own = { role: 'admin', is_active: true, phone: '600', password: 'la nueva de Hipatia' }
    expect(done(await change(hipatia.id, own))).toMatchObject({ phone: '600' })
    expect((await hipatia.get('/auth/me')).status).toBe(200)
    expectRefusal(await phone.get('/auth/me'), 401)
    done(await change(hipatia.id, { password: passwordOf('Hipatia'), phone: null }))
  })

  test('who is demoted while an account of theirs is being made makes none', async () => {
    await hipatia.admits('Sinesio', { role: 'admin' })
    const sinesio = await community.signIn('Sinesio')
    // passwords are hashed two at a time: his waits in line behind all of these
    const before = Array.from({ length: 40 }, () => make({}))
    const his = make({ name: 'De Sinesio' }, sinesio)
    done(await change(sinesio.id, { role: 'normal' }))
    expectRefusal(await his, 403)
    expect((await Promise.all(before)).every(({ status }) => status === 201)).toBe(true)
    expect((await list()).map(({ name }) => name)).not.toContain('De Sinesio')
  })

  test('admins make and unmake each other, but never the last one', async () => {
    await hipatia.admits('Teón', { role: 'admin' })
    const teon = await community.signIn('Teón')
    done(await change(hipatia.id, { role: 'normal' }, teon))
    expectRefusal(await change(teon.id, { role: 'normal' }), 403)
    expectRefusal(await toggle(teon.id, teon), 409)
    expectRefusal(await teon.delete(`/auth/users/${teon.id}`), 409)
    done(await change(hipatia.id, { role: 'admin' }, teon))
    done(await change(teon.id, { role: 'normal' }))
    expect((await remove(teon.id)).status).toBe(204)
  })

  const actions: [string, (by: Person | typeof hipatia, of: { id: string }) => Promise<{ status: number }>][] = [
    ['demote', (by, of) => change(of.id, { role: 'normal' }, by)],
    ['deactivate', (by, of) => toggle(of.id, by)],
    ['delete', (by, of) => by.delete(`/auth/users/${of.id}`)],
  ]
  test.each(actions)('two admins who %s each other at once: one does, one admin stays', async (_verb, act) => {
    const rival = async () => community.signIn((await hipatia.admits(`Rival ${++count}`, { role: 'admin' })).name)
    const setRole = (role: 'admin' | 'normal', ids: string[]) =>
      community.db
        .updateTable('users')
        .set({ role, deactivated_at: null })
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute()
    const isDemotion = act === actions[0]?.[1]
    let one = await rival()
    let two = await rival()
    for (let round = 0; round < (isDemotion ? 20 : 4); round++) {
      await setRole('normal', [hipatia.id])
      const answers = await Promise.all([act(one, two), act(two, one)])
      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
      const active = await community.db
        .selectFrom('users')
        .select('name')
        .where('role', '=', 'admin')
        .where('deactivated_at', 'is', null)
        .where('deleted_at', 'is', null)
        .execute()
      expect(active).toHaveLength(1)

      await setRole('admin', [hipatia.id])
      if (isDemotion) await setRole('admin', [one.id, two.id])
      else {
        // whoever lost has no session any more
        await setRole('normal', [one.id, two.id])
        one = await rival()
        two = await rival()
      }
    }
    await setRole('normal', [one.id, two.id])
  })
})
