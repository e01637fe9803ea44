// Field types: values that HTTP tests can't all try.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isBlank, isWebAddress, lengthOf, line } from '../../contract/fields.ts'
import { NewUser } from '../../contract/users.ts'
import { cpuMs } from '../support/cpu-time.ts'

test.each([
  ...['http://example.org', 'https://example.org/a?b=c#d', 'HTTPS://EXAMPLE.ORG', 'http://127.0.0.1:8080/x'],
  ...['https://[2001:db8::1]/', 'https://ñandú.example/ñ', 'https://example.org/%20', 'https://a.example/{x}|y'],
])('%s is a web address', (address) => expect(isWebAddress(address)).toBe(true))

test.each([
  ...['', 'example.org', '//example.org', 'ftp://example.org', 'javascript:alert(1)', 'data:text/html,x', 'https://'],
  ...['file:///etc', 'https:///x', 'http:example.org', 'https:/example.org', 'mailto:a@b.example', 'java\nscript:x'],
  ...['https://user@example.org', 'https://user:pass@example.org', 'https://:pass@example.org', 'https://[::1'],
  ...['https://exa mple.org', 'https://example.org\\@evil', 'https://example.org/\n', ' https://example.org'],
  'https://example.org:99999',
])('%j is not a web address', (address) => expect(isWebAddress(address)).toBe(false))

test.each([
  ['info@peña.example', 'info@xn--pea-8ma.example'],
  ['Ana@Alejandría.Example', 'Ana@xn--alejandra-n5a.example'],
  ['ana@correo.example', 'ana@correo.example'],
  ['ana@1.2', 'ana@1.2'],
])('the address %s of a member is %s, as mail servers know it', (typed, stored) => {
  expect(NewUser.shape.email.parse(typed)).toBe(stored)
})

test.each(['muñoz@correo.example', 'ana@peña..example', 'ana@peña.example/x', 'ana@pe ña.example', 'ana@'])(
  'the address %s is refused',
  (typed) => expect(NewUser.shape.email.safeParse(typed).success).toBe(false),
)

test('lengths count characters, not UTF-16 units', () => {
  expect([...['', 'a', 'ñ', '🦉', '👩‍👧', 'e\u0301']].map(lengthOf)).toEqual([0, 1, 1, 1, 3, 2])
})

test('text of invisible characters only is blank', () => {
  const blanks = ['', ' ', '\t\n', '\u00a0', '\u3000', '\u200b', '\u200e', '\u2060', '\ufeff', '\u2800', '\u{e0041}']
  for (const blank of blanks) expect({ blank, is: isBlank(blank) }).toEqual({ blank, is: true })
  for (const seen of ['.', 'a', '🦉', '\u200ba', '0', '-', '\u0301'])
    expect({ seen, is: isBlank(seen) }).toEqual({ seen, is: false })
})

const title = line({ label: 'El título', max: 200 })

test('a cleaned line is clean: what keeps an emoji together goes with it', () => {
  for (const typed of ['a\ufe0f\u200d👩', '👩\u200b\u200d👩', '👩‍👩‍👧 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣']) {
    const once = title.parse(typed)
    expect({ typed, again: title.parse(once) }).toEqual({ typed, again: once })
  }
  expect(title.parse('a\ufe0f\u200d👩')).toBe('a👩')
})

// a doubled input must take about twice the time, not four times
test.each([
  ['zero-width joiners', (n: number) => '👩\u200d'.repeat(n)],
  ['selectors', (n: number) => '\ufe0f'.repeat(n)],
  ['spaces', (n: number) => `a${' '.repeat(n)}b`],
  ['accents', (n: number) => `e${'\u0301'.repeat(n)}`],
  ['mixed accents', (n: number) => `e${'\u0301\u0323'.repeat(n)}`],
  ['digits and signs', (n: number) => '1\ufe0f'.repeat(n)],
])('half a million %s are refused in linear time', (_what, make) => {
  const hostile = make(250_000)
  const begun = cpuMs()
  expect(z.safeParse(title, hostile).success).toBe(false)
  expect(cpuMs() - begun).toBeLessThan(3000)
})
