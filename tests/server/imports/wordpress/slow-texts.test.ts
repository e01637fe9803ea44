// Texts of a blog that take minutes where a pattern looks at the same signs again and again.
import { expect, test } from 'vitest'
import { linkTargets } from '../../../../contract/content/link-tokens.ts'
import { convert, id, markdownOf } from './convert.ts'

const maxMs = 5000

test.each([
  ['a comment of blanks', `<!-- wp:a${' '.repeat(300_000)}x -->`],
  ['shared blocks without an end', '<!-- wp:block {"ref"'.repeat(40_000)],
  [
    'cells over many columns and rows',
    `<table>${`<tr>${'<td colspan=20 rowspan=20>a</td>'.repeat(20)}</tr>`.repeat(1000)}`,
  ],
])('%s', (_name, html) => {
  const begunAt = performance.now()
  convert(html)
  expect(performance.now() - begunAt).toBeLessThan(maxMs)
})

test('A shared block with words of its own in one post is put into it as well', () => {
  expect(markdownOf('<!-- wp:block {"ref":7,"content":{"a":{"content":"x"}}} /-->')).toBe('De todos.')
})

test('Lines of dashes below each other make no heading', () => {
  expect(markdownOf('uno<br>---<br>===')).toBe('uno  \n\\---  \n\\===')
})

test.each([
  `<a href="https://x.example/?a={{file:${id('a')}}}">https://x.example/?a={{file:${id('a')}}}</a>`,
  `<a href="https://x.example/a) ![x](file:${id('a')})">y</a>`,
  `<img alt="](file:${id('a')})" src="https://x.example/?{{file:${id('a')}}}">`,
])('No address becomes a token: %s', (html) => {
  const { markdown } = convert(html)
  expect(linkTargets(markdown)).toEqual(linkTargets(''))
})
