// Invalid input: a clear 4xx in the common shape, never a 5xx, and nothing half stored (DECISIONS §2).
import { describe, expect, test } from 'vitest'
import { communityOfThisFile, type Person } from '../../support/server/community.ts'
import { expectNoFailures, watchForChanges } from '../../support/server/nothing-changed.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { createInputRows, type Field } from './input-rows.ts'

const community = await communityOfThisFile()
const { hipatia, visitor } = community
const ana = await community.signIn('Ana')
const post = await ana.writes({ title: 'El de siempre', content: 'Lo de siempre.' })
const historia = await hipatia.createsCategory('Historia', 'Lo que fue')
const nothingChanged = watchForChanges(community)

const rows = createInputRows({ hipatia: hipatia as Person, ana, visitor, postId: post.id, categoryId: historia.id })

const notText: unknown[] = [
  ...[5, 0, -1.5, true, false, [], ['texto'], [[]], {}],
  ...[{ $gt: '' }, { toString: 1 }, { length: 3 }],
]
// Normalizing a megabyte of these would block the server for minutes
const heap = `e${'\u0301\u0323'.repeat(2000)}`
const wrongFor: Record<Field['kind'], unknown[]> = {
  line: [
    ...[heap, ...notText, null, '', '  ', '\u200b', '\u2800', 'a\0b', '\ud800', 'a\udc00b'],
    ...['a\nb', 'a\u202eb', 'a\u0007b'],
  ],
  text: [heap, ...notText, null, '', ' \n\t ', '\u200b\u2060', 'a\0b', '\ud800', 'a\udc00b'],
  'optional line': [heap, ...notText, 'a\0b', '\0', '\ud800', 'a\u202eb', 'a\u200b\u2066b', 'a\nb'],
  flag: [null, 'true', 'false', '', 0, 1, [], [true], {}],
  id: [5, 0, true, [], [historia.id], {}, { $ne: null }, '', 'none', 'x', `${historia.id}0`, historia.id.toUpperCase()],
  role: [null, '', 'Admin', 'root', 'normal ', 1, true, [], ['admin'], {}, { toString: 'admin' }],
  password: [...notText, null, '', '12345', '\ud800\ud800\ud800'],
  credential: [...notText, null, ''],
  type: [...notText, null, '', 'Text', 'image', 'text ', '__proto__'],
  emoji: [heap, ...notText, null, '', ' ', 'x', '5', '👍👍', '👍 x', '🇽', '❤️👍', '\ud800', '👍\0', '\u200d', '\ufe0f'],
  email: [
    ...[...notText, null, '', ' ', 'ana', '@x.example', 'ana@', 'a b@x.example', 'a@x.example,b@y.example'],
    ...['ana＠x.example', '"a@x"@y.example', '-oQ/tmp@x.example', 'a@x..example', 'a@x.example\nBcc: b@y.example'],
    ...['a@x.example\0', 'Ana <a@x.example>', `a@${'('.repeat(5000)}`, `${'a'.repeat(250)}@x.example`],
  ],
  avatar: [
    ...[...notText, 'ftp://example.org/a.png', 'javascript:alert(1)', 'data:image/png;base64,x', '/a.png', 'https://'],
    ...['https://user:clave@example.org/a.png', 'https://a b.example/', `https://x.example/${'a'.repeat(2000)}`],
  ],
  'client id': [...notText, '', 'x', '1'.repeat(32), '01a1b2c3-0000-7000-8000-00000000000g', '\ud800', 'a\0b'],
}

const send = (
  { method, path, as }: (typeof rows)[number],
  sent: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
) => as.ask(method, path, sent)

describe.each(rows)('$call', (row) => {
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
    for (const field of Object.keys(row.fields))
      for (const number of ['1e999', '-1e999', '1e-999', '9007199254740993', '-0', `1${'0'.repeat(1000)}`]) {
        const body = JSON.stringify({ ...row.valid, [field]: 'HERE' }).replace('"HERE"', number)
        expectRefusal(await send(row, { raw: body }), 422, { field })
      }
    nothingChanged()
  })

  test('a body that isn’t an object is refused, and so are keys with names of prototypes, which change no prototype', async () => {
    for (const body of ['null', '[]', '"texto"', '5', 'true', '[{}]', JSON.stringify([row.valid])])
      expectRefusal(await send(row, { raw: body }), 422)
    const json = JSON.stringify(row.valid).slice(1)
    for (const key of [
      ...['"__proto__":{"role":"admin","is_published":true}', '"__proto__":null', '"\\u005f_proto__":{"x":1}'],
      ...['"constructor":{"prototype":{"x":1}}', '"a":{"__proto__":{"x":1}}', '"a":[{"constructor":{"prototype":{}}}]'],
    ])
      expectRefusal(await send(row, { raw: `{${key},${json}` }), 400)
    nothingChanged()
  })

  test('malformed JSON, a missing body and one that isn’t UTF-8 are 400', async () => {
    const json = JSON.stringify(row.valid)
    for (const raw of [
      ...['{', '}', '{"a":}', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '{"a":01}', '\0', '<xml/>', 'name=Ana&b=x'],
      ...[json.slice(0, -1), `${json}x`, `${json}${json}`, '[1', '"', '"\\u12"', '{"a":"\n"}', '\u2028', ' ', '\n', ''],
    ])
      expectRefusal(await send(row, { raw }), 400)
    expectRefusal(await send(row, {}), 400)
    const [head = '', tail = ''] = JSON.stringify({ ...row.valid, extra: 'HERE' }).split('HERE')
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe9]]) {
      const raw = new Uint8Array([...Buffer.from(head), ...bytes, ...Buffer.from(tail)])
      expectRefusal(await send(row, { raw }), 400)
    }
    expectRefusal(await send(row, { raw: new Uint8Array(Buffer.from(json, 'utf16le')) }), 400)
    nothingChanged()
  })

  test('a body of another type than JSON, and a compressed one, is 415; unusual types of JSON are accepted or refused', async () => {
    const json = JSON.stringify(row.valid)
    const bytes = new Uint8Array(Buffer.from(json))
    for (const type of [
      ...['text/plain', 'text/json', 'text/html', 'multipart/form-data; boundary=x'],
      'application/x-www-form-urlencoded',
      ...['application/jsonx', 'application/json+x', 'application/json,text/plain', 'application', '*/*', 'json', ';'],
      ...['application/vnd.api+json', 'application/xml', 'xapplication/json', 'application/json/x'],
    ])
      expectRefusal(await send(row, { raw: json, headers: { 'content-type': type } }), 415)
    expectRefusal(await send(row, { raw: bytes, headers: { 'content-type': '' } }), 415)
    const gzip = new Uint8Array(Buffer.from('1f8b08000000000000ff', 'hex'))
    expectRefusal(await send(row, { raw: gzip, headers: { 'content-encoding': 'gzip' } }), 415)

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

  test('deep, wide and large bodies are refused at once', async () => {
    const [field = ''] = Object.keys(row.fields)
    const deep = (open: string, shut: string, depth: number) => `${open.repeat(depth)}1${shut.repeat(depth)}`
    // bodies with passwords may be 16 kB, others 2 MB
    const depth = /^\/(auth|account)\//.test(row.path) ? 2000 : 100_000
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
})

test('none of these requests caused an error in the server or deleted an account', async () => {
  expectNoFailures(community)
  expect((await ana.get('/auth/me')).status).toBe(200)
})
