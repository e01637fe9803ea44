// Invalid input: a clear 4xx in the common shape, never a 5xx, and nothing half stored (DECISIONS §2).
import { afterAll, describe, expect, test } from 'vitest'
import { days, passwordOf, startCommunity } from '../../support/server/community.ts'
import { watchForChanges } from '../../support/server/nothing-changed.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { factorInput, linkInput, passkeyInput, pushInput } from './factor-input.ts'
import type { Field, Row } from './input-rows.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, visitor } = community
const ana = await community.signIn('Ana')
const post = await ana.writes({ title: 'El de siempre', content: 'Lo de siempre.' })
const historia = await hipatia.createsCategory('Historia', 'Lo que fue')
const nothingChanged = watchForChanges(community)

// Maximal lengths: DECISIONS §2
const title: Field = { kind: 'line', max: 200, isNeeded: true }
const content: Field = { kind: 'text', max: 100_000, isNeeded: true }
const category_id: Field = { kind: 'id' }
const is_published: Field = { kind: 'flag' }
const client_id: Field = { kind: 'client id' }
const description: Field = { kind: 'optional line', max: 500 }
const phone: Field = { kind: 'optional line', max: 30 }
const people = [{ name: 'Bruno', email: 'bruno@alejandria.example' }]
const rows: Record<string, Row> = {
  'signing in': {
    call: ['POST', '/auth/login'],
    as: visitor,
    valid: { name: 'Ana', password: passwordOf('Ana') },
    fields: {
      name: { kind: 'credential', isNeeded: true },
      password: { kind: 'credential', isNeeded: true },
      code: { kind: 'credential' },
    },
  },
  ...factorInput(hipatia),
  'changing a password': {
    call: ['POST', '/auth/change-password'],
    as: ana,
    valid: { current_password: passwordOf('Ana'), new_password: 'un papiro nuevo' },
    fields: {
      current_password: { kind: 'credential', isNeeded: true },
      new_password: { kind: 'password', max: 200, isNeeded: true },
    },
  },
  'taking away one’s own things': {
    call: ['POST', '/account/export'],
    as: hipatia,
    valid: { password: passwordOf('Hipatia') },
    fields: { password: { kind: 'credential' }, with_files: { kind: 'flag' } },
  },
  ...passkeyInput(hipatia, visitor),
  ...pushInput(hipatia),
  'making an account': {
    call: ['POST', '/auth/users'],
    as: hipatia,
    valid: { name: 'Bruno', email: 'bruno@alejandria.example', password: 'secreto' },
    fields: {
      name: { kind: 'line', max: 60, isNeeded: true },
      password: { kind: 'password', max: 200, isNeeded: true },
      role: { kind: 'role' },
      phone,
      client_id,
    },
  },
  'inviting somebody': {
    call: ['POST', '/auth/invitations'],
    as: hipatia,
    valid: { name: 'Bruno', email: 'bruno@alejandria.example' },
    fields: { name: { kind: 'line', max: 60, isNeeded: true }, role: { kind: 'role' }, phone, client_id },
  },
  'inviting many': { call: ['POST', '/auth/invitations/list'], as: hipatia, valid: { people }, fields: { client_id } },
  'accepting an invitation': {
    call: ['POST', '/auth/invitations/accept'],
    as: visitor,
    valid: { token: 'A'.repeat(43), password: 'una clave elegida' },
    fields: { token: { kind: 'credential', isNeeded: true }, password: { kind: 'password', max: 200, isNeeded: true } },
  },
  ...linkInput(visitor),
  'changing an account': {
    call: ['PUT', `/auth/users/${ana.id}`],
    as: hipatia,
    valid: { name: 'Ana' },
    fields: {
      name: { kind: 'line', max: 60 },
      password: { kind: 'password', max: 200 },
      role: { kind: 'role' },
      is_active: { kind: 'flag' },
      phone,
    },
  },
  'making a category': {
    call: ['POST', '/categories'],
    as: hipatia,
    valid: { name: 'Ciencia' },
    fields: { name: { kind: 'line', max: 80, isNeeded: true }, description },
  },
  'changing a category': {
    call: ['PUT', `/categories/${historia.id}`],
    as: hipatia,
    valid: { name: 'Historia' },
    fields: { name: { kind: 'line', max: 80 }, description, is_active: { kind: 'flag' } },
  },
  'writing a post': {
    call: ['POST', '/posts'],
    as: ana,
    valid: { title: 'Uno', content: 'Dos' },
    fields: { title, content, category_id, is_published, client_id },
  },
  commenting: {
    call: ['POST', `/comments/post/${post.id}`],
    as: ana,
    valid: { content: 'Uno' },
    fields: { content: { ...content, max: 10_000 }, client_id },
  },
  'sharing news': {
    call: ['POST', '/news'],
    as: ana,
    valid: { title: 'Uno', url: 'https://uno.example' },
    fields: { title: { ...title, max: 500 }, client_id },
  },
  'adding a link': {
    call: ['POST', '/files/url'],
    as: ana,
    valid: { url: 'https://uno.example' },
    fields: { client_id },
  },
  'editing a post': {
    call: ['PUT', `/posts/${post.id}`],
    as: ana,
    valid: { title: 'Uno', content: 'Dos' },
    fields: { title, content, category_id, is_published },
  },
  'publishing a post': {
    call: ['PUT', `/posts/${post.id}/publish`],
    as: ana,
    valid: { is_published: true },
    fields: { is_published: { kind: 'flag', isNeeded: true } },
  },
  'saying something in the chat': {
    call: ['POST', '/chat/messages'],
    as: ana,
    valid: { message: 'Buenas tardes', message_type: 'text', client_id: '01a1b2c3-0000-7000-8000-000000000001' },
    fields: {
      message: { kind: 'text', max: 4000, isNeeded: true },
      message_type: { kind: 'type' },
      client_id,
    },
  },
  'reacting to a post': {
    call: ['PUT', `/reactions/post/${post.id}`],
    as: ana,
    valid: { emoji: '👍' },
    fields: { emoji: { kind: 'emoji', max: 40, isNeeded: true } },
  },
  'taking a reaction back': {
    call: ['DELETE', `/reactions/post/${post.id}`],
    as: ana,
    valid: { emoji: '👍' },
    fields: { emoji: { kind: 'emoji', max: 40, isNeeded: true } },
  },
}

const notText: unknown[] = [
  5,
  0,
  -1.5,
  true,
  false,
  [],
  ['texto'],
  [[]],
  {},
  { $gt: '' },
  { toString: 1 },
  { length: 3 },
]
// Normalizing a megabyte of these would block the server for minutes
const heap = `e${'\u0301\u0323'.repeat(2000)}`
const wrongFor: Record<Field['kind'], unknown[]> = {
  line: [heap, ...notText, null, '', '  ', '\u200b', 'a\0b', '\ud800', 'a\udc00b', 'a\nb', 'a\u202eb', 'a\u0007b'],
  text: [heap, ...notText, null, '', ' \n\t ', '\u200b\u2060', 'a\0b', '\ud800', 'a\udc00b'],
  'optional line': [heap, ...notText, 'a\0b', '\0', '\ud800', 'a\u202eb', 'a\u200bb', 'a\nb'],
  flag: [null, 'true', 'false', '', 0, 1, [], [true], {}],
  id: [5, 0, true, [], [historia.id], {}, { $ne: null }, '', 'none', 'x', `${historia.id}0`, historia.id.toUpperCase()],
  role: [null, '', 'Admin', 'root', 'normal ', 1, true, [], ['admin'], {}, { toString: 'admin' }],
  password: [...notText, null, '', '12345', '\ud800\ud800\ud800'],
  credential: [...notText, null, ''],
  type: [...notText, null, '', 'Text', 'image', 'text ', '__proto__'],
  emoji: [heap, ...notText, null, '', ' ', 'x', '5', '👍👍', '👍 x', '🇽', '❤️👍', '\ud800', '👍\0', '\u200d', '\ufe0f'],
  'client id': [...notText, '', 'x', '1'.repeat(32), '01a1b2c3-0000-7000-8000-00000000000g', '\ud800', 'a\0b'],
}

const send = (
  { call: [method, path], as }: Row,
  sent: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
) => as.ask(method, path, sent)

describe.each(Object.entries(rows))('%s', (_what, row) => {
  test('a field refuses values of other types and converts none', async () => {
    for (const [field, { kind, isNeeded }] of Object.entries(row.fields)) {
      const missing = isNeeded ? [undefined] : []
      for (const value of [...wrongFor[kind], ...missing]) {
        const answer = await send(row, { body: { ...row.valid, [field]: value } })
        expectRefusal(answer, 422, { field })
      }
    }
    nothingChanged()
  })

  test('a character over the maximum is refused, counted in code points', async () => {
    for (const [field, { max }] of Object.entries(row.fields)) {
      if (max === undefined) continue
      for (const letter of ['x', 'ñ', '文', '🦉'])
        expectRefusal(await send(row, { body: { ...row.valid, [field]: letter.repeat(max + 1) } }), 422, { field })
    }
    nothingChanged()
  })

  test('huge and tiny JSON numbers are refused', async () => {
    for (const field of Object.keys(row.fields))
      for (const number of ['1e999', '-1e999', '1e-999', '9007199254740993', '-0', `1${'0'.repeat(1000)}`]) {
        const body = JSON.stringify({ ...row.valid, [field]: 'HERE' }).replace('"HERE"', number)
        expectRefusal(await send(row, { raw: body }), 422, { field })
      }
    nothingChanged()
  })

  test('a body that isn’t an object is refused', async () => {
    for (const body of ['null', '[]', '"texto"', '5', 'true', '[{}]', JSON.stringify([row.valid])])
      expectRefusal(await send(row, { raw: body }), 422)
    nothingChanged()
  })

  test('malformed JSON is 400', async () => {
    const json = JSON.stringify(row.valid)
    for (const raw of [
      ...[
        '{',
        '}',
        '{"a":}',
        "{'a':1}",
        '{"a":1,}',
        'undefined',
        'NaN',
        '{"a":01}',
        '\0',
        '<xml/>',
        'name=Ana&password=x',
      ],
      ...[json.slice(0, -1), `${json}x`, `${json}${json}`, '[1', '"', '"\\u12"', '{"a":"\n"}', '\u2028', ' ', '\n'],
    ])
      expectRefusal(await send(row, { raw }), 400)
    nothingChanged()
  })

  test('a missing body is 400', async () => {
    expectRefusal(await send(row, {}), 400)
    expectRefusal(await send(row, { raw: '' }), 400)
    nothingChanged()
  })

  test('a body that isn’t UTF-8 is 400', async () => {
    const json = JSON.stringify({ ...row.valid, extra: 'HERE' })
    const [head = '', tail = ''] = json.split('HERE')
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe9]]) {
      const raw = new Uint8Array([...Buffer.from(head), ...bytes, ...Buffer.from(tail)])
      expectRefusal(await send(row, { raw }), 400)
    }
    expectRefusal(await send(row, { raw: new Uint8Array(Buffer.from(json, 'utf16le')) }), 400)
    nothingChanged()
  })

  test('a body of another type than JSON is 415', async () => {
    const raw = JSON.stringify(row.valid)
    for (const type of [
      ...[
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/html',
      ],
      ...['application/jsonx', 'application/json+x', 'application/json,text/plain', 'application', '*/*', 'json', ';'],
      ...['application/vnd.api+json', 'application/xml', 'xapplication/json', 'application/json/x'],
    ])
      expectRefusal(await send(row, { raw, headers: { 'content-type': type } }), 415)
    expectRefusal(await send(row, { raw: new Uint8Array(Buffer.from(raw)), headers: { 'content-type': '' } }), 415)
    nothingChanged()
  })

  test('unusual content types for JSON are accepted as JSON or refused', async () => {
    const raw = JSON.stringify({ ...row.valid, [Object.keys(row.fields)[0] as string]: 5 })
    for (const type of [
      ...['application/json;', 'application/json ;', 'application/json;charset=utf-8', 'Application/JSON'],
      ...['application/json; charset=UTF-8', 'application/json;x', 'application/json\t;x', ' application/json'],
      ...['application/json; charset=utf-16', 'application/json; a=b; c=d', 'application/json; charset="utf-8"'],
    ]) {
      const answer = await send(row, { raw, headers: { 'content-type': type } })
      expect([400, 415, 422]).toContain(answer.status)
      expectRefusal(answer, answer.status)
    }
    nothingChanged()
  })

  test('keys with names of prototypes are refused and change no prototype', async () => {
    const json = JSON.stringify(row.valid).slice(1)
    for (const key of [
      ...['"__proto__":{"role":"admin","is_published":true}', '"__proto__":null', '"\\u005f_proto__":{"x":1}'],
      ...['"constructor":{"prototype":{"x":1}}', '"a":{"__proto__":{"x":1}}', '"a":[{"constructor":{"prototype":{}}}]'],
    ])
      expectRefusal(await send(row, { raw: `{${key},${json}` }), 400)
    nothingChanged()
  })

  test('deep, wide and large bodies are refused at once', async () => {
    const [field = ''] = Object.keys(row.fields)
    const deep = (open: string, shut: string, depth: number) => `${open.repeat(depth)}1${shut.repeat(depth)}`
    // bodies with passwords may be 16 kB, others 2 MB
    const depth = /^\/(auth|account)\//.test(row.call[1]) ? 2000 : 100_000
    for (const nested of [deep('[', ']', depth), deep('{"a":', '}', depth)]) {
      const raw = JSON.stringify({ ...row.valid, [field]: 'HERE' }).replace('"HERE"', nested)
      expectRefusal(await send(row, { raw }), 422, { field })
    }
    const wide = Object.fromEntries(Array.from({ length: depth / 2 }, (_, key) => [`k${key}`, 1]))
    const answer = await send(row, { body: { ...wide, ...row.valid, [field]: 5 } })
    expect([413, 422]).toContain(answer.status)
    expectRefusal(await send(row, { body: { ...row.valid, extra: 'x'.repeat(2.5 * 2 ** 20) } }), 413)
    nothingChanged()
  })

  test('compressed bodies are refused', async () => {
    const raw = new Uint8Array(Buffer.from('1f8b08000000000000ff', 'hex'))
    const answer = await send(row, { raw, headers: { 'content-encoding': 'gzip' } })
    expect([400, 415]).toContain(answer.status)
    nothingChanged()
  })
})

test('none of these requests caused an error in the server or deleted an account', async () => {
  community.advanceClock(days(0))
  const failures = community.log().filter(({ level, status }) => Number(level) >= 50 || Number(status) >= 500)
  expect(failures).toEqual([])
  expect((await ana.get('/auth/me')).status).toBe(200)
})
